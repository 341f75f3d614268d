import type { Text } from '../../../common/language.js';

interface EventTypeRow {
  readonly type: string;
  readonly text: Text;
  readonly data: readonly EventField[];
}

export interface EventField {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'string' | 'date';
  readonly isNullable?: true;
  readonly text: string;
  readonly example: string | number | null;
}

const APPLICATION: EventField = { name: 'application_id', type: 'integer', text: 'Id of the application.', example: 1042 };
const POLICY: readonly EventField[] = [
  APPLICATION,
  { name: 'policy_no', type: 'string', text: 'Number of the policy.', example: 'P260001042' },
];
const AMENDMENT_NO: EventField = { name: 'amendment_no', type: 'integer', text: 'Number of the amendment within its policy.', example: 1 };
const AMENDMENT_KIND: EventField = {
  name: 'kind',
  type: 'string',
  text: 'CHANGE, REPLACEMENT, CLAUSE, CORRECTION or SUCCESSION.',
  example: 'CHANGE',
};
const RECEIPT: readonly EventField[] = [
  APPLICATION,
  { name: 'receipt_no', type: 'integer', text: 'Number of the receipt.', example: 311 },
  { name: 'instalment_no', type: 'integer', text: 'Number of the instalment.', example: 1 },
  { name: 'gross', type: 'number', text: 'Amount in euro; of a refund it is negative.', example: 318.04 },
  { name: 'due_date', type: 'date', text: 'Due date.', example: '2026-12-01' },
];

const CUSTOMER_ACT: readonly EventField[] = [
  APPLICATION,
  { name: 'act_id', type: 'integer', text: 'Id of the act with its evidence.', example: 12 },
  { name: 'channel', type: 'string', text: 'LINK (the customer’s page) or SANDBOX.', example: 'LINK' },
];

