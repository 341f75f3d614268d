import { applyDecorators, Injectable, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller, IssuesSecret, JsonBody, KeyOnly, ServiceController } from '../../gateway/handler/decorators.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { TokenResponse, IssueTokenRequest } from './token.dto.js';
import { TokenIssuer } from '../../identity/token-issuer.js';

const BEARER = { description: 'The token, as later calls send it', schema: { type: 'string', example: 'Bearer 8fJ2…' } } as const;

/** The token routes of three services, all alike (auth.1); a key is granted each by its own service. */
function TokenRoute(): MethodDecorator {
  return applyDecorators(Post(), IssuesSecret(), ApiCreatedResponse({ type: TokenResponse, headers: { Authorization: BEARER } }));
}

@Injectable()
abstract class TokenController {
  constructor(private readonly issuer: TokenIssuer) {}

  protected async issue(caller: Caller, body: IssueTokenRequest, response: Response): Promise<TokenResponse> {
    const issued = await this.issuer.issue(caller, { userKey: body['user-key'], agentCode: body['agent-code'] ?? null });
    response.setHeader('Authorization', `Bearer ${issued.token}`);
    response.setHeader(TOKEN_EXPIRES_IN, String(issued.lifeSeconds));
    response.setHeader('Cache-Control', 'no-store');
    return {
      token: issued.token,
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.lifeSeconds,
      expires_at: issued.expiresAt.toISOString(),
      agent_code: issued.agentCode,
    };
  }
}

@ServiceController('auth-api', 'resources/tokens')
@KeyOnly()
export class AuthTokenController extends TokenController {
  /** Issue a bearer token for a user-key. */
  @TokenRoute()
  issueToken(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: IssueTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenResponse> {
    return this.issue(caller, body, response);
  }
}

@ServiceController('parameters-api', 'tokens')
@KeyOnly()
export class ParametersTokenController extends TokenController {
  /** Issue a bearer token for a user-key. */
  @TokenRoute()
  issueParametersToken(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: IssueTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenResponse> {
    return this.issue(caller, body, response);
  }
}

@ServiceController('mtr-api', 'resources/tokens')
@KeyOnly()
export class MotorTokenController extends TokenController {
  /** Issue a bearer token for a user-key. */
  @TokenRoute()
  issueMotorToken(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: IssueTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenResponse> {
    return this.issue(caller, body, response);
  }
}
