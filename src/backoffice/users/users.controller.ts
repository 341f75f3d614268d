import { Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { JsonBody } from '../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../access/decorators.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { setLocation } from '../lists/created.js';
import { idOf } from '../lists/not-found.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserReader } from './user.reader.js';
import { NewUserRequest, UserChangeRequest, UserResponse, UserListResponse, UserQueryDto } from './users.dto.js';

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
  getUser(@Param('id') id: string): Promise<UserResponse> {
    return this.reader.get(idOf(id));
  }

  /** Make a user, who is mailed an invitation to choose a password. */
  @Post()
  async createUser(
    @CurrentStaff() caller: StaffCaller,
    @JsonBody() body: NewUserRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserResponse> {
    const id = await this.administration.create(caller, body);
    setLocation(response, caller, `users/${id}`);
    return this.reader.get(id);
  }

  /** Rename a user, give another role, agent or delegates, disable or enable. */
  @Patch(':id')
  async changeUser(
    @CurrentStaff() caller: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: UserChangeRequest,
  ): Promise<UserResponse> {
    await this.administration.change(caller, idOf(id), body);
    return this.reader.get(idOf(id));
  }
}
