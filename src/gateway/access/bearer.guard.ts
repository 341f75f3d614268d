import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { DomainError, type TokenReason } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import { TokenService } from '../../identity/token.service.js';
import { getCall, type Call, type PresentedToken } from '../call/call.js';
import { TOKEN_EXPIRES_IN } from '../call/headers.js';
import { isKeyRequired } from '../call/route-rules.js';

const BEARER = /^bearer(?: +(.*))?$/i;

/** The rate limit comes before a refusal (gateway.1). */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenService,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    const match = isKeyRequired(call.rules!) && call.rules!.access !== 'client' ? BEARER.exec(request.headers.authorization ?? '') : null;
    return match === null || this.resolve(call, match[1]?.trim() ?? '', http.getResponse<Response>());
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

/** Refuses an invalid token on every route, a missing one where it is required (auth.4, auth.7). */
export function assertToken({ token, rules }: Call): void {
  switch (token.kind) {
    case 'live':
      return;
    case 'absent':
      if (rules!.access !== 'token') return;
      throw new DomainError(ErrorCode.TOKEN_REFUSED);
    case 'unknown':
      throw buildTokenRefusal(token.reason);
    case 'expired':
      throw new DomainError(ErrorCode.TOKEN_EXPIRED, { reason: 'EXPIRED' });
    case 'failed':
      throw token.error;
  }
}

/** Names the cause for the holder of a valid API key, which is checked first (auth.35). */
function buildTokenRefusal(reason: TokenReason | undefined): DomainError {
  return new DomainError(ErrorCode.TOKEN_REFUSED, reason === undefined ? {} : { reason, text: REFUSALS[reason] });
}

const REFUSALS: Readonly<Record<TokenReason, Text>> = {
  OTHER_PROGRAM: {
    el: 'Το διακριτικό εκδόθηκε για άλλο πρόγραμμα: δεν ταιριάζει με το κλειδί API.',
    en: 'The token was issued to another program, so it does not fit the API key.',
  },
  OTHER_ENVIRONMENT: {
    el: 'Το διακριτικό εκδόθηκε για το άλλο περιβάλλον (παραγωγή ή sandbox).',
    en: 'The token was issued for the other environment (production or sandbox).',
  },
  DISABLED: {
    el: 'Ο χρήστης ή ο συνεργάτης του διακριτικού δεν είναι πλέον ενεργός.',
    en: 'The user or the agent of the token is no longer in force.',
  },
  EXPIRED: { el: 'Το διακριτικό έληξε. Ζητήστε νέο.', en: 'The token has expired. Request another one.' },
};
