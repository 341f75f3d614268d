import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../common/validation/decorators.js';
import { IntegerParameter, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { PENDING_ACTION_TITLES, type ActionKind, type ActionState } from './pending-action.js';

const MAX_ID = 9_999_999_999;
const MAX_NOTE = 500;
const KINDS = Object.keys(PENDING_ACTION_TITLES);

export class PendingActionQuery extends PageQueryDto {
  /** PENDING, DONE, REJECTED or EXPIRED; all states when absent. @example 'PENDING' */
  @OneOf(['PENDING', 'DONE', 'REJECTED', 'EXPIRED'])
  state?: ActionState;

  /** Kind of action; all kinds when absent. @example 'PAYMENT' */
  @OneOf(KINDS)
  kind?: ActionKind;

  /** Id of the application. @example 1 */
  @IntegerParameter(1, MAX_ID)
  applicationId?: number;
}

export class RejectionRequest {
  /** Why the action is rejected. @example 'Το ποσό δεν συμφωνεί με το αντίγραφο της τράπεζας.' */
  @RequiredText(MAX_NOTE)
  note: string;
}

export class PendingActionResponse {
  /** Id of the pending action. @example 5 */
  id: number;
  /** Kind of action. @example 'PAYMENT' */
  kind: string;
  /** Title of the kind in the language of the call. @example 'Καταχώριση πληρωμής' */
  title: string;
  /** PENDING, DONE, REJECTED or EXPIRED. @example 'PENDING' */
  state: string;
  /** Action in a sentence. @example 'Πληρωμή 332,64 € με αναφορά NBG-1 και ημερομηνία αξίας 02/11/2026.' */
  summary: string;
  /** Why it needs a second person. @example 'Η ημερομηνία αξίας είναι παλαιότερη από 5 εργάσιμες ημέρες.' */
  why: string;
  /** Amount in euro; null without one. @example 332.64 */
  amount: number | null;
  /** Id of the application; null without one. @example 1 */
  applicationId: number | null;
  /** Code of the agent; null without one. @example '10001' */
  agentCode: string | null;
  /** Input of the action. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { reference: 'NBG-1' } })
  request: Record<string, unknown>;
  /** Name of the user who requested it. @example 'Μαρία Γεωργίου' */
  requestedBy: string;
  /** Time of the request, Athens. @example '2026-11-26T10:20:00' */
  requestedAt: string;
  /** Whether the caller requested it, and therefore cannot decide. @example false */
  isOwn: boolean;
  /** Time after which it can no longer be decided, Athens. @example '2026-12-03T10:20:00' */
  expiresAt: string;
  /** Name of the user who decided; null before. @example 'Νίκος Αλεξίου' */
  decidedBy: string | null;
  /** Time of the decision, Athens; null before. @example '2026-11-26T11:00:00' */
  decidedAt: string | null;
  /** Why it was rejected; null otherwise. @example 'Λάθος ποσό.' */
  note: string | null;
  /** Ids and figures of the result; null until it is done. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { receiptNo: 17 } })
  result: Record<string, unknown> | null;
}

export class PendingActionPageResponse extends PageResponseOf(PendingActionResponse) {}
