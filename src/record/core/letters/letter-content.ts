import { formatAmount, formatDate, formatMoment } from '../../../common/formats.js';
import type { Language, Text } from '../../../common/language.js';
import { fillIn } from '../../reference/settings/legal-texts.js';
import type { LetterKind, LetterTexts } from '../../reference/settings/letter-texts.js';
import type { Insurer } from '../../reference/settings/settings.service.js';
import { toInsurerDetails } from '../documents/document.js';
import type { LetterContent, LetterFacts } from './letter.js';

export interface Addressee {
  readonly name: string;
  readonly address: string | null;
  readonly policyNo: string;
  readonly line: string;
}

const CURRENCY = 'EUR';

const FACT_TITLES: ReadonlyMap<keyof LetterFacts, Text> = new Map([
  ['client', { el: 'Λήπτης της ασφάλισης', en: 'Policyholder' }],
  ['act', { el: 'Πράξη', en: 'Act' }],
  ['receivedAt', { el: 'Παραλαβή', en: 'Received' }],
  ['way', { el: 'Τρόπος υποβολής', en: 'Sent' }],
  ['statement', { el: 'Δήλωση', en: 'Statement' }],
  ['outcome', { el: 'Αποτέλεσμα', en: 'Result' }],
  ['effectiveDate', { el: 'Ισχύς από', en: 'Effective from' }],
  ['instalmentNo', { el: 'Δόση', en: 'Instalment' }],
  ['startDate', { el: 'Έναρξη', en: 'Start' }],
  ['endDate', { el: 'Λήξη', en: 'End' }],
  ['coverUntil', { el: 'Λήξη κάλυψης', en: 'Cover ends' }],
  ['amount', { el: 'Ποσό', en: 'Amount' }],
  ['dueDate', { el: 'Πληρωμή έως', en: 'Pay by' }],
  ['lastDay', { el: 'Τελευταία ημέρα πληρωμής', en: 'Last day to pay' }],
  ['acceptBy', { el: 'Αποδοχή έως', en: 'Accept by' }],
  ['decidedOn', { el: 'Ημερομηνία απόφασης', en: 'Date of the decision' }],
  ['paidOn', { el: 'Ημερομηνία μεταφοράς', en: 'Date of the transfer' }],
  ['paymentCode', { el: 'Κωδικός πληρωμής', en: 'Payment code' }],
]);

export function buildLetterContent(
  { signature, templates }: Pick<LetterTexts, 'signature' | 'templates'>,
  insurer: Insurer,
  { name, address, policyNo, line }: Addressee,
  { kind, facts }: { readonly kind: LetterKind; readonly facts: LetterFacts },
  language: Language,
): LetterContent {
  const template = templates[kind];
  const shown = formatFacts(facts, language);
  const company = toInsurerDetails(insurer, language);
  const values = { ...shown, name, policyNo, line, insurer: company.name, phone: insurer.phone, email: insurer.email };
  return {
    insurer: company,
    recipient: { name, address },
    subject: fillIn(template.subject[language], values),
    body: fillIn(template.body[language], values),
    signature: fillIn(signature[language], values),
    facts: Array.from(FACT_TITLES, ([fact, title]) => ({ label: title[language], value: shown[fact] ?? null })).filter(
      ({ value }) => value !== null,
    ),
  };
}

function formatFacts(facts: LetterFacts, language: Language): Readonly<Record<string, string | undefined>> {
  const { amount, paymentCode, instalmentNo, act, client, receivedAt, way, statement, outcome, ...dates } = facts;
  const shownDates = Object.entries(dates).map(([name, date]) => [name, formatDate(date)]);
  return {
    ...(Object.fromEntries(shownDates) as Record<string, string>),
    amount: amount === undefined ? undefined : formatAmount(amount, CURRENCY, language),
    instalmentNo: instalmentNo === undefined ? undefined : String(instalmentNo),
    act: act?.[language],
    client,
    receivedAt: receivedAt instanceof Date ? formatMoment(receivedAt) : receivedAt && formatDate(receivedAt),
    way: way?.[language],
    statement: statement?.[language],
    outcome: outcome?.[language],
    paymentCode,
  };
}
