import { HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentVisitor, Keyless } from '../../common/decorators.js';
import type { Visitor } from '../../common/staff-caller.js';
import { OpensSession } from './opens-session.js';
import { SessionCookies } from './session-cookies.js';
import type { CookieSessionResponse, SessionResponse } from './sessions.dto.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';
import { SecondStepRequest, SecondStepResponse, toSecondStepResponse } from '../factors/second-step.dto.js';
import { SecondStepService } from '../factors/second-step.service.js';

const ERROR = { schema: { $ref: '#/components/schemas/ErrorResponse' } };

@BackofficeController('sessions')
export class SecondStepController {
  constructor(
    private readonly steps: SecondStepService,
    private readonly signIn: SecondFactorSignInService,
    private readonly cookies: SessionCookies,
  ) {}

  /** Begin a sign-in by a passkey alone, without a password. Continue at `sessions/second-factor`. */
  @Post('passkey')
  @Keyless()
  @HttpCode(HttpStatus.ACCEPTED)
  async beginPasskeySignIn(@CurrentVisitor() visitor: Visitor): Promise<SecondStepResponse> {
    return toSecondStepResponse(await this.steps.beginWithoutPassword(visitor));
  }

  /**
   * Complete a sign-in with a second factor. Send `code` or `passkey`. Wrong codes delay further attempts like wrong
   * passwords. The headers are those of `POST /sessions`.
   */
  @Post('second-factor')
  @Keyless()
  @OpensSession()
  @ApiResponse({ status: 401, description: 'A wrong or used code or passkey, or a sign-in that has expired', ...ERROR })
  @ApiResponse({ status: 403, description: 'A page of another origin asks for a session in a cookie', ...ERROR })
  async completeSignIn(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() { continuation, code = null, passkey = null }: SecondStepRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse | CookieSessionResponse> {
    const origin = this.cookies.readOrigin(request);
    const signedIn = await this.signIn.complete(visitor, { continuation, code, passkey, ...origin });
    return this.cookies.respond(signedIn, origin, visitor.at, response);
  }
}
