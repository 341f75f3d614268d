import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../common/escape-markup.js';
import type { Language, Text } from '../../../common/language.js';
import type { SandboxAccessResponse, SignupLinkResponse } from './signup.dto.js';

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}code{overflow-wrap:anywhere;user-select:all}pre{white-space:pre-wrap}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  [
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
];

const TEXTS = {
  title: { el: 'Δημιουργία λογαριασμού στο sandbox', en: 'Create a sandbox account' },
  ask: { el: 'Θα δημιουργηθούν κλειδιά API για το πρόγραμμα', en: 'API keys will be created for' },
  once: {
    el: 'Εμφανίζονται μόνο μία φορά. Έχετε έτοιμο ένα ασφαλές μέρος για να τα αποθηκεύσετε.',
    en: 'They are shown only once. Have a safe place ready to store them.',
  },
  confirm: { el: 'Δημιουργία κλειδιών', en: 'Create keys' },
  shown: { el: 'Αντιγράψτε τα τώρα. Δεν θα εμφανιστούν ξανά.', en: "Copy them now. You won't see them again." },
  apiKey: { el: 'Κλειδί API (X-Api-Key)', en: 'API key (X-Api-Key)' },
  userKey: { el: 'Κλειδί χρήστη', en: 'User key' },
  agentCode: { el: 'Κωδικός συνεργάτη', en: 'Agent code' },
  sandboxUrl: { el: 'Βασική διεύθυνση (base URL)', en: 'Base URL' },
  next: { el: 'Η πρώτη σας κλήση', en: 'Your first call' },
  guide: { el: 'Οδηγός: από την εγγραφή στην παραγωγή', en: 'Guide: from sign-up to production' },
  documentation: { el: 'Τεκμηρίωση όλων των κλήσεων', en: 'Documentation of all calls' },
  replace: {
    el: 'Αν χάσετε τα κλειδιά σας, ζητήστε επαναφορά κωδικού με το email σας, συνδεθείτε και αντικαταστήστε τα.',
    en: 'If you lose your keys, reset your password with your email, sign in and replace them.',
  },
} satisfies Record<string, Text>;

export function renderLinkPage({ programName, email }: SignupLinkResponse, language: Language): string {
  const text = getTexts(language);
  return renderPage(
    language,
    `<p>${text.ask} <strong>${escapeMarkup(programName)}</strong> (${escapeMarkup(email)}). ${text.once}</p>
<form method="post"><button>${text.confirm}</button></form>`,
  );
}

export function renderAccessPage(access: SandboxAccessResponse, language: Language): string {
  const text = getTexts(language);
  const rows = (['apiKey', 'userKey', 'agentCode', 'sandboxUrl'] as const).map(
    (name) => `<dt>${text[name]}</dt><dd><code>${escapeMarkup(access[name])}</code></dd>`,
  );
  const calls = access.firstCalls.map(
    (call) => `<h3>${escapeMarkup(call.language)}</h3>\n<pre><code>${escapeMarkup(call.text)}</code></pre>`,
  );
  const guide = `${access.documentationUrl}/guides/sandbox`;
  return renderPage(
    language,
    `<p>${text.shown}</p>
<dl>${rows.join('\n')}</dl>
<h2>${text.next}</h2>
${calls.join('\n')}
<p>${text.guide}: <a href="${escapeMarkup(guide)}">${escapeMarkup(guide)}</a></p>
<p>${text.documentation}: <a href="${escapeMarkup(access.documentationUrl)}">${escapeMarkup(access.documentationUrl)}</a>. ${text.replace}</p>`,
  );
}

export function renderRefusalPage(message: string, language: Language): string {
  return renderPage(language, `<p>${escapeMarkup(message)}</p>`);
}

function renderPage(language: Language, content: string): string {
  const { title } = getTexts(language);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1>
${content}
</body>
</html>
`;
}

function getTexts(language: Language): Readonly<Record<keyof typeof TEXTS, string>> {
  const entries = Object.entries(TEXTS).map(([name, text]) => [name, text[language]]);
  return Object.fromEntries(entries) as Record<keyof typeof TEXTS, string>;
}
