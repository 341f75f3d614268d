import { Get, Query } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AmendmentQueueQuery, AmendmentQueueResponse } from './amendment-queue.dto.js';
import { AmendmentQueueService } from './amendment-queue.service.js';

@BackofficeController('amendments')
@Roles('underwriter', 'issuing')
export class AmendmentQueueController {
  constructor(private readonly queue: AmendmentQueueService) {}

  /** List amendments that wait for underwriting, documents or payment. Longest first. */
  @Get()
  listWaitingAmendments(@CurrentStaff() staff: StaffCaller, @Query() query: AmendmentQueueQuery): Promise<AmendmentQueueResponse> {
    return this.queue.list(staff, query);
  }
}
