import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toWindow } from '../../../common/validation/page-query.dto.js';
import { ProductionRequestService } from '../../access/accounts/production-request.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffApplicationReader } from '../applications/staff-application.reader.js';
import type { StaffApplicationsQuery } from '../applications/staff-application-input.dto.js';
import type { PortfolioPageResponse } from './portfolio.dto.js';

/** Applications and policies of an agent, of all lines (console.100). */
@Injectable()
export class StaffPortfolioService {
  constructor(
    private readonly production: ProductionRequestService,
    private readonly applications: StaffApplicationReader,
  ) {}

  /** Returns none where the console is not granted. @throws DomainError AGENT_CODE_REFUSED for another agent */
  async list(staff: StaffCaller, query: StaffApplicationsQuery): Promise<PortfolioPageResponse> {
    const agents = await this.production.listAgents(staff);
    if (query.agent !== undefined && !agents.includes(query.agent)) throw new DomainError(ErrorCode.AGENT_CODE_REFUSED);
    const agent = query.agent ?? agents[0];
    if (agent === undefined) return { ...toWindow(query), items: [], total: 0 };
    const { items, ...page } = await this.applications.list(staff, { ...query, agent, assignee: undefined });
    return { ...page, items: items.map(({ assignee: _, ...row }) => row) };
  }
}
