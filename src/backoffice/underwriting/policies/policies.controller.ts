import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PolicyQueueQuery, PolicyQueueResponse } from './policy-queue.dto.js';
import { PolicyQueueService } from './policy-queue.service.js';

@BackofficeController('policies')
@Roles('underwriter', 'issuing')
export class PoliciesController {
  constructor(private readonly policies: PolicyQueueService) {}

  /**
   * Policies of which something is due. By `queue`: instalments due within some days or overdue, policies that can be renewed, policies that end
   * within some days without a renewal.
   */
  @Get()
  listPolicies(@CurrentStaff() staff: StaffCaller, @Query() query: PolicyQueueQuery): Promise<PolicyQueueResponse> {
    return this.policies.list(staff, query);
  }
}
