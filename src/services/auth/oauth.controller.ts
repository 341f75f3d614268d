import { HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Caller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { getCall } from '../../gateway/call/call.js';
import { setNoStore } from '../../gateway/call/error-writer.js';
import { TOKEN_EXPIRES_IN } from '../../gateway/call/headers.js';
import { OAuthError } from '../../gateway/call/oauth-error.js';
import { FORM_TYPE } from '../../gateway/call/token-form.js';
import { ApiOAuthResponses } from '../../gateway/documentation/oauth-responses.js';
import { ClientCredentials, CurrentCall, IssuesSecret, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { type IssuedToken, TokenIssuer, type TokenRequest } from '../../identity/token-issuer.js';
import { OAuthTokenRequest, OAuthTokenResponse } from './oauth.dto.js';

@ServiceController('auth-api', 'oauth2')
export class OAuthController {
  constructor(private readonly issuer: TokenIssuer) {}

  /** Issue a token by OAuth 2.0 client credentials: program id and user-key. */
  @Post('token')
  @ClientCredentials()
  @IssuesSecret()
  @HttpCode(HttpStatus.OK)
  @ApiConsumes(FORM_TYPE)
  @ApiBody({ type: OAuthTokenRequest })
  @ApiOAuthResponses(OAuthTokenResponse)
  async issueOAuthToken(@CurrentCall() { caller, request, response }: UserCall): Promise<OAuthTokenResponse> {
    const { clientSecret, agentCode } = getCall(request).tokenForm!;
    const issued = await this.issue(caller, { userKey: clientSecret, agentCode });
    setNoStore(response);
    response.setHeader(TOKEN_EXPIRES_IN, String(issued.lifeSeconds));
    return { access_token: issued.token, token_type: 'Bearer', expires_in: issued.lifeSeconds, agent_code: issued.agentCode };
  }

  private async issue(caller: Caller, request: TokenRequest): Promise<IssuedToken> {
    try {
      return await this.issuer.issue(caller, request);
    } catch (error) {
      const code = error instanceof DomainError ? error.code : null;
      if (code === ErrorCode.TOKEN_REFUSED) throw new OAuthError('invalid_client', 'The client is disabled.');
      if (code === ErrorCode.AGENT_CODE_REFUSED) throw new OAuthError('unauthorized_client', 'The client may not act for this agent.');
      throw error;
    }
  }
}
