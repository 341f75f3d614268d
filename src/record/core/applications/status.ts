import type { Text } from '../../../common/language.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';

interface StatusProperties {
  readonly title: Text;
  /** Title in lines whose cover stops while an instalment is unpaid. */
  readonly suspendedTitle?: Text;
  readonly stage: 'application' | 'policy';
  readonly isFinal: boolean;
  readonly price: 'never' | 'perhaps' | 'always';
  readonly awaits: 'agent' | 'underwriting' | 'customer' | 'payment' | 'instalment' | 'anniversary' | 'nothing';
  /** No other policy of the same period can have its plate. */
  readonly holdsPlate: boolean;
  /** It ended before its year, so that another renewal may replace it. */
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

/** A new status also needs rows of the state table and a migration of the constraints that name statuses. */
const ROWS = {
  IN_ENTRY: application('00', 'agent', { el: 'Προς συμπλήρωση', en: 'To be completed' }, { price: 'never' }),
  NEEDS_APPROVAL: application('25', 'agent', { el: 'Απαιτείται έγκριση', en: 'Approval required' }),
  CALCULATED: application('01', 'agent', { el: 'Τιμολογημένη', en: 'Priced' }),
  UNDER_REVIEW: application('30', 'underwriting', { el: 'Προς έγκριση στην Ανάληψη Κινδύνων', en: 'With underwriting' }),
  DOCUMENTS_REQUESTED: application('11', 'underwriting', {
    el: 'Εκκρεμούν δικαιολογητικά',
    en: 'Documents requested',
  }),
  AWAITING_CUSTOMER_APPROVAL: application('12', 'customer', { el: 'Αναμονή έγκρισης από τον πελάτη', en: 'Awaiting client approval' }),
  AWAITING_ACCEPTANCE: application('39', 'customer', { el: 'Αναμονή αποδοχής', en: 'Awaiting acceptance' }),
  DECLINED: application('31', 'agent', { el: 'Απορρίφθηκε', en: 'Declined' }, { price: 'perhaps' }),
  PREPAY: application('45', 'payment', { el: 'Αναμονή πληρωμής', en: 'Awaiting payment' }),
  CANCELLED: application('02', 'nothing', { el: 'Ακυρώθηκε', en: 'Cancelled' }, { isFinal: true, price: 'perhaps', isGivenUp: true }),
  IN_FORCE: policy('50', 'anniversary', { el: 'Σε ισχύ', en: 'In force' }),
  UNPAID: policy(
    '55',
    'instalment',
    { el: 'Ανεξόφλητη δόση', en: 'Instalment unpaid' },
    { suspendedTitle: { el: 'Αναστολή κάλυψης λόγω ανεξόφλητης δόσης', en: 'Cover suspended, instalment unpaid' } },
  ),
  EXPIRED: ended('60', { el: 'Έληξε', en: 'Expired' }),
  RENEWED: ended('65', { el: 'Ανανεώθηκε', en: 'Renewed' }),
  CANCELLED_MID_TERM: ended('70', { el: 'Ακυρώθηκε πριν από τη λήξη', en: 'Cancelled mid-term' }, { isGivenUp: true }),
};

type Rows = typeof ROWS;
type Codes = { readonly [Name in keyof Rows]: Rows[Name]['code'] };

export const Status = Object.fromEntries(Object.entries(ROWS).map(([name, { code }]) => [name, code])) as Codes;
export type Status = Codes[keyof Codes];

export type CalculatedStatus = typeof Status.IN_ENTRY | typeof Status.NEEDS_APPROVAL | typeof Status.CALCULATED;

export const STATUSES = Object.fromEntries<unknown>(Object.values(ROWS).map((row) => [row.code, row])) as Readonly<
  Record<Status, StatusProperties>
>;

export function getStatusTitle(status: Status, line: LineCode): Text {
  const { title, suspendedTitle = title } = STATUSES[status];
  return getLineRow(line).isSuspendedUnpaid ? suspendedTitle : title;
}

export function listStatuses(holds: (properties: StatusProperties) => boolean): ReadonlySet<Status> {
  return new Set(Object.values(Status).filter((status) => holds(STATUSES[status])));
}

export const FINAL_STATUSES = listStatuses(({ isFinal }) => isFinal);
export const POLICY_STATUSES = listStatuses(({ stage }) => stage === 'policy');
export const PAYABLE_STATUSES = listStatuses(({ awaits }) => awaits === 'payment');
export const GIVEN_UP_STATUSES = listStatuses(({ isGivenUp }) => isGivenUp);

export function formatStatusList(statuses: Iterable<Status>): string {
  const list = [...statuses].map((status) => `'${status}'`).join(', ');
  if (list === '') throw new Error('An SQL list of statuses must not be empty.');
  return list;
}
