import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { TokenService } from '../../identity/token.service.js';
import type { Call, PresentedToken } from '../call/call.js';
import { TOKEN_EXPIRES_IN } from '../call/headers.js';

const BEARER = /^bearer(?: +(.*))?$/i;

/**
 * Looks up the bearer token of a call and refuses nothing: a response of the rate limit says, too, how long a live token lasts
 * (gateway.18), and what is wrong with one is said after the limit (gateway.1), even that the database is gone.
 */
@Injectable()
export class TokenLookup {
  constructor(
    private readonly tokens: TokenService,
    private readonly clock: Clock,
  ) {}

  /** Notes the token in the call; a promise where one came with it. */
  find(call: Call, request: Request, response: Response): true | Promise<true> {
    const match = BEARER.exec(request.headers.authorization ?? '');
    return match === null || this.resolve(call, match[1]?.trim() ?? '', response);
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
