import { Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody, NotStored } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { parseId } from '../../common/errors.js';
import { PageQueryDto } from '../../common/page.dto.js';
import { OwnUserKeyService } from './own-user-key.service.js';
import { IssuedUserKeyResponse, NewUserKeyRequest, UserKeyChangeRequest, UserKeyResponse, UserKeyListResponse } from './user-keys.dto.js';

@BackofficeController('user-keys')
@Roles('agent')
export class UserKeysController {
  constructor(private readonly keys: OwnUserKeyService) {}

  /** List the caller's own user-keys, newest first. Deleted ones are omitted. */
  @Get()
  listUserKeys(@CurrentStaff() caller: StaffCaller, @Query() query: PageQueryDto): Promise<UserKeyListResponse> {
    return this.keys.find(caller, query);
  }

  /** Create a user-key, so that a program can act for the caller. Only this response contains the secret. */
  @Post()
  @NotStored('userKey')
  createUserKey(@CurrentStaff() caller: StaffCaller, @JsonBody() { programId }: NewUserKeyRequest): Promise<IssuedUserKeyResponse> {
    return this.keys.create(caller, programId);
  }

  /** Enable or disable a user-key. Disabling revokes its tokens; use it to suspend a consent. */
  @Patch(':id')
  changeUserKey(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { enabled }: UserKeyChangeRequest,
  ): Promise<UserKeyResponse> {
    return this.keys.setEnabled(staff, parseId(id), enabled);
  }

  /** Delete a user-key and its tokens. Use it to withdraw a consent for good. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteUserKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.keys.delete(caller, parseId(id));
  }

  /**
   * Replace a user-key by a new one for the same program. Only this response contains the new secret; the old key and
   * its tokens are revoked.
   */
  @Post(':id/recreate')
  @NotStored('userKey')
  recreateUserKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<IssuedUserKeyResponse> {
    return this.keys.recreate(caller, parseId(id));
  }
}
