import { Delete, Get, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { ROLES } from '../../../identity/user.service.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { StaffSessionListResponse } from './staff-sessions.dto.js';
import { StaffSessionsService } from './staff-sessions.service.js';

@BackofficeController('sessions')
@Roles(...ROLES)
export class OwnSessionsController {
  constructor(private readonly sessions: StaffSessionsService) {}

  /** List the caller's open sessions. Use it to find a device that should be signed out. */
  @Get()
  listOwnSessions(@CurrentStaff() caller: StaffCaller): Promise<StaffSessionListResponse> {
    return this.sessions.list(caller, caller.userId);
  }

  /** Close all other sessions of the account. The session of the call stays. */
  @Delete('others')
  @HttpCode(HttpStatus.NO_CONTENT)
  closeOtherSessions(@CurrentStaff() caller: StaffCaller): Promise<void> {
    return this.sessions.endOthers(caller, caller.userId);
  }

  /** Close one session of the account. Use it for a lost device. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  closeOwnSession(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.sessions.end(caller, caller.userId, parseId(id));
  }
}

@BackofficeController('users/:id/sessions')
@Roles('admin')
export class UserSessionsController {
  constructor(private readonly sessions: StaffSessionsService) {}

  /** List the open sessions of a user. Use it to see since when and from where somebody is signed in. */
  @Get()
  @Roles('admin', 'auditor')
  listUserSessions(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<StaffSessionListResponse> {
    return this.sessions.list(caller, parseId(id));
  }

  /** Close all sessions of a user. The administrator's own session of the call stays. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  closeUserSessions(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.sessions.endOthers(caller, parseId(id));
  }

  /** Close one session of a user. The next call with it gets 401. */
  @Delete(':sessionId')
  @HttpCode(HttpStatus.NO_CONTENT)
  closeUserSession(@CurrentStaff() caller: StaffCaller, @Param('id') id: string, @Param('sessionId') sessionId: string): Promise<void> {
    return this.sessions.end(caller, parseId(id), parseId(sessionId));
  }
}
