import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { TokenService } from '../../identity/token.service.js';
import { callOf, type Call, type PresentedToken } from '../call/call.js';
import { TOKEN_EXPIRES_IN } from '../call/headers.js';

const BEARER = /^bearer(?: +(.*))?$/i;

/**
 * Level 2 (auth.2): who the caller acts for. Looks at the token, but leaves every refusal, even a database that is gone, to the rate limit
 * interceptor: the limit comes before the token (gateway.1).
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenService,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const match = BEARER.exec(request.headers.authorization ?? '');
    const call = callOf(request);
    return match === null || call.key === null || this.resolve(call, match[1]?.trim() ?? '', http.getResponse<Response>());
  }

  private async resolve(call: Call, token: string, response: Response): Promise<true> {
    call.token = await this.tokens
      .resolve(token, call.key!, call.environment)
      .catch((error: unknown): PresentedToken => ({ kind: 'failed', error }));
    if (call.token.kind === 'live') response.setHeader(TOKEN_EXPIRES_IN, String(this.secondsUntil(call.token.expiresAt)));
    return true;
  }

  private secondsUntil(instant: Date): number {
    return Math.max(0, Math.ceil((instant.getTime() - this.clock.now().getTime()) / 1000));
  }
}
