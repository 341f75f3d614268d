import { Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody, NotKept } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { idOf } from '../../common/not-found.js';
import { PageQueryDto } from '../../common/page.dto.js';
import { OwnUserKeyService } from './own-user-key.service.js';
import { IssuedUserKeyResponse, NewUserKeyRequest, UserKeyChangeRequest, UserKeyResponse, UserKeyListResponse } from './user-keys.dto.js';

@BackofficeController('user-keys')
@Roles('agent')
export class UserKeysController {
  constructor(private readonly keys: OwnUserKeyService) {}

  /** The user's keys that are not deleted, newest first. */
  @Get()
  listUserKeys(@CurrentStaff() caller: StaffCaller, @Query() query: PageQueryDto): Promise<UserKeyListResponse> {
    return this.keys.find(caller, query);
  }

  /** Let a program act in the user's name. The key is shown in this response and never again. */
  @Post()
  @NotKept('userKey')
  createUserKey(@CurrentStaff() caller: StaffCaller, @JsonBody() { programId }: NewUserKeyRequest): Promise<IssuedUserKeyResponse> {
    return this.keys.create(caller, programId);
  }

  /** Suspend or resume a consent. */
  @Patch(':id')
  changeUserKey(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { enabled }: UserKeyChangeRequest,
  ): Promise<UserKeyResponse> {
    return this.keys.setEnabled(staff, idOf(id), enabled);
  }

  /** Withdraw a consent for good. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteUserKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.keys.delete(caller, idOf(id));
  }

  /** A new key in place of this one, shown this once; the old one and its tokens end. */
  @Post(':id/recreate')
  @NotKept('userKey')
  recreateUserKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<IssuedUserKeyResponse> {
    return this.keys.recreate(caller, idOf(id));
  }
}
