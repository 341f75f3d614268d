import { Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { BackofficeController, CurrentStaffCall, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import { PendingActionResponse } from '../pending-actions/pending-actions.dto.js';
import { UserFactorsResponse } from './factors.dto.js';
import { UserFactorsService } from './user-factors.service.js';

@BackofficeController('users')
@Roles('admin')
export class UserFactorsController {
  constructor(private readonly factors: UserFactorsService) {}

  /** Get which second factors a user has. */
  @Get(':id/factors')
  getUserFactors(@Param('id') id: string): Promise<UserFactorsResponse> {
    return this.factors.get(parseId(id));
  }

  /** Request the removal of all second factors of a user. Another administrator approves it; the user gets a mail. */
  @Post(':id/factors/reset')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiResponse({
    status: HttpStatus.ACCEPTED,
    description: 'Waits for another administrator; nothing has changed. `Location` is the pending action.',
    type: PendingActionResponse,
  })
  async requestFactorReset(@CurrentStaffCall() call: StaffCall, @Param('id') id: string): Promise<PendingActionResponse> {
    const action = await this.factors.requestReset(call.staff, parseId(id));
    setLocation(call, `pending-actions/${action.id}`);
    return action;
  }
}
