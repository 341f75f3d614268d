import { Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaff,
  CurrentStaffCall,
  CreatesObject,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import { UserAdministrationService } from './user-administration.service.js';
import {
  DelegationPageResponse,
  DelegationQuery,
  NewUserRequest,
  UserChangeRequest,
  UserListResponse,
  UserQueryDto,
  UserResponse,
} from './users.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('users')
@Roles('admin')
export class UsersController {
  constructor(private readonly users: UserAdministrationService) {}

  /** List users, newest first. Use the filters to find users by name, role or agent. */
  @Get()
  listUsers(@Query() query: UserQueryDto): Promise<UserListResponse> {
    return this.users.find(query);
  }

  /** Get a user with role, agents and status. Read it before a change, for its `ETag`. */
  @Get(':id')
  @ReadsObject()
  getUser(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<UserResponse> {
    return this.users.get(staff, parseId(id));
  }

  /** Create a user and mail an invitation to set a password. */
  @Post()
  @CreatesObject()
  async createUser(@CurrentStaffCall() call: StaffCall, @JsonBody() body: NewUserRequest): Promise<UserResponse> {
    const id = await this.users.create(call.staff, body);
    setLocation(call, `users/${id}`);
    return this.users.get(call.staff, id);
  }

  /** Change a user's name, role, agents or status. Use it to disable or enable a user. */
  @Patch(':id')
  @ChangesObject()
  async changeUser(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: UserChangeRequest,
  ): Promise<UserResponse> {
    await this.users.change(staff, parseId(id), body);
    return this.users.get(staff, parseId(id));
  }

  /** Send an invitation again. The links that were mailed before stop working. */
  @Post(':id/invitation')
  @HttpCode(HttpStatus.OK)
  async sendInvitation(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<UserResponse> {
    await this.users.sendInvitation(staff, parseId(id));
    return this.users.get(staff, parseId(id));
  }

  /** Withdraw an invitation. Its links stop working, and the user is disabled until somebody enables it. */
  @Delete(':id/invitation')
  @ChangesObject()
  async withdrawInvitation(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<UserResponse> {
    await this.users.withdrawInvitation(staff, parseId(id));
    return this.users.get(staff, parseId(id));
  }
}

@BackofficeController('delegations')
@Roles('admin')
export class DelegationsController {
  constructor(private readonly users: UserAdministrationService) {}

  /**
   * List delegations, latest first. A delegation lets a user act for another agent; change `delegates` of the user to
   * add or end one.
   */
  @Get()
  listDelegations(@Query() query: DelegationQuery): Promise<DelegationPageResponse> {
    return this.users.searchDelegations(query);
  }
}
