import { Get, Param, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { PageQueryDto } from '../../common/page.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AgentTimelineResponse } from '../applications/application-timeline.dto.js';
import { AgentTimelineService } from './agent-timeline.service.js';
import { PortfolioPageResponse, PortfolioQuery } from './portfolio.dto.js';
import { StaffPortfolioService } from './staff-portfolio.service.js';

@BackofficeController('portfolio')
@Roles('agent')
export class StaffPortfolioController {
  constructor(
    private readonly portfolio: StaffPortfolioService,
    private readonly timelines: AgentTimelineService,
  ) {}

  /**
   * List the applications and policies of the user's agent, of all lines. With `agent` those of a delegate. The other
   * filters and the order are those of `GET /backoffice-api/applications`, without `assignee`, and `task` shows what
   * waits for the agent (`tasks` of the overview).
   */
  @Get()
  listPortfolio(@CurrentStaff() staff: StaffCaller, @Query() query: PortfolioQuery): Promise<PortfolioPageResponse> {
    return this.portfolio.list(staff, query);
  }

  /**
   * Get the timeline of an application of the user's agents, oldest entry first. Contains transitions with decisions,
   * receipts, documents, payments and letters; of the insurer it names no person.
   */
  @Get(':id/timeline')
  getAgentTimeline(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: PageQueryDto,
  ): Promise<AgentTimelineResponse> {
    return this.timelines.get(staff, id, query);
  }
}
