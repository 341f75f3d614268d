import { Delete, Get, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { HasNoDryRun, JsonBody, TakesNoKey } from '../../../gateway/handler/decorators.js';
import {
  AllowsFactorSetup,
  BackofficeController,
  CurrentStaffCall,
  CurrentStaff,
  CurrentVisitor,
  Keyless,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { ROLES } from '../../../identity/user.service.js';
import { SecondStepResponse, toSecondStepResponse } from '../factors/second-step.dto.js';
import { OpensSession } from './opens-session.js';
import { ProductionRequestService } from './production-request.service.js';
import { RecordedSessions } from './recorded-sessions.js';
import { SessionCookies, SET_COOKIE } from './session-cookies.js';
import { CookieSessionResponse, CredentialsRequest, CurrentSessionResponse, SessionResponse } from './sessions.dto.js';
import { SignInService } from './sign-in.service.js';

@BackofficeController('sessions')
export class SessionsController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: RecordedSessions,
    private readonly cookies: SessionCookies,
    private readonly productionRequests: ProductionRequestService,
  ) {}

  /**
   * Open a session with e-mail address and password. Wrong passwords delay further attempts at the account: first from
   * the same address, after many from all addresses, but never from a known device. With `X-Session: cookie` the
   * browser stores session and device in cookies that pages cannot read, and the response has no token. A user with a
   * second factor gets 202 and continues at `sessions/second-factor`.
   */
  @Post()
  @Keyless()
  @OpensSession()
  @ApiResponse({
    status: HttpStatus.ACCEPTED,
    description: 'The password is right, and a second factor is needed. There is no session yet.',
    type: SecondStepResponse,
  })
  @ApiResponse({ status: 401, description: 'No such account, or a wrong password', schema: { $ref: '#/components/schemas/ErrorResponse' } })
  @ApiResponse({
    status: 403,
    description: 'A page of another origin asks for a session in a cookie',
    schema: { $ref: '#/components/schemas/ErrorResponse' },
  })
  async openSession(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() body: CredentialsRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse | CookieSessionResponse | SecondStepResponse> {
    const origin = this.cookies.readOrigin(request);
    const outcome = await this.signIn.signIn(visitor, { ...body, ...origin });
    if (!('continuation' in outcome)) return this.cookies.respond(outcome, origin, visitor.at, response);
    response.status(HttpStatus.ACCEPTED);
    return toSecondStepResponse(outcome);
  }

  /** Get the signed-in user and the end of the session. Counts as use of the session, like every call. */
  @Get('current')
  @AllowsFactorSetup()
  @Roles(...ROLES)
  getSession(@CurrentStaff() caller: StaffCaller): Promise<CurrentSessionResponse> {
    return this.sessions.get(caller);
  }

  /** Request production access for the caller's console, or the program of a sign-up. An administrator grants it. */
  @Post('current/production')
  @Roles('agent')
  @HttpCode(HttpStatus.NO_CONTENT)
  async requestProduction(@CurrentStaff() caller: StaffCaller): Promise<void> {
    await this.productionRequests.create(caller);
  }

  /** Close the current session. Call it to sign out on this device. */
  @Delete('current')
  @HasNoDryRun()
  @AllowsFactorSetup()
  @TakesNoKey()
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ headers: { 'Set-Cookie': SET_COOKIE } })
  async closeSession(@CurrentStaffCall() { staff, response }: StaffCall): Promise<void> {
    await this.sessions.end(staff);
    this.cookies.delete(staff, response);
  }

  /** Close all sessions of the account. Call it to sign out on all devices. */
  @Delete()
  @HasNoDryRun()
  @AllowsFactorSetup()
  @TakesNoKey()
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ headers: { 'Set-Cookie': SET_COOKIE } })
  async closeSessions(@CurrentStaffCall() { staff, response }: StaffCall): Promise<void> {
    await this.sessions.endAll(staff);
    this.cookies.delete(staff, response);
  }
}
