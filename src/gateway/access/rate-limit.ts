import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Call } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { RATE_LIMIT, RATE_REMAINING } from '../call/headers.js';
import type { RateDecision } from '../rate-limit/rate-decision.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';

/** The limits of the key: counts the call and sets the headers of what is left, or refuses it (gateway.13, gateway.19). */
@Injectable()
export class RateLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** A promise where Redis counts. @throws GatewayError OVER_RATE_LIMIT */
  admit({ key, rules }: Call, response: Response): true | Promise<true> {
    const decision = rules!.countsForQuota ? this.limiter.admit(key!, rules!.service!) : this.limiter.admitFree(key!);
    return decision instanceof Promise ? decision.then((decided) => tell(decided, response)) : tell(decision, response);
  }
}

function tell({ limit, remaining, admitted, retryAfterSeconds }: RateDecision, response: Response): true {
  response.setHeader(RATE_LIMIT, String(limit));
  response.setHeader(RATE_REMAINING, String(remaining));
  if (!admitted) throw new GatewayError('OVER_RATE_LIMIT', retryAfterSeconds);
  return true;
}
