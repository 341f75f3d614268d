import { Get } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { listActions } from './application-actions.js';
import { ApplicationActionsResponse } from './staff-application.dto.js';

@BackofficeController('application-actions')
@Roles('underwriter', 'issuing', 'agent')
export class ApplicationActionsController {
  /** List the actions of the caller's role by line and status. A single application can still refuse one. */
  @Get()
  listApplicationActions(@CurrentStaff() { role }: StaffCaller): ApplicationActionsResponse {
    return listActions(role);
  }
}
