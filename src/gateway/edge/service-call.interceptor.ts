import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { finalize, type Observable, of } from 'rxjs';
import { holderOf } from '../../common/caller.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { callOf, type Call } from '../call/call.js';
import { asksForKey } from '../call/route-rules.js';
import { CallOrder } from './call-order.js';

/**
 * Takes a call that came with a key through the steps before its service, the rate limit first of all; then hands it over, when its program's
 * turn comes (gateway.71).
 */
@Injectable()
export class ServiceCallInterceptor implements NestInterceptor {
  constructor(
    private readonly order: CallOrder,
    private readonly bulkheads: Bulkheads,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const call = callOf(request);
    if (call.rules === null || !asksForKey(call.rules)) return next.handle();
    const serve = (goesOn: boolean): Observable<unknown> | Promise<Observable<unknown>> =>
      goesOn ? this.serve(call, next) : of(undefined);
    const passed = this.pass(0, call, request, response, context);
    return passed instanceof Promise ? passed.then(serve) : serve(passed);
  }

  private serve({ rules, caller }: Call, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    if (rules?.waits === true) return next.handle();
    const { calls } = this.bulkheads;
    const holder = holderOf(caller!);
    const leave = calls.tryEnter(holder);
    if (leave !== null) return next.handle().pipe(finalize(leave));
    return calls.acquire(holder).then((leaveLater) => next.handle().pipe(finalize(leaveLater)));
  }

  /** Takes the steps from the given one on; waits only where one of them does. */
  private pass(from: number, call: Call, request: Request, response: Response, context: ExecutionContext): boolean | Promise<boolean> {
    const { beforeTheService: steps } = this.order;
    for (let at = from; at < steps.length; at += 1) {
      const goesOn = steps[at]!.take(call, request, response, context);
      if (goesOn instanceof Promise) return goesOn.then((isPassed) => isPassed && this.pass(at + 1, call, request, response, context));
      if (!goesOn) return false;
    }
    return true;
  }
}
