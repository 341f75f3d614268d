import { applyDecorators, Injectable, Post } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Caller } from '../../common/caller.js';
import {
  HasNoDryRun,
  IssuesSecret,
  JsonBody,
  KeyOnly,
  ServiceController,
  CurrentCall,
  type UserCall,
} from '../../gateway/handler/decorators.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { TokenResponse, IssueTokenRequest } from './token.dto.js';
import { TokenIssuer } from '../../identity/token-issuer.js';

/** A call with a key but without a token. */
type KeyCall = Pick<UserCall, 'response'> & { readonly caller: Caller };

const BEARER = { description: 'The token, as later calls send it.', schema: { type: 'string', example: 'Bearer 8fJ2…' } } as const;

/** Declares the token route of a service (auth.1). Three services have one, so that a key for one service suffices. */
function TokenRoute(): MethodDecorator {
  return applyDecorators(
    Post(),
    IssuesSecret(),
    HasNoDryRun(),
    ApiCreatedResponse({ type: TokenResponse, headers: { Authorization: BEARER } }),
  );
}

@Injectable()
abstract class TokenController {
  constructor(private readonly issuer: TokenIssuer) {}

  protected async issue({ caller, response }: KeyCall, body: IssueTokenRequest): Promise<TokenResponse> {
    const issued = await this.issuer.issue(caller, { userKey: body['user-key'], agentCode: body['agent-code'] ?? null });
    response.setHeader('Authorization', `Bearer ${issued.token}`);
    response.setHeader(TOKEN_EXPIRES_IN, String(issued.lifeSeconds));
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
  /** Issue a bearer token for a user-key, which other calls need. */
  @TokenRoute()
  issueToken(@CurrentCall() call: KeyCall, @JsonBody() body: IssueTokenRequest): Promise<TokenResponse> {
    return this.issue(call, body);
  }
}

@ServiceController('parameters-api', 'tokens')
@KeyOnly()
export class ParametersTokenController extends TokenController {
  /** Issue a bearer token for a user-key, which other calls need. */
  @TokenRoute()
  issueParametersToken(@CurrentCall() call: KeyCall, @JsonBody() body: IssueTokenRequest): Promise<TokenResponse> {
    return this.issue(call, body);
  }
}

@ServiceController('mtr-api', 'resources/tokens')
@KeyOnly()
export class MotorTokenController extends TokenController {
  /** Issue a bearer token for a user-key, which other calls need. */
  @TokenRoute()
  issueMotorToken(@CurrentCall() call: KeyCall, @JsonBody() body: IssueTokenRequest): Promise<TokenResponse> {
    return this.issue(call, body);
  }
}
