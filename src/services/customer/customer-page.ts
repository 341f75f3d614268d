import { escapeMarkup } from '../../common/escape-markup.js';
import { formatAmount, formatDate, groupInFours } from '../../common/formats.js';
import type { Language, Text } from '../../common/language.js';
import type { LinkPurpose } from '../../record/contract/customer/customer-link.js';
import type { CustomerCaseResponse } from './customer.dto.js';

export const PLAIN_PAGE = `<!doctype html>
<html lang="__LANG__">
<head><meta charset="utf-8"><base href="__BASE__"><meta name="viewport" content="width=device-width, initial-scale=1"><title>__TITLE__</title></head>
<body><div id="root"></div>__PLAIN__</body>
</html>
`;

interface PageParts {
  readonly language: Language;
  readonly base: string;
  readonly title: string;
  readonly plain: string;
}

export function fillPage(page: string, { language, base, title, plain }: PageParts): string {
  return page
    .replaceAll('__LANG__', language)
    .replaceAll('__NONCE__', '')
    .replace('__BASE__', base)
    .replace('__TITLE__', escapeMarkup(title))
    .replace('__PLAIN__', () => plain);
}

const SCRIPTS = /<script\b[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<\/?noscript>/g;

/** A link that does not open looks the same with and without scripts. */
export function writeRefusal(page: string, message: string, language: Language, base: string): string {
  const bare = page.replaceAll(SCRIPTS, '').replace('<div id="root"></div>', '').replace('__PLAIN__', '<div id="root">__PLAIN__</div>');
  const plain = `<main><h1>${escapeMarkup(TEXTS.title[language])}</h1><p>${escapeMarkup(message)}</p></main>`;
  return fillPage(bare, { language, base, title: TEXTS.title[language], plain });
}

export function writeDigitsForm(self: string, language: Language, violation: string | null): string {
  const note = violation === null ? '' : `<p role="alert">${escapeMarkup(violation)}</p>`;
  return `<main><h1>${escapeMarkup(TEXTS.title[language])}</h1>${note}
<form method="post" action="${escapeMarkup(`${self}?lang=${language}`)}">
<p><label for="digits">${escapeMarkup(TEXTS.digits[language])}</label></p>
<p><input id="digits" name="digits" inputmode="numeric" maxlength="4" autocomplete="off" required></p>
<p><button>${escapeMarkup(TEXTS.next[language])}</button></p>
</form></main>`;
}

export function writeCase(self: string, shown: CustomerCaseResponse, language: Language): string {
  const money = (amount: number): string => formatAmount(amount.toFixed(2), 'EUR', language);
  const facts: (readonly [Text, string | null])[] = [
    [TEXTS.number, shown.number],
    [TEXTS.period, `${formatDate(shown.start_date)} – ${formatDate(shown.end_date)}`],
    [TEXTS.gross, shown.gross === null ? null : money(shown.gross)],
    [TEXTS.amount, shown.payment && money(shown.payment.amount)],
    [TEXTS.code, shown.payment && groupInFours(shown.payment.payment_code)],
    [TEXTS.due, shown.payment && formatDate(shown.payment.due_date)],
  ];
  const rows = facts.flatMap(([title, value]) =>
    value === null ? [] : [`<dt>${escapeMarkup(title[language])}</dt><dd>${escapeMarkup(value)}</dd>`],
  );
  const documents = shown.documents.map(
    ({ id, title }) => `<li><a href="${escapeMarkup(`${self}/documents/${id}?lang=${language}`)}">${escapeMarkup(title)}</a></li>`,
  );
  return `<main><h1>${escapeMarkup(PURPOSES[shown.purpose as LinkPurpose][language])}</h1><p>${escapeMarkup(shown.line)}</p>
<dl>${rows.join('')}</dl>
${documents.length === 0 ? '' : `<h2>${escapeMarkup(TEXTS.documents[language])}</h2><ul>${documents.join('')}</ul>`}
<p>${escapeMarkup(TEXTS.needsScript[language])}</p></main>`;
}

export function getPurposeTitle(purpose: LinkPurpose, language: Language): string {
  return PURPOSES[purpose][language];
}

const PURPOSES: Readonly<Record<LinkPurpose, Text>> = {
  accept: { el: 'Η πρόταση ασφάλισής σας', en: 'Your insurance proposal' },
  pay: { el: 'Πληρωμή ασφαλίστρων', en: 'Premium payment' },
  policy: { el: 'Το συμβόλαιό σας', en: 'Your policy' },
  withdraw: { el: 'Υπαναχώρηση από τη σύμβαση', en: 'Withdrawal from the contract' },
};

const TEXTS = {
  title: { el: 'Η ασφάλισή σας', en: 'Your insurance' },
  digits: { el: 'Τα 4 τελευταία ψηφία του ΑΦΜ του λήπτη της ασφάλισης', en: 'Last 4 digits of the policyholder’s tax number (AFM)' },
  next: { el: 'Συνέχεια', en: 'Continue' },
  number: { el: 'Αριθμός', en: 'Number' },
  period: { el: 'Διάρκεια', en: 'Period' },
  gross: { el: 'Συνολικά ασφάλιστρα', en: 'Total premium' },
  amount: { el: 'Ποσό πληρωμής', en: 'Amount to pay' },
  code: { el: 'Κωδικός πληρωμής', en: 'Payment code' },
  due: { el: 'Πληρωμή έως', en: 'Pay by' },
  documents: { el: 'Έγγραφα', en: 'Documents' },
  needsScript: {
    el: 'Για να απαντήσετε ή να υποβάλετε δήλωση, ενεργοποιήστε τη JavaScript ή επικοινωνήστε μαζί μας.',
    en: 'To answer or to make a declaration, please enable JavaScript or contact us.',
  },
} satisfies Record<string, Text>;
