import { Get, HttpCode, HttpStatus, Post, Put, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../../config/config.js';
import { HasNoDryRun, JsonBody, TakesNoKey } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, CurrentVisitor, Keyless, Roles } from '../../common/decorators.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { ROLES } from '../../../identity/user.service.js';
import { AccountPasswordService } from './account-password.service.js';
import { DEVICE, DEVICE_HEADER } from './device.service.js';
import { assertPasswordAllowed } from '../../common/password-access.js';
import { PasswordResetService } from './password-reset.service.js';
import {
  PasswordChangeRequest,
  PasswordChoiceRequest,
  PasswordResetRequest,
  PasswordTokenResponse,
  LinkTokenQuery,
} from './passwords.dto.js';

@BackofficeController('passwords')
export class PasswordsController {
  constructor(
    private readonly passwords: AccountPasswordService,
    private readonly reset: PasswordResetService,
    private readonly config: Config,
  ) {}

  /** Get the purpose and expiry of a mailed link. Call it before showing the password form; the link stays valid. */
  @Get()
  @Keyless()
  async getPasswordLink(@Query() { token }: LinkTokenQuery): Promise<PasswordTokenResponse> {
    const { purpose, expiresAt } = await this.passwords.getOwner(token);
    return { purpose, expiresAt: expiresAt.toISOString() };
  }

  /**
   * Set a password with the token of an invitation or a reset. Ends all sessions of the account and forgets its
   * devices.
   */
  @Post()
  @Keyless()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ headers: { [DEVICE]: DEVICE_HEADER } })
  async choosePassword(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() { token, password }: PasswordChoiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.setHeader(DEVICE, await this.passwords.setByToken(visitor, token, password));
  }

  /** Request a mailed link to set a new password. The response is the same for unknown addresses. */
  @Post('reset')
  @Keyless()
  @HttpCode(HttpStatus.ACCEPTED)
  async requestPasswordReset(@CurrentVisitor() visitor: Visitor, @JsonBody() { email }: PasswordResetRequest): Promise<void> {
    await this.reset.request(visitor, email);
  }

  /** Change the caller's own password. Ends all other sessions of the account. */
  @Put('mine')
  @HasNoDryRun()
  @TakesNoKey()
  @ApiResponse({ status: 429, description: 'Too soon after wrong passwords', schema: { $ref: '#/components/schemas/GatewayError' } })
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  async changePassword(@CurrentStaff() caller: StaffCaller, @JsonBody() body: PasswordChangeRequest): Promise<void> {
    assertPasswordAllowed(this.config, caller.email);
    await this.passwords.change(caller, body);
  }
}
