import { OmitType } from '@nestjs/swagger';
import { IsoDate, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount } from '../../../record/contract/payments/bank-advice.dto.js';
import { ACCOUNT_SORTS } from '../../../record/money/agents/agent-account.js';
import { IntegerParameter } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_CODE = 20;
const MAX_NAME = 100;
const MAX_DAYS = 3_650;
const YES_OR_NO = ['yes', 'no'];

export class AgentAccountListQuery extends PageQueryDto {
  /** Code of the agent. @example '10001' */
  @TextUpTo(MAX_CODE)
  code?: string;

  /** Part of the agent's name; case and accents are ignored. @example 'αττικ' */
  @TextUpTo(MAX_NAME)
  name?: string;

  /** yes: agents with debt; no: agents without debt. @example 'yes' */
  @OneOf(YES_OR_NO)
  owing?: string;

  /** yes: agents whose debt exceeds the credit limit; no: all others. @example 'no' */
  @OneOf(YES_OR_NO)
  overLimit?: string;

  /** Minimum age of an unpaid charge, in days. @example 60 */
  @IntegerParameter(0, MAX_DAYS)
  agedOver?: number;

  /** Sort key, with a minus for descending order; code when absent. A missing value is lowest. @example '-balance' */
  @OneOf(ACCOUNT_SORTS.flatMap((sort) => [sort, `-${sort}`]))
  sort?: string;
}

/** Debt by the age of unpaid charges; settlements and credits pay the oldest first. */
export class AgedSumsResponse {
  /** Instalments whose period has not begun, in euro. @example 87.31 */
  notDue: number;
  /** Charges of the last 30 days, in euro. @example 332.64 */
  days0To30: number;
  /** Charges 31 to 60 days old, in euro. @example 0 */
  days31To60: number;
  /** Charges 61 to 90 days old, in euro. @example 0 */
  days61To90: number;
  /** Charges more than 90 days old, in euro. @example 0 */
  over90: number;
}

export class AgentAccountItemResponse {
  /** Code of the agent. @example '10001' */
  code: string;
  /** Name of the agent. @example 'Πρακτορείο Αττικής' */
  name: string;
  /** Debt in euro; negative for credit. @example 419.95 */
  balance: number;
  /** Debt by age. */
  agedDebt: AgedSumsResponse;
  /** Time of the oldest unpaid charge, Athens; null without debt. @example '2026-11-21T10:20:00' */
  oldestUnpaid: string | null;
  /** Maximum debt in euro. @example 50000 */
  creditLimit: number;
  /** Amount that can still be charged, in euro. @example 49580.05 */
  creditLeft: number;
  /** Credit that waits to be paid out, in euro. @example 0 */
  creditSetAside: number;
  /** Time of the last settlement, Athens; null before the first. @example '2026-11-21T10:20:00' */
  lastSettled: string | null;
  /** Amount of the last settlement, in euro; null before the first. @example 1000 */
  lastSettlement: number | null;
}

export class AgentAccountTotalsResponse {
  /** Sum of all debts, in euro. @example 41995 */
  owed: number;
  /** Sum of all credits, in euro. @example 120.5 */
  credit: number;
  /** Debt by age. */
  agedDebt: AgedSumsResponse;
}

export class AgentAccountListResponse extends PageResponseOf(AgentAccountItemResponse) {
  /** Totals of all matching accounts, not only of this page. */
  totals: AgentAccountTotalsResponse;
}

export class SettlementRequest {
  /** Amount in euro. @example 1000 */
  @Required()
  @PaidAmount()
  amount: number;

  /** The bank's reference; a repeated one returns the first response again. @example 'NBG-20261130-000077' */
  @Required()
  @BankReference()
  reference: string;

  /** Day on which the bank booked it, today or before. @example '2026-11-30' */
  @Required()
  @IsoDate()
  valueDate: string;
}

export class SettlementResponse {
  /** Id of the ledger transaction. @example 41 */
  transactionId: number;
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Amount in euro. @example 1000 */
  amount: number;
  /** The bank's reference. @example 'NBG-20261130-000077' */
  reference: string;
  /** Day on which the bank booked it. @example '2026-11-30' */
  valueDate: string;
  /** Debt of the agent after the settlement, in euro; negative for credit. @example 332.64 */
  balance: number;
}

export class AgentEntryResponse {
  /** Id of the ledger transaction. @example 40 */
  transactionId: number;
  /** Time of the booking, Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /**
   * CHARGE, SETTLEMENT, REFUND, AGENT_CREDIT (payout), AGENT_CREDIT_RETURN (not paid out) or REVERSAL.
   * @example 'CHARGE'
   */
  kind: string;
  /** Policy number and instalment, or the bank's reference. @example 'P260000001/1' */
  reference: string;
  /** Id of the application or policy. @example 1 */
  applicationId: number | null;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string | null;
  /** Number of the receipt. @example 17 */
  receiptNo: number | null;
  /** Change of the debt, in euro. @example 332.64 */
  amount: number;
  /** Debt of the agent after the entry, in euro. @example 1332.64 */
  balance: number;
}

export class AgentAccountResponse extends PageResponseOf(AgentEntryResponse) {
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Name of the agent. @example 'Πρακτορείο Αττικής' */
  name: string;
  /** Maximum debt in euro. @example 50000 */
  creditLimit: number;
  /** Current debt in euro. @example 1332.64 */
  balance: number;
  /** Debt before the period, in euro. @example 1000 */
  openingBalance: number;
  /** Debt after the period, in euro. @example 1332.64 */
  closingBalance: number;
}

export class AgentStatementQuery extends PageQueryDto {
  /** First day of the period, Athens. @example '2026-11-01' */
  @Required()
  @IsoDate()
  from: string;

  /** Day after the period, Athens. @example '2026-12-01' */
  @Required()
  @IsoDate()
  to: string;
}

export class AgentStatementEntryResponse extends OmitType(AgentEntryResponse, ['amount']) {
  /** Series and number of the receipt. @example '26F 17' */
  receipt: string | null;
  /** Name of the policyholder. @example 'Παπαδοπούλου Ελένη' */
  clientName: string | null;
  /** Gross premium of the receipt, in euro; negative for a refund. @example 332.64 */
  gross: number | null;
  /** Net premium of the receipt, in euro; negative for a refund. @example 252 */
  net: number | null;
  /** Increase of the debt, in euro. @example 332.64 */
  debit: number | null;
  /** Decrease of the debt, in euro. @example 100 */
  credit: number | null;
}

export class AgentStatementResponse extends PageResponseOf(AgentStatementEntryResponse) {
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Name of the agent. @example 'Πρακτορείο Αττικής' */
  name: string;
  /** First day of the period, Athens. @example '2026-11-01' */
  from: string;
  /** Day after the period, Athens. @example '2026-12-01' */
  to: string;
  /** Debt before the period, in euro. @example 1000 */
  openingBalance: number;
  /** Debt after the period, in euro. @example 1332.64 */
  closingBalance: number;
  /** Sum of all debits of the period, in euro. @example 332.64 */
  debits: number;
  /** Sum of all credits of the period, in euro. @example 0 */
  credits: number;
}
