import { Delete, Headers, HttpCode, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { JsonBody, TakesNoKey } from '../../gateway/handler/decorators.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { BackofficeController, CurrentStaff, CurrentVisitor, Keyless, Roles } from '../access/decorators.js';
import { SESSION_TTL_SECONDS } from '../../identity/session.service.js';
import type { StaffCaller, Visitor } from '../access/staff-caller.js';
import { ROLES } from '../../identity/user.service.js';
import { DEVICE } from './device.service.js';
import { DEVICE_HEADER } from './device-header.js';
import { CredentialsRequest, SessionResponse } from './sessions.dto.js';
import { SignInService } from './sign-in.service.js';

@BackofficeController('sessions')
export class SessionsController {
  constructor(private readonly signIn: SignInService) {}

  /**
   * Sign in. Wrong passwords slow down further tries at the account, from the same address and, after many, from all others; not from a device
   * that signed in before and says so.
   */
  @Post()
  @Keyless()
  @ApiHeader({
    name: DEVICE,
    required: false,
    description: 'From an earlier sign-in on this device; others’ wrong passwords do not slow it down.',
    example: DEVICE_HEADER.schema.example,
  })
  @ApiCreatedResponse({ type: SessionResponse, headers: { [DEVICE]: DEVICE_HEADER } })
  @ApiResponse({ status: 401, description: 'No such account, or a wrong password', schema: { $ref: '#/components/schemas/ErrorResponse' } })
  async openSession(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() body: CredentialsRequest,
    @Headers(DEVICE) presented: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse> {
    const { token, role, expiresAt, device } = await this.signIn.signIn(visitor, { ...body, device: presented });
    response.setHeader(DEVICE, device);
    response.setHeader(TOKEN_EXPIRES_IN, String(SESSION_TTL_SECONDS));
    return { token, role, expiresAt: expiresAt.toISOString() };
  }

  /** Sign out: end this session. */
  @Delete('current')
  @TakesNoKey()
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  closeSession(@CurrentStaff() caller: StaffCaller): Promise<void> {
    return this.signIn.signOut(caller);
  }
}
