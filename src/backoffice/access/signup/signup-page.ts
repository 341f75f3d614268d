import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../common/escape-markup.js';
import type { Language, Text } from '../../../common/language.js';
import type { SandboxAccessResponse, SignupLinkResponse } from './signup.dto.js';

const STYLE = 'body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}code{overflow-wrap:anywhere}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of a page that loads and runs nothing, posts to its own address and opens in no frame. */
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
  title: { el: 'Εγγραφή στο δοκιμαστικό περιβάλλον', en: 'Signup to the sandbox' },
  ask: { el: 'Με το κουμπί δημιουργούνται τα κλειδιά του προγράμματος', en: 'The button makes the keys of the program' },
  once: {
    el: 'Θα εμφανιστούν μία φορά: έχετε έτοιμο ένα ασφαλές μέρος.',
    en: 'They are shown once: have a safe place ready for them.',
  },
  confirm: { el: 'Δημιουργία των κλειδιών', en: 'Make the keys' },
  shown: { el: 'Φυλάξτε τα τώρα· δεν εμφανίζονται ξανά.', en: 'Keep them now; they are not shown again.' },
  apiKey: { el: 'Κλειδί API (X-Api-Key)', en: 'API key (X-Api-Key)' },
  userKey: { el: 'Κλειδί χρήστη', en: 'User-key' },
  agentCode: { el: 'Κωδικός συνεργάτη', en: 'Agent code' },
  sandboxUrl: { el: 'Κάθε διεύθυνση αρχίζει με', en: 'Every address begins with' },
  next: { el: 'Η πρώτη κλήση δίνει ένα διακριτικό (token):', en: 'The first call gives a token:' },
  documentation: { el: 'Όλες οι άλλες', en: 'All the others' },
  replace: {
    el: 'Χαμένα κλειδιά αντικαθίστανται: ζητήστε κωδικό πρόσβασης με τη διεύθυνσή σας και συνδεθείτε.',
    en: 'Keys that were lost are replaced: ask for a password by your address and sign in.',
  },
} satisfies Record<string, Text>;

/** Shows what the link creates. Its button posts to the page's own address; nothing happens before. */
export function linkPage({ programName, email }: SignupLinkResponse, language: Language): string {
  const text = textsIn(language);
  return page(
    language,
    `<p>${text.ask} <strong>${escapeMarkup(programName)}</strong> (${escapeMarkup(email)}). ${text.once}</p>
<form method="post"><button>${text.confirm}</button></form>`,
  );
}

export function accessPage(access: SandboxAccessResponse, language: Language): string {
  const text = textsIn(language);
  const rows = (['apiKey', 'userKey', 'agentCode', 'sandboxUrl'] as const).map(
    (name) => `<dt>${text[name]}</dt><dd><code>${escapeMarkup(access[name])}</code></dd>`,
  );
  const call = `POST ${access.tokensUrl}\nX-Api-Key: …\nContent-Type: application/json\n\n{"user-key": "…"}`;
  return page(
    language,
    `<p>${text.shown}</p>
<dl>${rows.join('\n')}</dl>
<p>${text.next}</p>
<pre><code>${escapeMarkup(call)}</code></pre>
<p>${text.documentation}: <a href="${escapeMarkup(access.documentationUrl)}">${escapeMarkup(access.documentationUrl)}</a>. ${text.replace}</p>`,
  );
}

export function refusalPage(message: string, language: Language): string {
  return page(language, `<p>${escapeMarkup(message)}</p>`);
}

function page(language: Language, content: string): string {
  const { title } = textsIn(language);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1>
${content}
</body>
</html>
`;
}

function textsIn(language: Language): Readonly<Record<keyof typeof TEXTS, string>> {
  const entries = Object.entries(TEXTS).map(([name, text]) => [name, text[language]]);
  return Object.fromEntries(entries) as Record<keyof typeof TEXTS, string>;
}
