import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import { startSpan } from '../../common/spans.js';

@Injectable()
export class HandlerSpanInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { span, run } = startSpan(`${context.getClass().name}.${context.getHandler().name}`, {});
    return run(() => next.handle()).pipe(finalize(() => span.end()));
  }
}
