import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { assertNoViolations, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { assertKnownFields } from '../../common/validation/ignored-fields.js';
import { getCall } from '../../gateway/call/call.js';
import { isTagNamed, formatStateTag } from '../../gateway/call/entity-tag.js';
import { hasStateTag } from '../../gateway/call/route-rules.js';
import { listUnknownParameters } from '../../gateway/handler/query-parameters.js';
import { getStaff } from './staff-caller.js';

@Injectable()
export class StaffInputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { rules } = getCall(request);
    const unknown = listUnknownParameters(request.query, rules, context.getClass(), context.getHandler().name);
    assertNoViolations(unknown.map(toViolation));
    const bodyType = rules?.bodyType ?? null;
    if (bodyType !== null) assertKnownFields(bodyType, request.body);
    return hasStateTag(context.getHandler()) ? next.handle().pipe(map((shown) => setStateTag(request, response, shown))) : next.handle();
  }
}

function toViolation(name: string): Violation {
  const text = { el: `Δεν υπάρχει παράμετρος ${name}.`, en: `There is no parameter ${name}.` };
  return { path: name, code: ErrorCode.INVALID, text };
}

function setStateTag(request: Request, response: Response, shown: unknown): unknown {
  // The pending action of a second person is not the object of the route.
  if (response.statusCode === Number(HttpStatus.ACCEPTED)) return shown;
  const etag = formatStateTag(shown as object, getStaff(request).language);
  response.setHeader('ETag', etag);
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !isTagNamed(request.headers['if-none-match'], etag)) return shown;
  response.status(HttpStatus.NOT_MODIFIED);
  return undefined;
}
