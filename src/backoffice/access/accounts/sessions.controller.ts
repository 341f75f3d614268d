import { Delete, Get, Headers, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiHeader, ApiNoContentResponse, ApiResponse, refs } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { JsonBody, TakesNoKey } from '../../../gateway/handler/decorators.js';
import { TOKEN_EXPIRES_IN } from '../../../gateway/call/headers.js';
import {
  BackofficeController,
  CurrentStaffCall,
  CurrentStaff,
  CurrentVisitor,
  Keyless,
  Roles,
  type StaffCall,
} from '../../common/decorators.js';
import { SESSION_TTL_SECONDS } from '../../../identity/session.service.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { ROLES } from '../../../identity/user.service.js';
import { DEVICE, DEVICE_HEADER } from './device.service.js';
import { ProductionRequestService } from './production-request.service.js';
import { RecordedSessions } from './recorded-sessions.js';
import { SESSION_IN, SessionCookies, SET_COOKIE } from './session-cookies.js';
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
   * browser stores session and device in cookies that pages cannot read, and the response has no token.
   */
  @Post()
  @Keyless()
  @ApiHeader({
    name: DEVICE,
    required: false,
    description: 'From an earlier sign-in on this device; others’ wrong passwords do not slow it down.',
    example: DEVICE_HEADER.schema.example,
  })
  @ApiHeader({
    name: SESSION_IN,
    required: false,
    description: 'Asks for a session in a cookie, for pages of this host.',
    schema: { type: 'string', enum: ['cookie'] },
  })
  @ApiExtraModels(SessionResponse, CookieSessionResponse)
  @ApiCreatedResponse({
    schema: { oneOf: refs(SessionResponse, CookieSessionResponse) },
    headers: { [DEVICE]: DEVICE_HEADER, 'Set-Cookie': SET_COOKIE },
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
    @Headers(DEVICE) presented: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionResponse | CookieSessionResponse> {
    const kind = this.cookies.readKind(request);
    const known = kind === 'cookie' ? this.cookies.readDevice(request) : presented;
    const signedIn = await this.signIn.signIn(visitor, { ...body, device: known, kind });
    response.setHeader(TOKEN_EXPIRES_IN, String(SESSION_TTL_SECONDS));
    if (kind === 'cookie') return this.cookies.write(signedIn, visitor.at, response);
    const { token, role, expiresAt, device } = signedIn;
    response.setHeader(DEVICE, device);
    return { token, role, expiresAt: expiresAt.toISOString() };
  }

  /** Get the signed-in user and the end of the session. Counts as use of the session, like every call. */
  @Get('current')
  @Roles(...ROLES)
  getSession(@CurrentStaff() caller: StaffCaller): Promise<CurrentSessionResponse> {
    return this.sessions.get(caller);
  }

  /**
   * Request production access for the caller's console. An administrator grants it; repeated requests change nothing.
   */
  @Post('current/production')
  @Roles('agent')
  @HttpCode(HttpStatus.NO_CONTENT)
  async requestProduction(@CurrentStaff() caller: StaffCaller): Promise<void> {
    await this.productionRequests.create(caller);
  }

  /** Close the current session. Call it to sign out on this device. */
  @Delete('current')
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
  @TakesNoKey()
  @Roles(...ROLES)
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ headers: { 'Set-Cookie': SET_COOKIE } })
  async closeSessions(@CurrentStaffCall() { staff, response }: StaffCall): Promise<void> {
    await this.sessions.endAll(staff);
    this.cookies.delete(staff, response);
  }
}
