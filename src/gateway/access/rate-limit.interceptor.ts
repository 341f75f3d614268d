import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, of } from 'rxjs';
import type { CallerUser } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { readJson } from '../body/read-json.js';
import { tellIgnored } from '../body/tell-ignored.js';
import { callOf, type Call } from '../call/call.js';
import { RATE_LIMIT, RATE_REMAINING } from '../call/headers.js';
import { expectsContinue } from '../edge/request-head.js';
import { rootOf } from '../call/root.js';
import { GatewayError } from '../call/gateway-error.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { languageOf } from '../../common/accept-language.js';
import type { RateDecision } from '../rate-limit/rate-decision.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { asksForKey } from '../call/route-rules.js';

export const MALFORMED_PATH = { el: 'Μη έγκυρη κωδικοποίηση της διεύθυνσης.', en: 'The address holds a malformed percent escape.' };

/**
 * The last steps before a service: the limit, then the token's refusal, then the body, then its `Idempotency-Key`. Only a call that passed
 * limit and token has anything of it parsed (gateway.1, gateway.2).
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly config: Config,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const call = callOf(request);
    if (call.rules === null || !asksForKey(call.rules)) return next.handle();
    const decision = this.decide(call);
    return decision instanceof Promise
      ? decision.then((decided) => this.serve(decided, request, response, next))
      : this.serve(decision, request, response, next);
  }

  private serve(
    decision: RateDecision,
    request: Request,
    response: Response,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const call = callOf(request);
    response.setHeader(RATE_LIMIT, String(decision.limit));
    response.setHeader(RATE_REMAINING, String(decision.remaining));
    if (!decision.admitted) throw new GatewayError('OVER_RATE_LIMIT', decision.retryAfterSeconds);
    this.identify(call, request);
    if (call.hasMalformedPath) throw new DomainError(ErrorCode.INVALID, { text: MALFORMED_PATH });
    if (expectsContinue(request)) response.writeContinue();
    return call.rules?.readsJson === true ? this.withBody(call, request, response, next) : this.hand(call, request, response, next);
  }

  private decide({ key, rules }: Call): RateDecision | Promise<RateDecision> {
    return rules!.countsForQuota ? this.limiter.admit(key!, rules!.service!) : this.limiter.admitFree(key!);
  }

  private identify(call: Call, request: Request): void {
    const { programId, prefix } = call.key!;
    const { environment, requestId } = call;
    call.caller = {
      environment,
      at: this.clock.now(),
      language: languageOf(request.headers['accept-language']),
      root: rootOf(request, environment, this.config),
      requestId,
      programId,
      keyPrefix: prefix,
      ifMatch: request.headers['if-match'],
      user: userOf(call),
    };
  }

  private async withBody(call: Call, request: Request, response: Response, next: CallHandler): Promise<Observable<unknown>> {
    request.body = await readJson(request);
    return this.hand(call, request, response, next);
  }

  private hand(call: Call, request: Request, response: Response, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    call.serviceStartedMs = performance.now();
    const serve = (): Observable<unknown> => tellIgnored(call, request, response, next.handle());
    if (request.headers['idempotency-key'] === undefined || call.rules?.isRepeatable !== true) return serve();
    return this.idempotency.begin(call, request, response).then((isToBeServed) => (isToBeServed ? serve() : of(undefined)));
  }
}

/** The user of a live token. A token that is none is refused on every route, a missing one only where one is needed. */
function userOf({ token, rules }: Call): CallerUser | null {
  switch (token.kind) {
    case 'live':
      return token.user;
    case 'absent':
      if (rules?.access === 'key') return null;
      throw new DomainError(ErrorCode.TOKEN_REFUSED);
    case 'unknown':
      throw new DomainError(ErrorCode.TOKEN_REFUSED);
    case 'expired':
      throw new DomainError(ErrorCode.TOKEN_EXPIRED);
    case 'failed':
      throw token.error;
  }
}
