import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PortfolioPageResponse, PortfolioQuery } from './portfolio.dto.js';
import { StaffPortfolioService } from './staff-portfolio.service.js';

@BackofficeController('portfolio')
@Roles('agent')
export class StaffPortfolioController {
  constructor(private readonly portfolio: StaffPortfolioService) {}

  /**
   * List the applications and policies of the user's agent, of all lines. With `agent` those of a delegate. The other
   * filters and the order are those of `GET /backoffice-api/applications`, without `assignee`, and `task` shows what
   * waits for the agent (`tasks` of the overview).
   */
  @Get()
  listPortfolio(@CurrentStaff() staff: StaffCaller, @Query() query: PortfolioQuery): Promise<PortfolioPageResponse> {
    return this.portfolio.list(staff, query);
  }
}