/** A new type needs a migration: its trigger, and the check of `event.type` (events.2). */
const ROWS = [
  {
    type: 'application.status_changed',
    text: {
      el: 'Άλλαξε η κατάσταση της αίτησης ή καταχωρίστηκε μεταβολή των στοιχείων της.',
      en: 'An application was created, changed its status, or had personal data erased.',
    },
    data: [
      APPLICATION,
      { name: 'application_no', type: 'string', text: 'Number of the application.', example: 'F0001042' },
      { name: 'line', type: 'string', text: 'Line of business.', example: 'fire' },
      { name: 'from', type: 'string', isNullable: true, text: 'Status before; null of a new application.', example: '01' },
      { name: 'to', type: 'string', text: 'Status after.', example: '45' },
      { name: 'action', type: 'string', text: 'Action of the state table.', example: 'prepay' },
      { name: 'actor', type: 'string', text: 'Actor: agent, underwriter, customer, bank, staff or clock.', example: 'agent' },
      { name: 'version', type: 'integer', text: 'Version of the application after the change.', example: 3 },
    ],
  },
  {
    type: 'application.transferred',
    text: {
      el: 'Η αίτηση ή το συμβόλαιο μεταβιβάστηκε σε άλλον συνεργάτη.',
      en: 'An application or policy was transferred to another agent.',
    },
    data: [
      APPLICATION,
      { name: 'application_no', type: 'string', text: 'Number of the application.', example: 'F260001042' },
      { name: 'policy_no', type: 'string', isNullable: true, text: 'Number of the policy; null of an application.', example: 'P260001042' },
      { name: 'direction', type: 'string', text: 'OUT for the previous agent, IN for the new one.', example: 'IN' },
      { name: 'version', type: 'integer', text: 'Version of the application after the transfer.', example: 4 },
    ],
  },
  {
    type: 'underwriting.decided',
    text: { el: 'Η Ανάληψη Κινδύνων αποφάσισε για την αίτηση.', en: 'Underwriting made a decision on an application.' },
    data: [
      APPLICATION,
      { name: 'decision', type: 'string', text: 'approve, return, request_documents or decline.', example: 'approve' },
      {
        name: 'outcome',
        type: 'string',
        text: 'approve, approve_with_terms, return, request_documents or decline.',
        example: 'approve_with_terms',
      },
      { name: 'loading_percent', type: 'number', isNullable: true, text: 'Loading of the premium by the terms.', example: 10 },
      { name: 'deductible', type: 'number', isNullable: true, text: 'Deductible by the terms, in euro.', example: 500 },
      { name: 'excluded_covers', type: 'integer', text: 'Number of covers that the terms exclude.', example: 0 },
      { name: 'gross_before', type: 'number', isNullable: true, text: 'Price before the decision, in euro.', example: 332.64 },
      {
        name: 'gross_after',
        type: 'number',
        isNullable: true,
        text: 'Price after it; null once it has to be calculated again.',
        example: 365.9,
      },
    ],
  },
  {
    type: 'offer.made',
    text: { el: 'Εκδόθηκε προσφορά για την αίτηση.', en: 'An offer was made for an application.' },
    data: [
      APPLICATION,
      { name: 'offer_no', type: 'string', text: 'Number of the offer.', example: 'O260000012' },
      { name: 'document_id', type: 'integer', text: 'Id of its document.', example: 7 },
      { name: 'gross', type: 'number', text: 'Price in euro, with taxes and levies.', example: 332.64 },
      { name: 'valid_until', type: 'date', text: 'Last day on which the price counts.', example: '2026-12-20' },
      { name: 'version', type: 'integer', text: 'Version of the application that it offers.', example: 2 },
    ],
  },
  {
    type: 'policy.issued',
    text: { el: 'Εκδόθηκε συμβόλαιο.', en: 'A policy was issued.' },
    data: [...POLICY, { name: 'renewal_of', type: 'integer', isNullable: true, text: 'Id of the policy that it renews.', example: null }],
  },
  {
    type: 'policy.renewed',
    text: { el: 'Εκδόθηκε η ανανέωση του συμβολαίου.', en: 'The renewal of the policy was issued.' },
    data: [...POLICY, { name: 'renewed_by', type: 'integer', text: 'Id of the renewal.', example: 2077 }],
  },
  {
    type: 'renewal.prepared',
    text: { el: 'Ετοιμάστηκε η ανανέωση του συμβολαίου.', en: 'The renewal of the policy was prepared near its end.' },
    data: [
      ...POLICY,
      { name: 'renewed_by', type: 'integer', text: 'Id of the renewal.', example: 2077 },
      { name: 'status', type: 'string', text: 'Status of the renewal: 45 awaits its payment.', example: '45' },
    ],
  },
  {
    type: 'amendment.status_changed',
    text: { el: 'Άλλαξε η κατάσταση πρόσθετης πράξης.', en: 'An amendment of a policy made a transition.' },
    data: [
      APPLICATION,
      AMENDMENT_NO,
      AMENDMENT_KIND,
      { name: 'from', type: 'string', isNullable: true, text: 'Status before; null of a new amendment.', example: '01' },
      { name: 'to', type: 'string', text: 'Status after.', example: '50' },
      { name: 'action', type: 'string', text: 'Action of the state table.', example: 'issue' },
      { name: 'actor', type: 'string', text: 'Who acted: agent, underwriter, bank, staff or clock.', example: 'agent' },
    ],
  },
  {
    type: 'policy.changed',
    text: { el: 'Εκδόθηκε ή αντιλογίστηκε πρόσθετη πράξη.', en: 'An amendment of the policy was issued or reversed.' },
    data: [
      ...POLICY,
      AMENDMENT_NO,
      { name: 'effective_date', type: 'date', text: 'First day of the change.', example: '2027-03-15' },
      AMENDMENT_KIND,
      { name: 'status', type: 'string', text: '50 issued, 70 reversed.', example: '50' },
    ],
  },
  {
    type: 'policy.lapsed',
    text: { el: 'Η σύμβαση λύθηκε λόγω μη καταβολής δόσης.', en: 'The policy lapsed because an instalment was not paid.' },
    data: POLICY,
  },
  {
    type: 'policy.cancelled',
    text: { el: 'Το συμβόλαιο ακυρώθηκε πριν από τη λήξη.', en: 'The policy was cancelled mid-term.' },
    data: POLICY,
  },
  {
    type: 'policy.reinstated',
    text: { el: 'Το συμβόλαιο επανήλθε σε ισχύ.', en: 'A cancelled or lapsed policy is in force again.' },
    data: POLICY,
  },
  { type: 'policy.expired', text: { el: 'Το συμβόλαιο έληξε.', en: 'The policy expired.' }, data: POLICY },
  { type: 'receipt.created', text: { el: 'Εκδόθηκε απόδειξη.', en: 'A receipt was issued.' }, data: RECEIPT },
  { type: 'receipt.paid', text: { el: 'Η απόδειξη εξοφλήθηκε.', en: 'A receipt was paid.' }, data: RECEIPT },
  {
    type: 'receipt.reopened',
    text: { el: 'Η πληρωμή της απόδειξης αντιλογίστηκε.', en: 'The payment of a receipt was reversed, so that it is due again.' },
    data: RECEIPT,
  },
  { type: 'receipt.cancelled', text: { el: 'Η απόδειξη ακυρώθηκε.', en: 'A receipt was cancelled.' }, data: RECEIPT },
  {
    type: 'document.created',
    text: { el: 'Προστέθηκε έγγραφο ή βρέθηκε ιός σε έγγραφο.', en: 'A document was uploaded or printed, or found infected.' },
    data: [
      APPLICATION,
      { name: 'document_id', type: 'integer', text: 'Id of the document.', example: 7 },
      { name: 'category', type: 'integer', text: 'Category of the document.', example: 1 },
      { name: 'status', type: 'string', text: 'clean, pending or infected.', example: 'clean' },
    ],
  },
  {
    type: 'service_request.updated',
    text: { el: 'Το αίτημα εξυπηρέτησης απαντήθηκε ή έκλεισε.', en: 'A service request was answered or closed.' },
    data: [
      { name: 'service_request_id', type: 'string', text: 'Number of the request.', example: 'SR-26-000123-K' },
      { name: 'status', type: 'string', text: 'OPEN, ANSWERED or CLOSED.', example: 'ANSWERED' },
    ],
  },
  {
    type: 'customer.accepted',
    text: { el: 'Ο πελάτης αποδέχθηκε την πρόταση.', en: 'The customer accepted the offer by an own act.' },
    data: CUSTOMER_ACT,
  },
  {
    type: 'customer.rejected',
    text: { el: 'Ο πελάτης δεν αποδέχθηκε την πρόταση.', en: 'The customer rejected the offer by an own act.' },
    data: CUSTOMER_ACT,
  },
  {
    type: 'withdrawal.received',
    text: { el: 'Ο πελάτης υπαναχώρησε από τη σύμβαση.', en: 'The customer declared a withdrawal from the contract.' },
    data: [
      ...POLICY,
      { name: 'withdrawal_id', type: 'integer', text: 'Id of the withdrawal.', example: 4 },
      { name: 'state', type: 'string', text: 'CANCELLED (the policy was cancelled), or OPEN (staff decide).', example: 'CANCELLED' },
    ],
  },
  {
    type: 'api_key.expiring',
    text: {
      el: 'Κλειδί API προγράμματος που ενεργεί για τον συνεργάτη λήγει σύντομα.',
      en: 'An API key of a program that acts for the agent expires soon.',
    },
    data: [
      { name: 'key_id', type: 'integer', text: 'Id of the key.', example: 12 },
      { name: 'key_prefix', type: 'string', text: 'First six characters of the key.', example: 'Vd81uL' },
      { name: 'expires_at', type: 'string', text: 'When it stops working, UTC.', example: '2027-11-20T10:30:00Z' },
      { name: 'days', type: 'integer', text: 'Days before the end at which it is announced: 30 or 7.', example: 30 },
    ],
  },
  {
    type: 'clock.ready',
    text: {
      el: 'Ολοκληρώθηκε η μετακίνηση του ρολογιού του συνεργάτη (μόνο στο sandbox).',
      en: "The agent's clock has reached its new time (sandbox only).",
    },
    data: [{ name: 'frozen_time', type: 'string', text: 'Instant at which the clock is stopped.', example: '2027-03-05T08:00:00Z' }],
  },
] as const satisfies readonly EventTypeRow[];

export type EventType = (typeof ROWS)[number]['type'];
export const EVENT_TYPES: readonly (EventTypeRow & { readonly type: EventType })[] = ROWS;
export const EVENT_TYPE_NAMES: readonly EventType[] = ROWS.map(({ type }) => type);
