import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { callOf } from '../call/call.js';

/** Whom the caller acts for. A token that is none is refused on every route, a missing one only where one is needed (auth.4, auth.7). */
@Injectable()
export class BearerGuard implements CanActivate {
  /** @throws DomainError TOKEN_REFUSED, TOKEN_EXPIRED; UNAVAILABLE when the token could not be looked up */
  canActivate(context: ExecutionContext): true {
    const { token, rules } = callOf(context.switchToHttp().getRequest<Request>());
    switch (token.kind) {
      case 'live':
        return true;
      case 'absent':
        if (rules?.access === 'key') return true;
        throw new DomainError(ErrorCode.TOKEN_REFUSED);
      case 'unknown':
        throw new DomainError(ErrorCode.TOKEN_REFUSED);
      case 'expired':
        throw new DomainError(ErrorCode.TOKEN_EXPIRED);
      case 'failed':
        throw token.error;
    }
  }
}
