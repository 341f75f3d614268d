import { Delete, Get, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { FormReader } from '../../../gateway/body/form-reader.js';
import { HasNoDryRun, JsonBody, TakesNoKey } from '../../../gateway/handler/decorators.js';
import { ROLES } from '../../../identity/user.service.js';
import {
  BackofficeController,
  CurrentStaff,
  CurrentStaffCall,
  CurrentVisitor,
  Keyless,
  Roles,
  type StaffCall,
  Unlimited,
} from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller, Visitor } from '../../common/staff-caller.js';
import { SessionCookies, SET_COOKIE } from '../accounts/session-cookies.js';
import { OidcLogoutService } from './oidc-logout.service.js';
import { OidcUserService } from './oidc-user.service.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import {
  ProviderReturnRequest,
  ProviderSessionResponse,
  ProviderSignInRequest,
  ProviderSignInResponse,
  ProviderSignOutResponse,
  SignInOptionsResponse,
} from './oidc.dto.js';

const ERROR = { $ref: '#/components/schemas/ErrorResponse' };
const MAX_LOGOUT_BYTES = 64 * 1024;

@BackofficeController('oidc')
export class OidcController {
  constructor(
    private readonly signIns: OidcSignInService,
    private readonly logouts: OidcLogoutService,
    private readonly cookies: SessionCookies,
    private readonly forms: FormReader,
    private readonly config: Config,
  ) {}

  /** Get how people sign in. Call it before showing a sign-in page. */
  @Get()
  @Keyless()
  @Unlimited()
  getSignInOptions(): SignInOptionsResponse {
    return { providerName: this.config.oidc?.name ?? null, passwordSignIn: this.config.passwordSignIn };
  }

  /** Begin a sign-in at the provider. Open the page of the response in the same browser. */
  @Post('sign-ins')
  @Keyless()
  @ApiCreatedResponse({ type: ProviderSignInResponse, headers: { 'Set-Cookie': SET_COOKIE } })
  @ApiResponse({ status: 403, description: 'A page of another origin begins', schema: ERROR })
  async startSignIn(
    @JsonBody() { returnTo }: ProviderSignInRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderSignInResponse> {
    this.cookies.assertOwnPage(request);
    const { url, browserSecret } = await this.signIns.begin(this.cookies.readBrowserSecret(request), returnTo ?? '');
    this.cookies.writeBrowserSecret(browserSecret, response);
    return { url };
  }

  /** Open a session with the provider's response. Works once, in the browser that began the sign-in. */
  @Post('sessions')
  @Keyless()
  @Unlimited()
  @ApiCreatedResponse({ type: ProviderSessionResponse, headers: { 'Set-Cookie': SET_COOKIE } })
  @ApiResponse({ status: 401, description: 'Not a return that this browser waits for, or refused by the provider', schema: ERROR })
  @ApiResponse({ status: 403, description: 'A person without access, or a page of another origin', schema: ERROR })
  async openProviderSession(
    @CurrentVisitor() visitor: Visitor,
    @JsonBody() body: ProviderReturnRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderSessionResponse> {
    this.cookies.assertOwnPage(request);
    const { returnTo, ...session } = await this.signIns.finish(visitor, this.cookies.readBrowserSecret(request), body.response);
    return { ...this.cookies.writeProviderSession(session, visitor.at, response), returnTo };
  }

  /** Close sessions with a logout token of the provider. Follows OpenID Connect Back-Channel Logout 1.0. */
  @Post('back-channel-logout')
  @Keyless()
  @Unlimited()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['logout_token'],
      properties: { logout_token: { type: 'string', example: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2xvZ2luIn0.c2lnbmF0dXJl' } },
    },
  })
  async closeProviderSessions(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const form = new URLSearchParams(await this.forms.read(visitor.address, request, response, MAX_LOGOUT_BYTES));
    await this.logouts.logOut(visitor, form.get('logout_token') ?? '');
  }
}

@BackofficeController('users/:id/identity')
@Roles('admin')
export class UserIdentityController {
  constructor(private readonly users: OidcUserService) {}

  /** Free a user from its account at the provider. Use it when the person got a new account there. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteUserIdentity(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.users.unbind(caller, parseId(id));
  }
}

@BackofficeController('sessions/current')
@Roles(...ROLES)
export class ProviderSignOutController {
  constructor(
    private readonly signIns: OidcSignInService,
    private readonly cookies: SessionCookies,
  ) {}

  /** Close the current session and get the page that ends it at the provider. */
  @Post('sign-out')
  @HasNoDryRun()
  @TakesNoKey()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ProviderSignOutResponse, headers: { 'Set-Cookie': SET_COOKIE } })
  async signOutAtProvider(@CurrentStaffCall() { staff, response }: StaffCall): Promise<ProviderSignOutResponse> {
    const url = await this.signIns.signOut(staff);
    this.cookies.delete(staff, response);
    return { url };
  }
}
