import { IsoDate, Required, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';

const MAX_CODE = 20;

export class AccountQuery {
  /** The agent of the token, or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;
}

export class AccountStatementQuery extends PageQuery {
  /** The agent of the token, or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;

  /** First day, Athens. @example '2026-11-01' */
  @Required()
  @IsoDate()
  from: string;

  /** The day after the last one, Athens: at most a year after the first. @example '2026-12-01' */
  @Required()
  @IsoDate()
  to: string;
}

/** Debt by the age of unpaid charges. Settlements and credits pay the oldest first. */
export class AgedDebtResponse {
  /** Of instalments whose period has not begun, euro. @example 87.31 */
  not_due: number;
  /** Charged in the last 30 days, euro. @example 332.64 */
  days_0_30: number;
  /** Charged 31 to 60 days ago, euro. @example 0 */
  days_31_60: number;
  /** Charged 61 to 90 days ago, euro. @example 0 */
  days_61_90: number;
  /** Charged more than 90 days ago, euro. @example 0 */
  over_90: number;
}

export class LastSettlementResponse {
  /** When it was booked, Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** Euro. @example 1000 */
  amount: number;
}

export class OpenChargeResponse {
  /** Application or policy. @example 1 */
  application_id: number;
  /** Number of the policy. @example 'P260000001' */
  policy_no: string;
  /** Receipt that was charged. @example 17 */
  receipt_no: number;
  /** Policy and instalment. @example 'P260000001/1' */
  reference: string;
  /** When it was charged, Athens. @example '2026-11-21T10:20:00' */
  charged_at: string;
  /** When the receipt is due, Athens. @example '2026-11-21' */
  due_date: string;
  /** Of the receipt, euro. @example 332.64 */
  gross: number;
  /** What of it is not paid, euro. @example 332.64 */
  open: number;
}

export class AccountResponse {
  /** Agent. @example '10001' */
  agent_code: string;
  /** What the agent owes, euro; below zero it has credit. @example 419.95 */
  balance: number;
  /** The most that it may owe, euro. @example 50000 */
  credit_limit: number;
  /** What may still be charged, euro. @example 49580.05 */
  credit_left: number;
  /** Credit that is to be paid out to the agent and was not yet, euro. @example 0 */
  credit_set_aside: number;
  /** What is owed, by age. */
  aged_debt: AgedDebtResponse;
  /** The agent's last payment; null when there is none. */
  last_settlement: LastSettlementResponse | null;
  /** The charges that are not paid, the oldest first, at most a hundred. */
  open_charges: OpenChargeResponse[];
  /** All charges that are not paid. @example 2 */
  open_charges_total: number;
}

export class AccountEntryResponse {
  /** Number of the ledger's transaction. @example 40 */
  transaction_id: number;
  /** When, Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /**
   * CHARGE, SETTLEMENT, REFUND of a cancellation, AGENT_CREDIT (to be paid out) or AGENT_CREDIT_RETURN (not paid out).
   * @example 'CHARGE'
   */
  kind: string;
  /** What it is known by: policy and instalment, or the bank's reference. @example 'P260000001/1' */
  reference: string;
  /** Application or policy. @example 1 */
  application_id: number | null;
  /** Number of the policy. @example 'P260000001' */
  policy_no: string | null;
  /** Receipt. @example 17 */
  receipt_no: number | null;
  /** Series and number of the receipt. @example '26F 17' */
  receipt: string | null;
  /** Name of the policyholder. @example 'Παπαδοπούλου Ελένη' */
  client_name: string | null;
  /** Gross premium of the receipt, euro; negative when it goes back. @example 332.64 */
  gross: number | null;
  /** Net premium of the receipt, euro; negative when it goes back. @example 252 */
  net: number | null;
  /** The agent owes so much more, euro. @example 332.64 */
  debit: number | null;
  /** The agent owes so much less, euro. @example 100 */
  credit: number | null;
  /** What the agent owed after it, euro. @example 1332.64 */
  balance: number;
}

export class AccountStatementResponse {
  /** Agent. @example '10001' */
  agent_code: string;
  /** First day, Athens. @example '2026-11-01' */
  from: string;
  /** The day after the last one, Athens. @example '2026-12-01' */
  to: string;
  /** What the agent owed before the period, euro. @example 1000 */
  opening_balance: number;
  /** What it owed after the period, euro. @example 1332.64 */
  closing_balance: number;
  /** Sum of the period, euro. @example 332.64 */
  debits: number;
  /** Sum of the period, euro. @example 0 */
  credits: number;
  /** The requested part. */
  entries: AccountEntryResponse[];
}
