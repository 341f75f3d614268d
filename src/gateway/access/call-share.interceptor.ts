import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { finalize, type Observable } from 'rxjs';
import { getHolder } from '../../common/caller.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { getCall } from '../call/call.js';

@Injectable()
export class CallShareInterceptor implements NestInterceptor {
  constructor(private readonly bulkheads: Bulkheads) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { caller, rules } = getCall(context.switchToHttp().getRequest<Request>());
    if (caller === null || rules!.waits) return next.handle();
    const leave = await this.bulkheads.calls.acquire(getHolder(caller));
    return next.handle().pipe(finalize(leave));
  }
}
