import { IsoDate, Required } from '../../../common/validation/decorators.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

export class ReconciliationQuery extends PageQueryDto {
  /** Day of the balances, in Athens. @example '2026-11-30' */
  @Required()
  @IsoDate()
  on: string;
}

export class ReconciliationItemResponse {
  /**
   * BOOKING (of the books, in no statement), LINE (of a statement, not in the books), OPENING (balance before the first
   * statement) or GAP (between two statements).
   * @example 'BOOKING'
   */
  kind: string;
  /** Title of the kind in the language of the call. @example 'Μόνο στα βιβλία' */
  title: string;
  /** Day of the books, or of the line at the bank. @example '2026-11-21' */
  day: string;
  /** Part of the difference: above zero where the books have more. @example 332.64 */
  amount: number;
  /** Number of days between `day` and the day of the balances. @example 9 */
  days: number;
  /** Whether a booking or line is open for more than five days. @example true */
  isOverdue: boolean;
  /** Reference of the booking or of the line. @example 'NBG-20261121-000123' */
  reference: string;
  /** Ledger transaction; null without a booking. @example 1042 */
  transactionId: number | null;
  /** Kind of the transaction. @example 'PAYMENT' */
  transactionKind: string | null;
  /** Title of the kind of transaction in the language of the call. @example 'Πληρωμή πελάτη' */
  transactionTitle: string | null;
  /** Whether staff booked it, and not a file of the bank; null without a booking. @example true */
  isByHand: boolean | null;
  /** Application; null without one. @example 1 */
  applicationId: number | null;
  /** Policy; null without one. @example 'P260000001' */
  policyNo: string | null;
  /** Statement of the line; null without one. @example 3 */
  statementId: number | null;
  /** Id of the line; null without one. @example 17 */
  entryId: number | null;
  /** Text of the line; null without one. @example 'ΠΡΟΜΗΘΕΙΑ ΤΗΡΗΣΗΣ' */
  text: string | null;
}

/** The items are the difference, to the cent, unless a statement contradicts itself. */
export class ReconciliationResponse extends PageResponseOf(ReconciliationItemResponse) {
  /** Day of the balances. @example '2026-11-30' */
  on: string;
  /** Balance of the bank account in the books. @example 1332.64 */
  books: number;
  /** Balance of the bank's statements. @example 1000 */
  statements: number;
  /** Last day that the statements cover; null without one. @example '2026-11-29' */
  statementsTo: string | null;
  /** Balance of the books less that of the statements. @example 332.64 */
  difference: number;
  /** Part of the difference that no item explains. @example 0 */
  unexplained: number;
  /** Number of bookings and lines that are open for more than five days. @example 1 */
  overdue: number;
}
