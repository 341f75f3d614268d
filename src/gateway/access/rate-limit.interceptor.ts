import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { type Caller, getHolder } from '../../common/caller.js';
import { getCall, type Call, type KeyOwner } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { RATE_LIMIT, RATE_POLICY, RATE_REMAINING, RATE_STATE } from '../call/headers.js';
import { isKeyRequired, type RouteRules } from '../call/route-rules.js';
import type { NamedRateDecision } from '../rate-limit/rate-decision.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { assertToken } from './bearer.guard.js';
import { CallerResolver } from './caller-resolver.js';

@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly callers: CallerResolver,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    if (isKeyRequired(call.rules!)) {
      await this.admit(call, http.getResponse<Response>());
      assertToken(call);
      const caller = (call.caller = await this.callers.resolve(call, request));
      call.holder = getHolder(caller);
      call.keyOwner = getKeyOwner(caller, call.rules!);
    }
    return next.handle();
  }

  private async admit({ key, rules }: Call, response: Response): Promise<void> {
    const decision = await (rules!.countsForQuota ? this.limiter.admit(key!, rules!.service!) : this.limiter.admitFree(key!));
    response.setHeader(RATE_LIMIT, String(decision.limit));
    response.setHeader(RATE_REMAINING, String(decision.remaining));
    setRateFields(response, decision);
    if (!decision.admitted) throw new GatewayError('OVER_RATE_LIMIT', decision.retryAfterSeconds);
  }
}

/** Sets the fields of draft-ietf-httpapi-ratelimit-headers (gateway.102). */
function setRateFields(response: Response, { policy, limit, windowSeconds, remaining, retryAfterSeconds }: NamedRateDecision): void {
  response.setHeader(RATE_POLICY, `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader(RATE_STATE, `"${policy}";r=${remaining}${retryAfterSeconds > 0 ? `;t=${retryAfterSeconds}` : ''}`);
}

function getKeyOwner({ programId, user, environment }: Caller, { writesKeys }: RouteRules): KeyOwner {
  const scope = [programId, user?.id, user?.agentCode];
  return writesKeys ? { scope, table: 'staff', name: environment } : { scope, table: 'services', name: user?.agentCode ?? null };
}
