import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { toJsonLists } from '../../common/turns.js';
import { nameIgnoredParameters, reportIgnoredFields } from './ignored-fields.js';
import { listUnknownParameters } from './query-parameters.js';
import { getCall } from '../call/call.js';
import { PREFERENCE_APPLIED } from '../call/headers.js';
import { JsonText } from './responses.js';

@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { rules } = getCall(request);
    if (rules?.service != null)
      nameIgnoredParameters(response, listUnknownParameters(request.query, rules, context.getClass(), context.getHandler().name));
    return next.handle().pipe(mergeMap((returned) => this.write(returned, request, response)));
  }

  private async write(returned: unknown, request: Request, response: Response): Promise<unknown> {
    const call = getCall(request);
    const body = applyPreference(request, response, reportIgnoredFields(call, request, response, returned));
    call.serviceEndedMs = performance.now();
    return isEntity(body, response) ? new JsonText((await toJsonLists(body)) ?? JSON.stringify(body)) : body;
  }
}

const PREFERENCE = /(?:^|[,;\s])return=(representation|minimal)(?:$|[,;\s])/i;

/** Returns the body of a 205 with status 200, or not at all, as the caller prefers (RFC 7240, gateway.103). */
function applyPreference(request: Request, response: Response, body: unknown): unknown {
  if (response.statusCode !== Number(HttpStatus.RESET_CONTENT) || body === undefined) return body;
  const preferred = PREFERENCE.exec(String(request.headers['prefer'] ?? ''))?.[1]?.toLowerCase();
  if (preferred === undefined) return body;
  response.setHeader(PREFERENCE_APPLIED, `return=${preferred}`);
  if (preferred === 'minimal') return undefined;
  response.status(HttpStatus.OK);
  return body;
}

function isEntity(body: unknown, response: Response): body is object {
  if (typeof body !== 'object' || body === null || body instanceof StreamableFile || body instanceof JsonText) return false;
  return !response.hasHeader('Content-Type') && response.statusCode !== 204 && response.statusCode !== 304;
}
