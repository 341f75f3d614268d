import { CheckedText, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { CommissionRateDto } from '../../../record/money/commission/commission-rates.dto.js';
import {
  MONTH_CHECK,
  SETTLEMENTS,
  STATEMENT_STATUSES,
  type CommissionSettlement,
  type CommissionStatementStatus,
  type Withholding,
} from '../../../record/money/commission/commission-statement.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { RequiredOneOf } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_CODE = 20;
export class StaffCommissionRatesQuery extends PageQueryDto {
  /** Line of business. @example 'fire' */
  @OneOf(LINE_CODES)
  line?: string;
}

export class CommissionVersionResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** Number of the version. @example 1 */
  version: number;
  /** First start date of policies that earn by it. @example '2026-01-01' */
  validFrom: string;
  /** Note of the insurer; null without one. @example 'Agreements of 2026' */
  note: string | null;
  /** Time of loading, local time in Athens. @example '2026-11-25T10:15:00' */
  loadedAt: string;
  /** User who loaded it; null for a shipped version. @example 'Διαχειριστής' */
  loadedBy: string | null;
}

export class CommissionVersionListResponse extends PageResponseOf(CommissionVersionResponse) {}

export class CommissionVersionWithRatesResponse extends CommissionVersionResponse {
  /** Rates; the most specific one that matches counts. */
  rates: CommissionRateDto[];
}

export class CommissionStatementQuery extends PageQueryDto {
  /** Code of the agent. @example '10001' */
  @TextUpTo(MAX_CODE)
  agentCode?: string;

  /** Month of the statements. @example '2026-11' */
  @CheckedText(MONTH_CHECK)
  month?: string;

  /** DRAFT or APPROVED. @example 'DRAFT' */
  @OneOf(STATEMENT_STATUSES)
  status?: CommissionStatementStatus;
}

export class CommissionRunRequest {
  /** Month that is over. @example '2026-11' */
  @Required()
  @CheckedText(MONTH_CHECK)
  month: string;

  /** Code of one agent; absent: all. @example '10001' */
  @TextUpTo(MAX_CODE)
  agentCode?: string;
}

export class CommissionRunResponse {
  /** Month of the statements. @example '2026-11' */
  month: string;
  /** Statements that this call created. @example 2 */
  prepared: number;
  /** Drafts of the month. @example 2 */
  drafts: number;
  /** Approved statements of the month. @example 0 */
  approved: number;
}

export class CommissionApprovalRequest {
  /** PAYOUT: a refund for the next batch; OFFSET: a credit on the agent's account. @example 'PAYOUT' */
  @RequiredOneOf(SETTLEMENTS)
  settlement: CommissionSettlement;
}

export class CommissionMonthApprovalRequest extends CommissionApprovalRequest {
  /** Month of the drafts. @example '2026-11' */
  @Required()
  @CheckedText(MONTH_CHECK)
  month: string;
}

export class CommissionMonthApprovalResponse {
  /** Month of the statements. @example '2026-11' */
  month: string;
  /** Statements that this call approved, at most 500. @example 2 */
  approved: number;
  /** Drafts of the month that are left; repeat the call until it is 0. @example 0 */
  drafts: number;
}

export class CommissionStatementItem {
  /** Id of the statement. @example 7 */
  id: number;
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  agentName: string;
  /** Month of the commission. @example '2026-11' */
  month: string;
  /** DRAFT or APPROVED. @example 'APPROVED' */
  status: CommissionStatementStatus;
  /** Series and number; null for a draft. @example '26K 1' */
  number: string | null;
  /** Commission earned, euro. @example 120.5 */
  earned: number;
  /** Commission taken back, euro; zero or below. @example -20.5 */
  takenBack: number;
  /** Carried from the previous statement, euro; zero or below. @example 0 */
  carried: number;
  /** Part of the commission that is on the agent's account, euro. @example 0 */
  netted: number;
  /** Tax withheld, percent. @example 20 */
  withholdingPercent: number;
  /** Tax withheld, euro. @example 20 */
  tax: number;
  /** Amount that is paid out or offset, euro. @example 80 */
  due: number;
  /** Carried to the next statement, euro; zero or below. @example 0 */
  carriedForward: number;
  /** PAYOUT or OFFSET; null for a draft. @example 'PAYOUT' */
  settlement: CommissionSettlement | null;
  /** Refund that pays it; null for an offset, and when nothing is due. @example 12 */
  refundId: number | null;
  /** Time of approval, local time in Athens; null for a draft. @example '2026-12-01T10:15:00' */
  approvedAt: string | null;
  /** User who approved it; null for a draft. @example 'Τμήμα Εκδόσεων' */
  approvedBy: string | null;
}

export class CommissionStatementListResponse extends PageResponseOf(CommissionStatementItem) {}

export class CommissionAgentResponse {
  /** Name of the agent. @example 'Ασφαλιστικό Πρακτορείο Αττικής' */
  name: string;
  /** Name as registered for taxes; null when unknown. @example 'Πρακτορείο Αττικής Ε.Ε.' */
  legalName: string | null;
  /** Tax number; null when unknown. @example '094014201' */
  afm: string | null;
  /** Number in the register of insurance intermediaries; null when unknown. @example 'ΕΕΑ 123456' */
  licenceNo: string | null;
  /** INDIVIDUAL or COMPANY. @example 'COMPANY' */
  withholding: Withholding;
}

export class CommissionProductionResponse {
  /** NEW, RENEWAL, INSTALMENT or REFUND, as receipts have it. @example 'NEW' */
  kind: string;
  /** Number of receipts. @example 3 */
  receipts: number;
  /** Gross premium, euro. @example 997.92 */
  gross: number;
  /** Net premium, euro. @example 756 */
  net: number;
  /** Commission, euro. @example 151.2 */
  commission: number;
}

export class CommissionByRateResponse {
  /** Line of business. @example 'fire' */
  line: string;
  /** Percent of the net premium. @example 20 */
  percent: number;
  /** Net premium of the covers with this rate, euro. @example 756 */
  net: number;
  /** Commission, euro. @example 151.2 */
  commission: number;
}

export class CommissionStatementResponse extends CommissionStatementItem {
  /** The agent as printed. */
  agent: CommissionAgentResponse;
  /** Receipts by kind. */
  production: CommissionProductionResponse[];
  /** Commission by line and rate. */
  rates: CommissionByRateResponse[];
}

export class CommissionReceiptResponse {
  /** Time of booking, local time in Athens. @example '2026-11-21T10:20:00' */
  at: string;
  /** Line of business. @example 'fire' */
  line: string;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string;
  /** Id of the policy. @example 1 */
  applicationId: number;
  /** Name of the policyholder; null after an erasure. @example 'Παπαδοπούλου Ελένη' */
  clientName: string | null;
  /** Number of the receipt. @example 17 */
  receiptNo: number;
  /** Series and number of the receipt. @example '26F 17' */
  receipt: string;
  /** Kind of the receipt. @example 'NEW' */
  kind: string;
  /** Whether it reverses the commission of the receipt. @example false */
  isReversal: boolean;
  /** Gross premium, euro. @example 332.64 */
  gross: number;
  /** Net premium, euro. @example 252 */
  net: number;
  /** Commission, euro. @example 50.4 */
  commission: number;
  /** Whether it is on the agent's account. @example false */
  isNetted: boolean;
}

export class CommissionReceiptListResponse extends PageResponseOf(CommissionReceiptResponse) {}
