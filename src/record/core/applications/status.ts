import type { Text } from '../../../common/language.js';

/** What a status says of an application or policy. Code, SQL and the constraints of the tables (compared by a test) all go by these. */
interface StatusProperties {
  readonly title: Text;
  /** From issue on the application is a policy. */
  readonly stage: 'application' | 'policy';
  /** Nothing leads on from it. */
  readonly isFinal: boolean;
  /** Whether it has a price. */
  readonly price: 'never' | 'perhaps' | 'always';
  /** Who has to do something next; `payment` is the one that issues the policy, until the `payBy` of the application. */
  readonly awaits: 'agent' | 'underwriting' | 'customer' | 'payment' | 'instalment' | 'anniversary' | 'nothing';
  /** No other policy of the same period can have its plate. */
  readonly holdsPlate: boolean;
  /** Ended without or before its year: as a renewal it leaves room for another one. */
  readonly isGivenUp: boolean;
}

type Row<Code extends string> = StatusProperties & { readonly code: Code };
type Awaits = StatusProperties['awaits'];

function application<Code extends string>(code: Code, awaits: Awaits, title: Text, differing: Partial<StatusProperties> = {}): Row<Code> {
  return { code, awaits, title, stage: 'application', isFinal: false, price: 'always', holdsPlate: false, isGivenUp: false, ...differing };
}

function policy<Code extends string>(code: Code, awaits: Awaits, title: Text, differing: Partial<StatusProperties> = {}): Row<Code> {
  return { code, awaits, title, stage: 'policy', isFinal: false, price: 'always', holdsPlate: true, isGivenUp: false, ...differing };
}

function ended<Code extends string>(code: Code, title: Text, differing: Partial<StatusProperties> = {}): Row<Code> {
  return policy(code, 'nothing', title, { isFinal: true, holdsPlate: false, ...differing });
}

/** A new status is a row here, its rows of the state table, and a migration of the constraints that name statuses. */
const ROWS = {
  IN_ENTRY: application('00', 'agent', { el: 'Σε καταχώριση', en: 'In entry' }, { price: 'never' }),
  NEEDS_APPROVAL: application('25', 'agent', { el: 'Σε καταχώριση, απαιτεί έγκριση', en: 'In entry, needs approval' }),
  CALCULATED: application('01', 'agent', { el: 'Υπολογισμένη', en: 'Calculated' }),
  UNDER_REVIEW: application('30', 'underwriting', { el: 'Σε έλεγχο από underwriter', en: 'With the underwriter' }),
  DOCUMENTS_REQUESTED: application('11', 'underwriting', {
    el: 'Σε διαδικασία έγκρισης, ζητήθηκαν έγγραφα',
    en: 'In approval, documents requested',
  }),
  AWAITING_CUSTOMER_APPROVAL: application('12', 'customer', { el: 'Αναμονή έγκρισης πελάτη', en: 'Waiting for customer approval' }),
  AWAITING_ACCEPTANCE: application('39', 'customer', { el: 'Αναμονή αποδοχής', en: 'Sent for acceptance' }),
  DECLINED: application('31', 'agent', { el: 'Απορρίφθηκε', en: 'Declined' }, { price: 'perhaps' }),
  PREPAY: application('45', 'payment', { el: 'Σε προπληρωμή', en: 'In prepay' }),
  CANCELLED: application('02', 'nothing', { el: 'Ακυρώθηκε', en: 'Cancelled' }, { isFinal: true, price: 'perhaps', isGivenUp: true }),
  IN_FORCE: policy('50', 'anniversary', { el: 'Σε ισχύ', en: 'In force' }),
  UNPAID: policy('55', 'instalment', { el: 'Σε ισχύ, ανεξόφλητη δόση', en: 'In force, instalment unpaid' }),
  EXPIRED: ended('60', { el: 'Έληξε', en: 'Expired' }),
  RENEWED: ended('65', { el: 'Ανανεώθηκε', en: 'Renewed' }),
  CANCELLED_MID_TERM: ended('70', { el: 'Ακυρώθηκε πριν τη λήξη', en: 'Cancelled mid-term' }, { isGivenUp: true }),
};

type Rows = typeof ROWS;
type Codes = { readonly [Name in keyof Rows]: Rows[Name]['code'] };

/** The codes of the statuses, for all lines (docs/states.md). */
export const Status = Object.fromEntries(Object.entries(ROWS).map(([name, { code }]) => [name, code])) as Codes;
export type Status = Codes[keyof Codes];

/** The statuses a calculation can end in. */
export type CalculatedStatus = typeof Status.IN_ENTRY | typeof Status.NEEDS_APPROVAL | typeof Status.CALCULATED;

export const STATUSES = Object.fromEntries<unknown>(Object.values(ROWS).map((row) => [row.code, row])) as Readonly<
  Record<Status, StatusProperties>
>;

/** The statuses of which something holds, in the order of the table. */
export function statusesWhich(holds: (properties: StatusProperties) => boolean): ReadonlySet<Status> {
  return new Set(Object.values(Status).filter((status) => holds(STATUSES[status])));
}

export const FINAL_STATUSES = statusesWhich(({ isFinal }) => isFinal);
/** From issue on the application is a policy. */
export const POLICY_STATUSES = statusesWhich(({ stage }) => stage === 'policy');
/** The first payment, which issues the policy, can come. */
export const PAYABLE_STATUSES = statusesWhich(({ awaits }) => awaits === 'payment');
/** As a renewal, it leaves room for another one. */
export const GIVEN_UP_STATUSES = statusesWhich(({ isGivenUp }) => isGivenUp);

/** Statuses as SQL lists them: `status IN (${listed(POLICY_STATUSES)})`. */
export function listed(statuses: Iterable<Status>): string {
  const list = [...statuses].map((status) => `'${status}'`).join(', ');
  if (list === '') throw new Error('SQL takes no empty list of statuses');
  return list;
}
