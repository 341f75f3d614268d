import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { OverviewQueryDto, OverviewResponse } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@BackofficeController('overview')
@Roles('admin', 'underwriter', 'issuing', 'agent')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  /**
   * Get the pending work of the caller's role. Administrators and auditors see all parts; an agent's user sees its own
   * agent, or with `agentCode` a delegate. Figures are at most a minute old (`asOf`).
   */
  @Get()
  getOverview(@CurrentStaff() staff: StaffCaller, @Query() query: OverviewQueryDto): Promise<OverviewResponse> {
    return this.overview.get(staff, query);
  }
}
