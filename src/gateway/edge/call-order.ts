import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BearerGuard } from '../access/bearer.guard.js';
import { CallerResolver } from '../access/caller-resolver.js';
import { RateLimit } from '../access/rate-limit.js';
import { TokenLookup } from '../access/token-lookup.js';
import { BodyReader, requireWellFormedPath } from '../body/take-body.js';
import { holderOf } from '../../common/caller.js';
import type { Call } from '../call/call.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { Entrance } from './entrance.js';
import { TestFaults } from './test-faults.js';

/** A check of the head of a request. Where it returns false it has sent the response. */
export interface EntranceStep {
  readonly name: string;
  readonly take: (call: Call, request: Request, response: Response) => boolean;
}

/** A check of a call that came with a key. It refuses by throwing; where it returns false it has sent the response. */
export interface ServiceStep {
  readonly name: string;
  readonly take: (call: Call, request: Request, response: Response, context: ExecutionContext) => boolean | Promise<boolean>;
}

/**
 * What a call passes on its way to its handler, in this order (gateway.1, gateway.5): the first step that fails decides the response.
 *
 * 1. `atTheEntrance`, every request, run by the `Edge`.
 * 2. `ApiKeyGuard`, run by Nest on the routes that need a key.
 * 3. `beforeTheService`, the calls that came with a key, run by the `ServiceCallInterceptor`. The limit comes before the token, and Nest runs
 *    all guards before any interceptor: that is why `BearerGuard` has its turn in this list.
 * 4. `InputPipe`, run by Nest: body and query are held against their classes.
 *
 * Calls of the back office pass its `StaffGuard` and `StaffBodyInterceptor` in place of 2 and 3.
 */
@Injectable()
export class CallOrder {
  readonly atTheEntrance: readonly EntranceStep[];
  readonly beforeTheService: readonly ServiceStep[];

  // One parameter for each check.
  // oxlint-disable-next-line max-params
  constructor(
    entrance: Entrance,
    tokens: TokenLookup,
    limit: RateLimit,
    bearer: BearerGuard,
    callers: CallerResolver,
    bodies: BodyReader,
    idempotency: Idempotency,
    faults: TestFaults,
  ) {
    this.atTheEntrance = [
      { name: 'valid HTTP', take: (_call, request, response) => entrance.requireValidHead(request, response) },
      { name: 'CORS preflight', take: (_call, request, response) => entrance.answerPreflight(request, response) },
      { name: 'route and environment', take: (call, request, response) => entrance.findRoute(call, request, response) },
      { name: 'HTTPS', take: (call, request, response) => entrance.requireHttps(call, request, response) },
      { name: 'known route', take: (call, request, response) => entrance.requireRoute(call, request, response) },
      { name: 'limit of the address', take: (call, request, response) => entrance.limitAddress(call, request, response) },
    ];
    this.beforeTheService = [
      { name: 'token looked up', take: (call, request, response) => tokens.find(call, request, response) },
      { name: 'rate limit', take: (call, _request, response) => limit.admit(call, response) },
      { name: 'bearer token', take: (_call, _request, _response, context) => bearer.canActivate(context) },
      { name: 'caller', take: (call, request) => callers.resolve(call, request) },
      { name: 'well-formed path', take: requireWellFormedPath },
      { name: 'body', take: (call, request, response) => bodies.read(call, request, response, holderOf(call.caller!)) },
      { name: 'idempotency', take: (call, request, response) => idempotency.begin(call, request, response) },
      // Behind the kept responses: a repeated call finds the one that was cut off.
      { name: 'test fault', take: (call, request, response) => faults.meet(call, request, response) },
    ];
  }
}
