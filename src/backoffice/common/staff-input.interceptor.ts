import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { refuseUnknownFields } from '../../common/validation/ignored-fields.js';
import { callOf } from '../../gateway/call/call.js';
import { namesTag, stateTag } from '../../gateway/call/entity-tag.js';
import { showsState } from '../../gateway/call/route-rules.js';
import { refuseUnknownParameters } from './query-names.js';
import { staffOf } from './staff-caller.js';

/** Refuses a query or a body with a field that the route does not know (backoffice.100), and gives what shows an object its tag. */
@Injectable()
export class StaffInputInterceptor implements NestInterceptor {
  /** @throws DomainError INVALID */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    refuseUnknownParameters(request.query, context.getClass(), context.getHandler());
    const bodyType = callOf(request).rules?.bodyType ?? null;
    if (bodyType !== null) refuseUnknownFields(bodyType, request.body);
    return showsState(context.getHandler()) ? next.handle().pipe(map((shown) => tagged(request, response, shown))) : next.handle();
  }
}

/** Sets the `ETag` of what is shown; a GET of what `If-None-Match` names is 304 and shows nothing. */
function tagged(request: Request, response: Response, shown: unknown): unknown {
  const etag = stateTag(shown as object, staffOf(request).language);
  response.setHeader('ETag', etag);
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !namesTag(request.headers['if-none-match'], etag)) return shown;
  response.status(HttpStatus.NOT_MODIFIED);
  return undefined;
}
