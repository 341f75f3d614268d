import { DAYS_TO_BOOK_ALONE } from '../../../common/banking-days.js';
import { formatEuro } from '../../../common/formats.js';
import type { Amount } from '../../../common/money.js';
import type { Text } from '../../../common/language.js';
import type { Role } from '../../../identity/user.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';

export const DAYS_TO_DECIDE = 7;

export const PENDING_ACTION_TITLES = {
  PAYMENT: { el: 'Καταχώριση πληρωμής', en: 'Booking of a payment' },
  CANCELLATION: { el: 'Ακύρωση συμβολαίου', en: 'Cancellation of a policy' },
  AMENDMENT: { el: 'Πρόσθετη πράξη', en: 'Amendment' },
  REINSTATEMENT: { el: 'Επαναφορά συμβολαίου σε ισχύ', en: 'Reinstatement of a policy' },
  SETTLEMENT: { el: 'Καταχώριση εξόφλησης συνεργάτη', en: "Booking of an agent's settlement" },
  SUSPENSE: { el: 'Χρήση ποσού σε εκκρεμότητα με διαγραφή διαφοράς', en: 'Use of money in suspense with a write-off' },
  BANK_ITEM: { el: 'Εγγραφή χρέωσης της τράπεζας', en: 'Booking of a debit of the bank' },
  FACTOR_RESET: { el: 'Επαναφορά δεύτερου παράγοντα', en: 'Reset of a second factor' },
  DECISION: { el: 'Απόφαση ανάληψης κινδύνου', en: 'Underwriting decision' },
  AMENDMENT_DECISION: { el: 'Απόφαση για πρόσθετη πράξη', en: 'Decision on an amendment' },
  CLOSING: { el: 'Κλείσιμο μήνα', en: 'Closing of a month' },
  AUTHORITY: { el: 'Εγκριτικά όρια', en: 'Underwriting authority' },
  TRANSFER: { el: 'Μεταβίβαση χαρτοφυλακίου', en: 'Transfer of a portfolio' },
  REVERSAL: { el: 'Αντιλογισμός εγγραφής', en: 'Reversal of a booking' },
} as const satisfies Readonly<Record<string, Text>>;
export type ActionKind = keyof typeof PENDING_ACTION_TITLES;

export const OLD_VALUE_DATE: Text = {
  el: `Η ημερομηνία αξίας είναι παλαιότερη από ${DAYS_TO_BOOK_ALONE} εργάσιμες ημέρες.`,
  en: `The value date is more than ${DAYS_TO_BOOK_ALONE} banking days ago.`,
};

export function buildAboveLimit(limit: number): Text {
  const sum = formatEuro(limit.toFixed(2));
  return { el: `Το ποσό υπερβαίνει τα ${sum.el}.`, en: `The amount is above ${sum.en}.` };
}

export interface ProposedAction {
  readonly kind: ActionKind;
  readonly request: object;
  /** Sentence that says what the action does, without personal data. */
  readonly summary: Text;
  readonly why: Text;
  readonly amount: Amount | null;
  readonly applicationId: number | null;
  readonly agentCode: string | null;
}

export interface ActionHandler<Request extends object> {
  readonly roles: readonly Role[];
  /** Checks again and acts in the caller's unit of work only. The result is stored: no personal data. */
  readonly run: (staff: StaffCaller, request: Request) => Promise<object>;
}

export type ActionState = 'PENDING' | 'DONE' | 'REJECTED' | 'EXPIRED';

export interface PendingAction extends ProposedAction {
  readonly id: number;
  readonly state: ActionState;
  readonly requestedById: number;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  readonly result: object | null;
}
