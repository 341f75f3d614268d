import type { Text } from '../../common/language.js';

/** Status codes of applications and policies, both lines (docs/states.md). */
export const Status = {
  IN_ENTRY: '00',
  NEEDS_APPROVAL: '25',
  CALCULATED: '01',
  UNDER_REVIEW: '30',
  DOCUMENTS_REQUESTED: '11',
  AWAITING_CUSTOMER_APPROVAL: '12',
  AWAITING_ACCEPTANCE: '39',
  DECLINED: '31',
  PREPAY: '45',
  CANCELLED: '02',
  IN_FORCE: '50',
  UNPAID: '55',
  EXPIRED: '60',
  RENEWED: '65',
  CANCELLED_MID_TERM: '70',
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** The statuses a calculation can end in. */
export type CalculatedStatus = typeof Status.IN_ENTRY | typeof Status.NEEDS_APPROVAL | typeof Status.CALCULATED;

export const STATUS_TITLES: Readonly<Record<Status, Text>> = {
  '00': { el: 'Σε καταχώριση', en: 'In entry' },
  '25': { el: 'Σε καταχώριση, απαιτεί έγκριση', en: 'In entry, needs approval' },
  '01': { el: 'Υπολογισμένη', en: 'Calculated' },
  '30': { el: 'Σε έλεγχο από underwriter', en: 'With the underwriter' },
  '11': { el: 'Σε διαδικασία έγκρισης, ζητήθηκαν έγγραφα', en: 'In approval, documents requested' },
  '12': { el: 'Αναμονή έγκρισης πελάτη', en: 'Waiting for customer approval' },
  '39': { el: 'Αναμονή αποδοχής', en: 'Sent for acceptance' },
  '31': { el: 'Απορρίφθηκε', en: 'Declined' },
  '45': { el: 'Σε προπληρωμή', en: 'In prepay' },
  '02': { el: 'Ακυρώθηκε', en: 'Cancelled' },
  '50': { el: 'Σε ισχύ', en: 'In force' },
  '55': { el: 'Σε ισχύ, ανεξόφλητη δόση', en: 'In force, instalment unpaid' },
  '60': { el: 'Έληξε', en: 'Expired' },
  '65': { el: 'Ανανεώθηκε', en: 'Renewed' },
  '70': { el: 'Ακυρώθηκε πριν τη λήξη', en: 'Cancelled mid-term' },
};

export const FINAL_STATUSES: ReadonlySet<Status> = new Set([Status.CANCELLED, Status.EXPIRED, Status.RENEWED, Status.CANCELLED_MID_TERM]);

/** From issue on the application is a policy (applications.24). */
export const POLICY_STATUSES: ReadonlySet<Status> = new Set([
  Status.IN_FORCE,
  Status.UNPAID,
  Status.EXPIRED,
  Status.RENEWED,
  Status.CANCELLED_MID_TERM,
]);
