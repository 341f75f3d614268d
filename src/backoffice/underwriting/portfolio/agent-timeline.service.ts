import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import { ApplicationRepository } from '../../../record/core/applications/application.repository.js';
import { ReferenceLists } from '../../../record/reference/lists/reference-lists.js';
import { ProductionRequestService } from '../../access/accounts/production-request.service.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { AgentTimelineResponse } from '../applications/application-timeline.dto.js';
import { toAgentTimelineEntry } from '../applications/application-timeline.mapper.js';
import { ApplicationTimelineRepository } from '../applications/application-timeline.repository.js';

@Injectable()
export class AgentTimelineService {
  constructor(
    private readonly production: ProductionRequestService,
    private readonly applications: ApplicationRepository,
    private readonly timelines: ApplicationTimelineRepository,
    private readonly lists: ReferenceLists,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND, also for an agent for whom the user may not act */
  async get(staff: StaffCaller, idText: string, query: PageQueryDto): Promise<AgentTimelineResponse> {
    const { environment, language } = staff;
    const id = parseObjectId(idText);
    const agents = await this.production.listAgents(staff);
    const application = id === null ? null : await this.applications.findApplication(staff, id, 'any', agents);
    if (application === null) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    const page = await this.timelines.findForAgent(environment, application.id, query);
    return mapPage(page, (row) => toAgentTimelineEntry(row, { language, lists: this.lists, line: application.line }));
  }
}
