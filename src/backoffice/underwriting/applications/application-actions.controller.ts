import { Get } from '@nestjs/common';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { allActions } from './application-actions.js';
import { ApplicationActionsResponse } from './application-actions.dto.js';

@BackofficeController('application-actions')
@Roles('underwriter', 'issuing', 'agent')
export class ApplicationActionsController {
  /** What the caller's role can do with an application, by line and status. Whether one application lets it, its own action says. */
  @Get()
  listApplicationActions(@CurrentStaff() { role }: StaffCaller): ApplicationActionsResponse {
    return allActions(role);
  }
}
