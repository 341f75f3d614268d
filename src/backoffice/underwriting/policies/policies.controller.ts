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
   * List policies that need work. Filters by `queue`: instalments due soon or overdue, policies to renew or with a
   * renewal that is not issued, policies that end soon without a renewal, or scheduled cancellations.
   */
  @Get()
  listPolicies(@CurrentStaff() staff: StaffCaller, @Query() query: PolicyQueueQuery): Promise<PolicyQueueResponse> {
    return this.policies.list(staff, query);
  }
}
