import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import type { ApiKey } from '../../identity/api-key.service.js';
import { type ConsoleSession, ConsoleAccessService } from '../../identity/console-access.service.js';
import { isCsrfToken } from '../../identity/secret.js';
import { canActFor, toTokenUser } from '../../identity/token-user.js';
import type { Call, PresentedToken } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { TOKEN_EXPIRES_IN } from '../call/headers.js';
import { CSRF_HEADER, findSessionCookie } from './session-cookie.js';

export const AGENT_CODE = 'X-Agent-Code';

@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly consoles: ConsoleAccessService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  presentedBy(request: Request): string | null {
    const { authorization, cookie } = request.headers;
    if (cookie === undefined || authorization !== undefined) return null;
    const token = findSessionCookie(request, this.config);
    return token !== null && isCsrfToken(request.headers[CSRF_HEADER.toLowerCase()], token) ? token : null;
  }

  async authenticate(sessionToken: string, call: Call, request: Request, response: Response): Promise<ApiKey> {
    const session = await this.consoles.resolve(sessionToken, call.environment);
    if (session?.key.environments.has(call.environment) !== true) throw new GatewayError('CONSOLE_UNAUTHORIZED');
    call.token = getToken(session, request.headers[AGENT_CODE.toLowerCase()]);
    const leftMs = session.expiresAt.getTime() - this.clock.now().getTime();
    if (call.token.kind === 'live') response.setHeader(TOKEN_EXPIRES_IN, String(Math.ceil(leftMs / 1000)));
    return session.key;
  }
}

function getToken({ owner, expiresAt }: ConsoleSession, agentCode: unknown): PresentedToken {
  if (agentCode === undefined) return { kind: 'live', user: toTokenUser(owner, owner.own_agent, false), expiresAt };
  if (typeof agentCode !== 'string' || !canActFor(owner, agentCode))
    return { kind: 'failed', error: new DomainError(ErrorCode.AGENT_CODE_REFUSED) };
  return { kind: 'live', user: toTokenUser(owner, agentCode, true), expiresAt };
}
