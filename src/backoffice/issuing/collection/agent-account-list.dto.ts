import { FromNumericText, IntegerBetween, IsoDate, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { ACCOUNT_SORTS } from '../../../record/money/agents/agent-account.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_CODE = 20;
const MAX_NAME = 100;
const MAX_DAYS = 3_650;
const YES_OR_NO = ['yes', 'no'];

export class AgentAccountListQuery extends PageQueryDto {
  /** Code of the agent @example '10001' */
  @TextUpTo(MAX_CODE)
  code?: string;

  /** A part of the agent's name, whatever its capitals and accents @example 'αττικ' */
  @TextUpTo(MAX_NAME)
  name?: string;

  /** yes: the agent owes something; no: it owes nothing, or has credit @example 'yes' */
  @OneOf(YES_OR_NO)
  owing?: string;

  /** yes: the agent owes more than its credit limit @example 'no' */
  @OneOf(YES_OR_NO)
  overLimit?: string;

  /** With a charge that is not paid for more days than this @example 60 */
  @FromNumericText()
  @IntegerBetween(0, MAX_DAYS)
  agedOver?: number;

  /**
   * By what it is sorted; a minus before it turns the order round, and what has no value counts as the lowest. By code when absent
   * @example '-balance'
   */
  @OneOf(ACCOUNT_SORTS.flatMap((sort) => [sort, `-${sort}`]))
  sort?: string;
}

/** Debt by the age of unpaid charges. Settlements and credits pay the oldest first. */
export class AgedSumsResponse {
  /** Of instalments whose period has not begun, in euro @example 87.31 */
  notDue: number;

  /** Charged in the last 30 days, in euro @example 332.64 */
  days0To30: number;

  /** Charged 31 to 60 days ago, in euro @example 0 */
  days31To60: number;

  /** Charged 61 to 90 days ago, in euro @example 0 */
  days61To90: number;

  /** Charged more than 90 days ago, in euro @example 0 */
  over90: number;
}

export class AgentAccountItemResponse {
  /** Code of the agent @example '10001' */
  code: string;

  /** Its name @example 'Πρακτορείο Αττικής' */
  name: string;

  /** What it owes, in euro; below zero it has credit @example 419.95 */
  balance: number;

  /** What it owes, by age */
  agedDebt: AgedSumsResponse;

  /** When the oldest charge was made that is not paid, Athens; null when nothing is owed @example '2026-11-21T10:20:00' */
  oldestUnpaid: string | null;

  /** The most that it may owe, in euro @example 50000 */
  creditLimit: number;

  /** What may still be charged, in euro @example 49580.05 */
  creditLeft: number;

  /** Credit that is to be paid out and was not yet, in euro @example 0 */
  creditSetAside: number;

  /** When it last paid, Athens; null when it never did @example '2026-11-21T10:20:00' */
  lastSettled: string | null;

  /** What it paid then, in euro @example 1000 */
  lastSettlement: number | null;
}

export class AgentAccountTotalsResponse {
  /** What agents owe, in euro @example 41995 */
  owed: number;

  /** What agents have as credit, in euro @example 120.5 */
  credit: number;

  /** What they owe, by age */
  agedDebt: AgedSumsResponse;
}

export class AgentAccountListResponse extends PageDto {
  /** Of all that were found, on whatever page */
  totals: AgentAccountTotalsResponse;

  /** The requested part */
  items: AgentAccountItemResponse[];
}

export class AgentStatementQuery extends PageQueryDto {
  /** First day, Athens @example '2026-11-01' */
  @Required()
  @IsoDate()
  from: string;

  /** The day after the last one, Athens @example '2026-12-01' */
  @Required()
  @IsoDate()
  to: string;
}

export class AgentStatementEntryResponse {
  /** Number of the ledger's transaction @example 40 */
  transactionId: number;

  /** When, Athens @example '2026-11-21T10:20:00' */
  at: string;

  /** CHARGE, SETTLEMENT, REFUND of a cancellation, AGENT_CREDIT (to be paid out) or AGENT_CREDIT_RETURN (not paid out) @example 'CHARGE' */
  kind: string;

  /** What it is known by: policy and instalment, or the bank's reference @example 'P260000001/1' */
  reference: string;

  /** Application or policy @example 1 */
  applicationId: number | null;

  /** Number of the policy @example 'P260000001' */
  policyNo: string | null;

  /** Receipt @example 17 */
  receiptNo: number | null;

  /** Series and number of the receipt @example '26F 17' */
  receipt: string | null;

  /** Name of the policyholder @example 'Παπαδοπούλου Ελένη' */
  clientName: string | null;

  /** Gross premium of the receipt, in euro; negative when it goes back @example 332.64 */
  gross: number | null;

  /** Net premium of the receipt, in euro; negative when it goes back @example 252 */
  net: number | null;

  /** The agent owes so much more, in euro @example 332.64 */
  debit: number | null;

  /** The agent owes so much less, in euro @example 100 */
  credit: number | null;

  /** What the agent owed after it, in euro @example 1332.64 */
  balance: number;
}

/** The oldest entry comes first. */
export class AgentStatementResponse extends PageDto {
  /** Agent @example '10001' */
  agentCode: string;

  /** Its name @example 'Πρακτορείο Αττικής' */
  name: string;

  /** First day, Athens @example '2026-11-01' */
  from: string;

  /** The day after the last one, Athens @example '2026-12-01' */
  to: string;

  /** What the agent owed before the period, in euro @example 1000 */
  openingBalance: number;

  /** What it owed after the period, in euro @example 1332.64 */
  closingBalance: number;

  /** Sum of the period, in euro @example 332.64 */
  debits: number;

  /** Sum of the period, in euro @example 0 */
  credits: number;

  /** The requested part */
  items: AgentStatementEntryResponse[];
}
