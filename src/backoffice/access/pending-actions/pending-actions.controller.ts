import { Get, Param, Put, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, NeedsAuthority, Roles } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PendingActionService } from './pending-action.service.js';
import { PendingActionPageResponse, PendingActionQuery, PendingActionResponse, RejectionRequest } from './pending-actions.dto.js';

@BackofficeController('pending-actions')
@Roles('underwriter', 'issuing', 'accounting', 'admin')
export class PendingActionsController {
  constructor(private readonly actions: PendingActionService) {}

  /** List the actions that need a second person, oldest first. Only kinds that the caller's role may decide. */
  @Get()
  listPendingActions(@CurrentStaff() staff: StaffCaller, @Query() query: PendingActionQuery): Promise<PendingActionPageResponse> {
    return this.actions.list(staff, query);
  }

  /** Get an action that needs a second person, or its decision. */
  @Get(':id')
  getPendingAction(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PendingActionResponse> {
    return this.actions.get(staff, parseId(id));
  }

  /** Approve an action and carry it out. It is checked again. Refused for the user who requested it, in any role. */
  @Put(':id/approve')
  @NeedsAuthority()
  approvePendingAction(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<PendingActionResponse> {
    return this.actions.approve(staff, parseId(id));
  }

  /** Reject an action. Nothing else changes. Refused for the user who requested it, in any role. */
  @Put(':id/reject')
  rejectPendingAction(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { note }: RejectionRequest,
  ): Promise<PendingActionResponse> {
    return this.actions.reject(staff, parseId(id), note.trim());
  }
}
