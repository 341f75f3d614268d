import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { REQUEST_STATUSES } from '../../../record/core/service-requests/service-request.js';
import { ServiceRequestFields } from '../../../record/core/service-requests/service-request.dto.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

export class StaffServiceRequestQuery extends PageQueryDto {
  /** OPEN, ANSWERED or CLOSED; all statuses when absent. @example 'OPEN' */
  @OneOf(REQUEST_STATUSES)
  status?: string;

  /** Category. @example 'MOTOR-CLAIMS' */
  @TextUpTo(40)
  category?: string;

  /** Code of the requesting agent. @example '10001' */
  @TextUpTo(20)
  agentCode?: string;
}

export class StaffServiceRequestResponse extends ServiceRequestFields {
  /** Number of the request. @example 'SR-26-000123-K' */
  serviceRequestId: string;
  /** Code of the requesting agent. @example '10001' */
  agentCode: string;
  /** Name of the agent's user. @example 'Μαρία Γεωργίου' */
  userName: string;
}

export class StaffServiceRequestPageResponse extends PageResponseOf(StaffServiceRequestResponse) {}
