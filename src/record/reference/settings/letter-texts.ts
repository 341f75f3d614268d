import type { Text } from '../../../common/language.js';
import { listPlaceholders } from './legal-texts.js';

/** A mail contains no other data of a person than name and policy number (letters.3). */
const COMMON = ['name', 'policyNo', 'line', 'insurer', 'phone', 'email'] as const;

/** Its text may contain the facts of `optional`, and must contain those of `required`. */
interface LetterRow {
  readonly title: Text;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const ROWS = {
  OFFER: {
    title: { el: 'Προσφορά', en: 'Offer' },
    required: ['amount', 'acceptBy'],
    optional: ['startDate', 'endDate'],
  },
  REFUSAL: {
    title: { el: 'Απόρριψη αίτησης ασφάλισης', en: 'Refusal of insurance' },
    required: ['decidedOn'],
    optional: [],
  },
  PAYMENT_REQUEST: {
    title: { el: 'Ειδοποιητήριο πληρωμής', en: 'Payment request' },
    required: ['amount', 'dueDate', 'paymentCode'],
    optional: ['startDate', 'endDate'],
  },
  RENEWAL_NOTICE: {
    title: { el: 'Ειδοποίηση ανανέωσης', en: 'Renewal notice' },
    required: ['endDate', 'amount', 'dueDate', 'paymentCode'],
    optional: ['startDate'],
  },
  EXPIRY_NOTICE: {
    title: { el: 'Ειδοποίηση λήξης', en: 'Expiry notice' },
    required: ['endDate'],
    optional: [],
  },
  INSTALMENT_DUE: {
    title: { el: 'Υπενθύμιση δόσης', en: 'Instalment due' },
    required: ['amount', 'dueDate', 'paymentCode'],
    optional: ['instalmentNo', 'startDate', 'endDate'],
  },
  UNPAID: {
    title: { el: 'Ανεξόφλητη δόση', en: 'Instalment unpaid' },
    required: ['amount', 'coverUntil', 'lastDay', 'paymentCode'],
    optional: ['instalmentNo'],
  },
  TERMINATION_NOTICE: {
    title: { el: 'Καταγγελία λόγω μη καταβολής', en: 'Notice of termination' },
    required: ['amount', 'coverUntil', 'paymentCode'],
    optional: ['instalmentNo', 'noticeDate'],
  },
  END_OF_COVER: {
    title: { el: 'Λήξη κάλυψης', en: 'End of cover' },
    required: ['coverUntil'],
    optional: [],
  },
  REFUND_PAID: {
    title: { el: 'Επιστροφή χρημάτων', en: 'Refund paid' },
    required: ['amount'],
    optional: ['paidOn'],
  },
  ACT_ISSUED: {
    title: { el: 'Έκδοση πρόσθετης πράξης', en: 'Endorsement issued' },
    required: ['act', 'effectiveDate'],
    optional: [],
  },
  AMENDMENT_ISSUED: {
    title: { el: 'Έκδοση τροποποίησης', en: 'Amendment issued' },
    required: ['act', 'effectiveDate'],
    optional: [],
  },
  AMENDMENT_PAYMENT: {
    title: { el: 'Πληρωμή τροποποίησης', en: 'Payment of an amendment' },
    required: ['act', 'amount', 'dueDate', 'paymentCode'],
    optional: ['effectiveDate'],
  },
  AMENDMENT_EXPIRED: {
    title: { el: 'Τροποποίηση που δεν πληρώθηκε', en: 'Amendment not paid' },
    required: ['act'],
    optional: ['effectiveDate'],
  },
  AMENDMENT_REVERSED: {
    title: { el: 'Αντιλογισμός τροποποίησης', en: 'Amendment reversed' },
    required: ['act'],
    optional: ['effectiveDate'],
  },
  CREDITOR_NOTICE: {
    title: { el: 'Ενημέρωση δανειστή', en: 'Notice to the creditor' },
    required: ['client', 'act', 'effectiveDate'],
    optional: [],
  },
  WITHDRAWAL_RECEIVED: {
    title: { el: 'Επιβεβαίωση υπαναχώρησης', en: 'Withdrawal acknowledged' },
    required: ['receivedAt', 'statement', 'outcome'],
    optional: ['way'],
  },
} as const satisfies Readonly<Record<string, LetterRow>>;

export type LetterKind = keyof typeof ROWS;
export const LETTER_KINDS = Object.keys(ROWS) as readonly LetterKind[];
export const LETTER_ROWS: Readonly<Record<LetterKind, LetterRow>> = ROWS;

export interface LetterTemplate {
  readonly subject: Text;
  readonly body: Text;
}

export interface LetterTexts {
  readonly version: number;
  readonly logo: string | null;
  readonly signature: Text;
  readonly templates: Readonly<Record<LetterKind, LetterTemplate>>;
}

export function listAllowedPlaceholders(kind: LetterKind): readonly string[] {
  const { required, optional } = LETTER_ROWS[kind];
  return [...COMMON, ...required, ...optional];
}

export function listMissingPlaceholders(kind: LetterKind, text: string): string[] {
  const present = new Set(listPlaceholders(text));
  return LETTER_ROWS[kind].required.filter((name) => !present.has(name));
}
