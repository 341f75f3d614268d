import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { REQUEST_STATUSES } from '../../../record/core/service-requests/service-request.js';
import { ServiceRequestFields } from '../../../record/core/service-requests/service-request-fields.dto.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

export class StaffServiceRequestQuery extends PageQueryDto {
  /** OPEN, ANSWERED or CLOSED; all when absent. @example 'OPEN' */
  @OneOf(REQUEST_STATUSES)
  status?: string;

  /** Category. @example 'MOTOR-CLAIMS' */
  @TextUpTo(40)
  category?: string;

  /** Agent who asks. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;
}

export class StaffServiceRequestResponse extends ServiceRequestFields {
  /** Number of the request. @example 'SR-26-000123-K' */
  serviceRequestId: string;
  /** Agent who asks. @example '10001' */
  agentCode: string;
  /** User of the agent. @example 'Μαρία Γεωργίου' */
  userName: string;
}

export class StaffServiceRequestPageResponse extends PageDto {
  /** The requests, the one that waits longest first. */
  items: StaffServiceRequestResponse[];
}
