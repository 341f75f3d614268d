import { OmitType } from '@nestjs/swagger';
import { PageResponseOf } from '../../common/page.dto.js';
import { FromNumericText, IntegerBetween, IsoDate, OneOf } from '../../../common/validation/decorators.js';
import { StaffApplicationsQuery } from '../applications/staff-application-input.dto.js';
import { StaffApplicationRowResponse } from '../applications/staff-application.dto.js';
import { AGENT_TASKS } from './agent-tasks.js';

const MAX_ID = 2_147_483_647;

export class PortfolioQuery extends StaffApplicationsQuery {
  /** Id of an application or policy, such as the `application_id` of an event. @example 1042 */
  @FromNumericText()
  @IntegerBetween(1, MAX_ID)
  id?: number;

  /** RETURNED, DOCUMENTS, TERMS, PAYMENT_CODES, OVERDUE or RENEWALS: work of the agent. @example 'DOCUMENTS' */
  @OneOf(AGENT_TASKS)
  task?: string;

  /** First day on which an unpaid instalment is due. @example '2026-12-01' */
  @IsoDate()
  dueFrom?: string;

  /** Last day on which an unpaid instalment is due. @example '2026-12-31' */
  @IsoDate()
  dueTo?: string;
}

export class PortfolioRowResponse extends OmitType(StaffApplicationRowResponse, ['assignee']) {}

export class PortfolioPageResponse extends PageResponseOf(PortfolioRowResponse) {}
