import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import { startSpan } from '../../common/spans.js';

/** Runs handlers in a span of a trace (gateway.92). */
@Injectable()
export class HandlerSpanInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { span, run } = startSpan(`${context.getClass().name}.${context.getHandler().name}`, {});
    return run(() => next.handle()).pipe(finalize(() => span.end()));
  }
}
