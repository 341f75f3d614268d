import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callOf, type Call } from '../call/call.js';
import { AlreadyAnswered } from '../call/gateway-error.js';
import { asksForKey } from '../call/route-rules.js';
import { CallOrder } from './call-order.js';

/**
 * Takes a call that came with a key through the steps before its service, the rate limit first of all. A guard: through an interceptor Nest takes each
 * call in a chain of observables, which took more than half of the processor time of a list.
 */
@Injectable()
export class ServiceCallGuard implements CanActivate {
  constructor(private readonly order: CallOrder) {}

  /** @throws AlreadyAnswered where a step has sent the response; and what the steps throw */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const call = callOf(request);
    return call.rules === null || !asksForKey(call.rules) || this.pass(0, call, request, response, context);
  }

  /** Takes the steps from the given one on; waits only where one of them does. */
  private pass(from: number, call: Call, request: Request, response: Response, context: ExecutionContext): true | Promise<true> {
    const { beforeTheService: steps } = this.order;
    for (let at = from; at < steps.length; at += 1) {
      const goesOn = steps[at]!.take(call, request, response, context);
      if (goesOn instanceof Promise)
        return goesOn.then((isPassed) => requirePassed(isPassed) && this.pass(at + 1, call, request, response, context));
      requirePassed(goesOn);
    }
    return true;
  }
}

function requirePassed(isPassed: boolean): true {
  if (!isPassed) throw new AlreadyAnswered();
  return true;
}
