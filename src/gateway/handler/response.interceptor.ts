import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { toJsonLists } from '../../common/turns.js';
import { reportIgnoredFields } from './ignored-fields.js';
import { getCall } from '../call/call.js';
import { JsonText } from './responses.js';

@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(mergeMap((returned) => this.write(returned, request, response)));
  }

  private async write(returned: unknown, request: Request, response: Response): Promise<unknown> {
    const call = getCall(request);
    const body = reportIgnoredFields(call, request, response, returned);
    call.serviceEndedMs = performance.now();
    return isEntity(body, response) ? new JsonText((await toJsonLists(body)) ?? JSON.stringify(body)) : body;
  }
}

function isEntity(body: unknown, response: Response): body is object {
  if (typeof body !== 'object' || body === null || body instanceof StreamableFile || body instanceof JsonText) return false;
  return !response.hasHeader('Content-Type') && response.statusCode !== 204 && response.statusCode !== 304;
}
