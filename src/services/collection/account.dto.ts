import { IsoDate, Required, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';

const MAX_CODE = 20;

export class AccountQuery {
  /** Agent of the token or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;
}

export class AccountStatementQuery extends PageQuery {
  /** Agent of the token or one of its delegates; the agent of the token when absent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agent_code?: string;

  /** First day, in Athens. @example '2026-11-01' */
  @Required()
  @IsoDate()
  from: string;

  /** Day after the last one, in Athens, at most a year after the first day. @example '2026-12-01' */
  @Required()
  @IsoDate()
  to: string;
}

/** Debt by age of the unpaid charges. Settlements and credits pay the oldest charges first. */
export class AgedDebtResponse {
  /** Charges of instalments whose period has not begun, euro. @example 87.31 */
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
  /** Time of booking, local time in Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** Amount, euro. @example 1000 */
  amount: number;
}

export class OpenChargeResponse {
  /** Id of the application or policy; null for tax withheld from commission. @example 1 */
  application_id: number | null;
  /** Number of the policy; null without one. @example 'P260000001' */
  policy_no: string | null;
  /** Number of the receipt that was charged or whose commission was taken back; null without one. @example 17 */
  receipt_no: number | null;
  /** Number of the policy and of the instalment, or of the commission statement. @example 'P260000001/1' */
  reference: string;
  /** Time of the charge, local time in Athens. @example '2026-11-21T10:20:00' */
  charged_at: string;
  /** Due date of the receipt, in Athens; null without one. @example '2026-11-21' */
  due_date: string | null;
  /** Gross premium of the receipt, euro; null without one. @example 332.64 */
  gross: number | null;
  /** Unpaid part, euro. @example 332.64 */
  open: number;
}

export class AccountResponse {
  /** Code of the agent. @example '10001' */
  agent_code: string;
  /** Debt of the agent, euro; negative for a credit. @example 419.95 */
  balance: number;
  /** Maximum debt, euro. @example 50000 */
  credit_limit: number;
  /** Amount that can still be charged, euro. @example 49580.05 */
  credit_left: number;
  /** Credit to be paid out to the agent, euro. @example 0 */
  credit_set_aside: number;
  /** Debt by age. */
  aged_debt: AgedDebtResponse;
  /** Last payment of the agent; null without one. */
  last_settlement: LastSettlementResponse | null;
  /** Unpaid charges, oldest first, at most 100. */
  open_charges: OpenChargeResponse[];
  /** Number of all unpaid charges. @example 2 */
  open_charges_total: number;
}

export class AccountEntryResponse {
  /** Number of the ledger transaction. @example 40 */
  transaction_id: number;
  /** Time of booking, local time in Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /**
   * CHARGE, SETTLEMENT, REFUND of a cancellation, AGENT_CREDIT (to be paid out), AGENT_CREDIT_RETURN (not paid out),
   * COMMISSION, COMMISSION_RETURN (taken back), COMMISSION_STATEMENT (withheld tax, offset) or REVERSAL.
   * @example 'CHARGE'
   */
  kind: string;
  /** Policy and instalment, or the bank's reference. @example 'P260000001/1' */
  reference: string;
  /** Id of the application or policy; null without one. @example 1 */
  application_id: number | null;
  /** Number of the policy; null without one. @example 'P260000001' */
  policy_no: string | null;
  /** Number of the receipt; null without one. @example 17 */
  receipt_no: number | null;
  /** Series and number of the receipt as printed; null without one. @example '26F 17' */
  receipt: string | null;
  /** Name of the policyholder; null without a policy. @example 'Παπαδοπούλου Ελένη' */
  client_name: string | null;
  /** Gross premium of the receipt, euro; negative for a refund. @example 332.64 */
  gross: number | null;
  /** Net premium of the receipt, euro; negative for a refund. @example 252 */
  net: number | null;
  /** Increase of the debt, euro; null for a credit. @example 332.64 */
  debit: number | null;
  /** Decrease of the debt, euro; null for a debit. @example 100 */
  credit: number | null;
  /** Debt of the agent after the entry, euro. @example 1332.64 */
  balance: number;
}

export class AccountStatementResponse {
  /** Code of the agent. @example '10001' */
  agent_code: string;
  /** First day, in Athens. @example '2026-11-01' */
  from: string;
  /** Day after the last one, in Athens. @example '2026-12-01' */
  to: string;
  /** Debt of the agent before the period, euro. @example 1000 */
  opening_balance: number;
  /** Debt of the agent after the period, euro. @example 1332.64 */
  closing_balance: number;
  /** Sum of the debits of the period, euro. @example 332.64 */
  debits: number;
  /** Sum of the credits of the period, euro. @example 0 */
  credits: number;
  /** Entries of the page, oldest first. */
  entries: AccountEntryResponse[];
}
