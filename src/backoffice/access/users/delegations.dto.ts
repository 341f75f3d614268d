import { TextUpTo } from '../../../common/validation/decorators.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_NAME = 100;
const MAX_CODE = 20;

/** Which delegations. */
export class DelegationQuery extends PageQueryDto {
  /** Part of the user's name or e-mail address, whatever its capitals and accents @example "papad" */
  @TextUpTo(MAX_NAME)
  text?: string;

  /** The agent the user works for @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string;

  /** The agent the user may act for too @example "10002" */
  @TextUpTo(MAX_CODE)
  delegateCode?: string;
}

/** A user may act for one more agent than its own. */
export class DelegationResponse {
  /** Number of the user @example 7 */
  userId: number;

  /** Name of the user @example "Μαρία Παπαδοπούλου" */
  userName: string;

  /** Account of the user @example "maria@broker.example" */
  email: string;

  /** The agent the user works for @example "10001" */
  agentCode: string | null;

  /** The agent the user may act for too @example "10002" */
  delegateCode: string;

  /** Since when, UTC; null where that was not kept yet @example "2026-11-20T10:30:00.000Z" */
  since: string | null;
}

/** Delegations, the latest first. */
export class DelegationPageResponse extends PageDto {
  /** The part asked for */
  items: DelegationResponse[];
}
