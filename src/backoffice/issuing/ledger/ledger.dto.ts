import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText, IsoDate, Required, TextUpTo, combineDecorators } from '../../../common/validation/decorators.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;
const MONTH_CHECK = buildCheck(
  'month',
  { el: 'Μήνας ως ΕΕΕΕ-ΜΜ.', en: 'A month as YYYY-MM.' },
  (value) => typeof value === 'string' && MONTH.test(value),
  { pattern: MONTH.source },
);
const MAX_ACCOUNT = 100;

export class LedgerAccountResponse {
  /** Code; agents and customers are one line each. @example 'premium-income:fire:FIRE' */
  account: string;

  /** Kind of the account. @example 'PREMIUM_INCOME' */
  kind: string;

  /** Title in the language of the call. @example 'Εγγεγραμμένα ασφάλιστρα, Πυρός, Κλάδος πυρός' */
  title: string;

  /** Present balance; debits are positive. @example -252 */
  balance: number;
}

export class LedgerAccountsResponse {
  /** All accounts that have entries, by code. */
  items: LedgerAccountResponse[];
}

export class TrialBalanceQuery {
  /** Last day of the period, in Athens. @example '2026-11-30' */
  @Required()
  @IsoDate()
  on: string;

  /** First day of the period; the first day of the year of `on` when absent. @example '2026-11-01' */
  @IsoDate()
  from?: string;
}

export class TrialBalanceLineResponse {
  /** Code; agents and customers are one line each. @example 'bank' */
  account: string;

  /** Kind of the account. @example 'BANK' */
  kind: string;

  /** Title in the language of the call. @example 'Τράπεζα' */
  title: string;

  /** Balance before the period; debits are positive. @example 0 */
  opening: number;

  /** Sum of the debits of the period. @example 332.64 */
  debit: number;

  /** Sum of the credits of the period. @example 0 */
  credit: number;

  /** Balance at the end of the last day. @example 332.64 */
  closing: number;
}

export class TrialBalanceResponse {
  /** First day of the period. @example '2026-01-01' */
  from: string;

  /** Last day of the period. @example '2026-11-30' */
  on: string;

  /** Sum of all debits of the period. @example 665.28 */
  debit: number;

  /** Sum of all credits of the period, equal to the debits. @example 665.28 */
  credit: number;

  /** Sum of all balances, always 0. @example 0 */
  closing: number;

  /** Accounts by code. */
  items: TrialBalanceLineResponse[];
}

export class JournalQuery extends PageQueryDto {
  /** First day of the books, in Athens. @example '2026-11-01' */
  @Required()
  @IsoDate()
  from: string;

  /** First day that is not included, at most a year later. @example '2026-12-01' */
  @Required()
  @IsoDate()
  to: string;

  /** Code of an account, or `agent`, `agent-payable` or `customer-payable` for all of them. @example 'bank' */
  @TextUpTo(MAX_ACCOUNT)
  account?: string;
}

export class JournalEntryResponse {
  /** Transaction; its entries sum to zero. @example 1042 */
  transactionId: number;

  /** Day of the books. @example '2026-11-25' */
  bookedOn: string;

  /** Day that the booking belongs to, before `bookedOn` when its month was closed. @example '2026-11-25' */
  valueDate: string;

  /** Time of the entry. @example '2026-11-25T10:15:00' */
  at: string;

  /** Kind of the transaction. @example 'CHARGE' */
  kind: string;

  /** Title of the kind in the language of the call. @example 'Χρέωση συνεργάτη' */
  kindTitle: string;

  /** Code of the account. @example 'agent:10001' */
  account: string;

  /** Debit; null for a credit. @example 332.64 */
  debit: number | null;

  /** Credit; null for a debit. @example 12.5 */
  credit: number | null;

  /** Reference of the booking. @example 'P260000042/1' */
  reference: string;

  /** Application; null without one. @example 42 */
  applicationId: number | null;

  /** Policy; null without one. @example 'P260000042' */
  policyNo: string | null;

  /** Number of the receipt; null without one. @example 1042 */
  receiptNo: number | null;
}

export class JournalResponse extends PageResponseOf(JournalEntryResponse) {}

export class ClosedMonthResponse {
  /** Month. @example '2026-10' */
  month: string;

  /** CLOSING until its unearned premium is booked, then CLOSED. @example 'CLOSED' */
  state: 'CLOSING' | 'CLOSED';

  /** Time of the closing. @example '2026-11-05T10:15:00' */
  closedAt: string;

  /** Name of the user who closed it. @example 'Τμήμα Εκδόσεων' */
  closedBy: string;

  /** Transaction of its unearned premium; null without one. @example 2042 */
  unearnedTransactionId: number | null;
}

export class OpenMonthResponse {
  /** Month. @example '2026-11' */
  month: string;

  /** Reasons why it cannot be closed now; empty when it can. @example [] */
  missing: string[];
}

export class ClosingsResponse {
  /** First month with entries that is not closed; null without one. */
  open: OpenMonthResponse | null;

  /** Closed months, latest first. */
  items: ClosedMonthResponse[];
}

export class ClosingRequest {
  /** Month to close, after the latest closed one. @example '2026-11' */
  @combineDecorators(CheckedText(MONTH_CHECK), Required())
  month: string;
}
