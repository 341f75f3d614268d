import { IsoDate, Required } from '../../../common/validation/decorators.js';
import { BankReference, PaidAmount } from '../../../record/contract/payments/bank-advice.dto.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

export class AgentAccountQueryDto extends PageQueryDto {
  /** From this date (Athens) or instant on @example '2026-11-01' */
  @IsoDate()
  from?: string;

  /** Before this date (Athens) or instant @example '2026-12-01' */
  @IsoDate()
  to?: string;
}

export class SettlementRequest {
  /** In euro @example 1000 */
  @Required()
  @PaidAmount()
  amount: number;

  /** The bank's, once for each settlement; sent again it gets the same response as before @example 'NBG-20261130-000077' */
  @Required()
  @BankReference()
  reference: string;
}

export class SettlementResponse {
  /** Number of the ledger's transaction @example 41 */
  transactionId: number;

  /** Agent @example '10001' */
  agentCode: string;

  /** In euro @example 1000 */
  amount: number;

  /** The bank's reference @example 'NBG-20261130-000077' */
  reference: string;

  /** What the agent owed right after it; below zero it has credit @example 332.64 */
  balance: number;
}

export class AgentEntryResponse {
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

  /** Above zero the agent owes more @example 332.64 */
  amount: number;

  /** What the agent owed after it @example 1332.64 */
  balance: number;
}

export class AgentAccountResponse extends PageDto {
  /** Agent @example '10001' */
  agentCode: string;

  /** Its name @example 'Πρακτορείο Αττικής' */
  name: string;

  /** The most that it may owe, in euro @example 50000 */
  creditLimit: number;

  /** What it owes now @example 1332.64 */
  balance: number;

  /** What it owed before the period @example 1000 */
  openingBalance: number;

  /** What it owed after the period @example 1332.64 */
  closingBalance: number;

  /** The requested part */
  items: AgentEntryResponse[];
}
