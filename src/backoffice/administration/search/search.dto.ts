import { ApiProperty } from '@nestjs/swagger';
import { Required, TextUpTo } from '../../../common/validation/decorators.js';

const MAX_TEXT = 100;

export class SearchQueryDto {
  /** Number, AFM, plate, name, RF code, bank reference, agent or e-mail address. @example 'παπαδοπουλ' */
  @Required()
  @TextUpTo(MAX_TEXT)
  q: string;
}

export class FoundContractResponse {
  /** Id of the application. @example 1 */
  id: number;
  /** Line of business. @example 'fire' */
  line: string;
  /** Application number. @example 'F260000001' */
  applicationNo: string;
  /** Policy number; null before the issue. @example 'P260000001' */
  @ApiProperty({ type: String, nullable: true, example: 'P260000001' })
  policyNo: string | null;
  /** Status code. @example '50' */
  status: string;
  /** Title of the status in the language of the call. @example 'Σε ισχύ' */
  statusTitle: string;
  /** Name of the client. @example 'Παπαδοπούλου Μαρία' */
  clientName: string;
  /** Code of the agent. @example '10001' */
  agentCode: string;
}

export class FoundClientResponse {
  /** Number in the register. @example 5 */
  id: number;
  /** Tax number. @example '123456783' */
  afm: string;
  /** Last and first name, or name of a company. @example 'Παπαδοπούλου Μαρία' */
  name: string;
}

export class FoundPaymentResponse {
  /** Id of its suspense item; null if it paid at once. @example 3 */
  @ApiProperty({ type: Number, nullable: true, example: 3 })
  suspenseId: number | null;
  /** Id of the application that it paid or names; null if unknown. @example 1 */
  @ApiProperty({ type: Number, nullable: true, example: 1 })
  applicationId: number | null;
  /** Reference of the bank. @example 'NBG-20261121-000123' */
  reference: string;
  /** Euro. @example 300 */
  amount: number;
  /** Value date. @example '2026-11-21' */
  valueDate: string;
}

export class FoundAgentResponse {
  /** Code of the agent. @example '10001' */
  code: string;
  /** Name of the agent. @example 'Πρακτορείο Αττικής' */
  name: string;
}

export class FoundUserResponse {
  /** Id of the user. @example 12 */
  id: number;
  /** Name of the user. @example 'Μαρία Παπαδοπούλου' */
  name: string;
  /** E-mail address of the user. @example 'maria@broker.example' */
  email: string;
}

export class SearchResponse {
  /** Applications and policies, the newest first. Empty for roles that do not see them. */
  contracts: FoundContractResponse[];
  /** Persons and companies of the register, by AFM or name. Empty for roles that do not see them. */
  clients: FoundClientResponse[];
  /** Bank payments with the reference. Empty for roles that do not see them. */
  payments: FoundPaymentResponse[];
  /** Agents. Empty for roles that do not see them. */
  agents: FoundAgentResponse[];
  /** Users. Empty for roles that do not see them. */
  users: FoundUserResponse[];
}
