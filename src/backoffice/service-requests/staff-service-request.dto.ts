import { OneOf, RequiredWhen, TextUpTo } from '../../common/validation/decorators.js';
import { REQUEST_STATUSES } from '../../record/service-requests/service-request.js';
import { PageDto, PageQueryDto } from '../lists/page.dto.js';

const MAX_ANSWER = 4000;

/** Filters of the inbox. */
export class StaffServiceRequestQuery extends PageQueryDto {
  /**
   * OPEN, ANSWERED or CLOSED; all when absent.
   * @example 'OPEN'
   */
  @OneOf(REQUEST_STATUSES)
  status?: string;

  /**
   * Category.
   * @example 'MOTOR-CLAIMS'
   */
  @TextUpTo(40)
  category?: string;

  /**
   * Agent who asks.
   * @example '10001'
   */
  @TextUpTo(20)
  agentCode?: string;
}

/** An answer, the end of a request, or both. */
export class ServiceRequestChangeRequest {
  /**
   * What the agent reads, at most 4000 characters.
   * @example 'Η διεύθυνση άλλαξε.'
   */
  @RequiredWhen(({ status }: ServiceRequestChangeRequest) => status !== 'CLOSED')
  @TextUpTo(MAX_ANSWER)
  answer?: string;

  /**
   * ANSWERED, or CLOSED to end it; ANSWERED when absent.
   * @example 'CLOSED'
   */
  @OneOf(['ANSWERED', 'CLOSED'])
  status?: string;
}

/** A service request as staff sees it. */
export class StaffServiceRequestResponse {
  /**
   * Number of the request.
   * @example 'SR-26-000123-K'
   */
  serviceRequestId: string;
  /**
   * Category.
   * @example 'MOTOR-CLAIMS'
   */
  category: string;
  /**
   * What it is about.
   * @example 'Αλλαγή διεύθυνσης'
   */
  subject: string;
  /**
   * The request.
   * @example 'Ο πελάτης μετακόμισε στην Πάτρα.'
   */
  body: string;
  /**
   * Agent who asks.
   * @example '10001'
   */
  agentCode: string;
  /**
   * User of the agent.
   * @example 'Μαρία Γεωργίου'
   */
  userName: string;
  /**
   * OPEN, ANSWERED or CLOSED.
   * @example 'ANSWERED'
   */
  status: string;
  /**
   * The answer; null until there is one.
   * @example 'Η διεύθυνση άλλαξε.'
   */
  answer: string | null;
  /**
   * When it came.
   * @example '2026-11-20T10:00:00'
   */
  createdAt: string;
  /**
   * When it was answered last.
   * @example '2026-11-20T12:30:00'
   */
  answeredAt: string | null;
  /**
   * When it was closed.
   * @example '2026-11-21T09:00:00'
   */
  closedAt: string | null;
}

/** A part of the inbox. */
export class StaffServiceRequestPageResponse extends PageDto {
  /** The requests, the one that waits longest first. */
  items: StaffServiceRequestResponse[];
}
