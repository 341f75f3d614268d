import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffApplicationsQuery } from '../applications/staff-application-input.dto.js';
import { PortfolioPageResponse } from './portfolio.dto.js';
import { StaffPortfolioService } from './staff-portfolio.service.js';

@BackofficeController('portfolio')
@Roles('agent')
export class StaffPortfolioController {
  constructor(private readonly portfolio: StaffPortfolioService) {}

  /**
   * List the applications and policies of the user's agent, of all lines. With `agent` those of a delegate. The other
   * filters and the order are those of `GET /backoffice-api/applications`, without `assignee`.
   */
  @Get()
  listPortfolio(@CurrentStaff() staff: StaffCaller, @Query() query: StaffApplicationsQuery): Promise<PortfolioPageResponse> {
    return this.portfolio.list(staff, query);
  }
}
