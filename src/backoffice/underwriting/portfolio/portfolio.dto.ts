import { OmitType } from '@nestjs/swagger';
import { PageResponseOf } from '../../common/page.dto.js';
import { IsoDate, OneOf } from '../../../common/validation/decorators.js';
import { StaffApplicationsQuery } from '../applications/staff-application-input.dto.js';
import { StaffApplicationRowResponse } from '../applications/staff-application.dto.js';
import { AGENT_TASKS } from './agent-tasks.js';

export class PortfolioQuery extends StaffApplicationsQuery {
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
