import { Delete, HttpCode, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { JsonBody } from '../../gateway/decorators.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/edge/headers.js';
import { BackofficeController, CurrentStaff, CurrentVisitor, Keyless, Roles } from '../access/decorators.js';
import { SESSION_TTL_SECONDS } from '../access/sessions.js';
import type { StaffCaller, Visitor } from '../access/staff-caller.js';
import { ROLES } from '../users/users.js';
import { CredentialsDto, SessionDto } from './sessions.dto.js';
import { SignIn } from './sign-in.js';

@BackofficeController('sessions')
export class SessionsController {
  constructor(private readonly signIn: SignIn) {}

  /** Sign in. Wrong passwords slow down further tries at the account from the same address. */
  @Post()
  @Keyless()
  @ApiResponse({ status: 401, description: 'No such account, or a wrong password', schema: { $ref: '#/components/schemas/ErrorEntity' } })
  async openSession(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() body: CredentialsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    const { token, role, expiresAt } = await this.signIn.signIn(visitor, body);
    response.setHeader(TOKEN_EXPIRES_IN, String(SESSION_TTL_SECONDS));
    return { token, role, expiresAt: expiresAt.toISOString() };
  }

  /** Sign out: end this session. */
  @Delete('current')
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  closeSession(@CurrentStaff() caller: StaffCaller): Promise<void> {
    return this.signIn.signOut(caller);
  }
}
