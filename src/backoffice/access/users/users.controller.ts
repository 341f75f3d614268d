import { Get, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaff,
  CurrentStaffCall,
  MakesObject,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import { idOf } from '../../common/not-found.js';
import { UserAdministrationService } from './user-administration.service.js';
import { DelegationPageResponse, DelegationQuery } from './delegations.dto.js';
import { UserReader } from './user.reader.js';
import { NewUserRequest, UserChangeRequest, UserResponse, UserListResponse, UserQueryDto } from './users.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('users')
@Roles('admin')
export class UsersController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly reader: UserReader,
  ) {}

  /** Users, newest first. */
  @Get()
  listUsers(@Query() query: UserQueryDto): Promise<UserListResponse> {
    return this.reader.find(query);
  }

  /** One user. */
  @Get(':id')
  @ReadsObject()
  getUser(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<UserResponse> {
    return this.reader.get(staff, idOf(id));
  }

  /** Make a user, who is mailed an invitation to choose a password. */
  @Post()
  @MakesObject()
  async createUser(@CurrentStaffCall() call: StaffCall, @JsonBody() body: NewUserRequest): Promise<UserResponse> {
    const id = await this.administration.create(call.staff, body);
    setLocation(call, `users/${id}`);
    return this.reader.get(call.staff, id);
  }

  /** Rename a user, give another role, agent or delegates, disable or enable. */
  @Patch(':id')
  @ChangesObject()
  async changeUser(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: UserChangeRequest,
  ): Promise<UserResponse> {
    await this.administration.change(staff, idOf(id), body);
    return this.reader.get(staff, idOf(id));
  }
}

@BackofficeController('delegations')
@Roles('admin')
export class DelegationsController {
  constructor(private readonly reader: UserReader) {}

  /** Which users may act for which agents besides their own, the latest first. A change of the user (`delegates`) makes and ends them. */
  @Get()
  listDelegations(@Query() query: DelegationQuery): Promise<DelegationPageResponse> {
    return this.reader.searchDelegations(query);
  }
}
