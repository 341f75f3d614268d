import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable, of } from 'rxjs';
import { BodyReader, requireWellFormedPath } from '../../gateway/body/take-body.js';
import { callOf } from '../../gateway/call/call.js';
import { namesTag, stateTag } from '../../gateway/call/entity-tag.js';
import { showsState } from '../../gateway/call/route-rules.js';
import { refuseUnknownFields } from '../../common/validation/ignored-fields.js';
import { isKeyed, Idempotency } from '../../gateway/idempotency/idempotency.js';
import { refuseUnknownParameters } from './query-names.js';
import { callerOf, noteCaller, staffHolder, staffOf } from './staff-caller.js';

/**
 * Nothing of a call is parsed before the staff guard let it in (gateway.2); then its query is looked at, its body read and held against its fields (backoffice.100), and with an
 * `Idempotency-Key` a unit of work begun, or the response of the first call sent again (backoffice.33). What shows an object gets its tag.
 */
@Injectable()
export class StaffBodyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly bodies: BodyReader,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const call = callOf(request);
    requireWellFormedPath(call);
    refuseUnknownParameters(request.query, context.getClass(), context.getHandler());
    const serve = (): Observable<unknown> => {
      call.serviceStartedMs = performance.now();
      return showsState(context.getHandler()) ? next.handle().pipe(map((shown) => tagged(request, response, shown))) : next.handle();
    };
    const begin = (): Observable<unknown> | Promise<Observable<unknown>> => {
      const bodyType = call.rules?.bodyType ?? null;
      if (bodyType !== null) refuseUnknownFields(bodyType, request.body);
      return isKeyed(call, request) ? this.beginUnit(request, response, serve) : serve();
    };
    const read = this.bodies.read(call, request, response, staffHolder(callerOf(request)));
    return read instanceof Promise ? read.then(begin) : begin();
  }

  private async beginUnit(request: Request, response: Response, serve: () => Observable<unknown>): Promise<Observable<unknown>> {
    const staff = staffOf(request);
    const unitOfWork = await this.idempotency.beginOfStaff(callOf(request), request, response, staff.userId);
    if (unitOfWork === null) return of(undefined);
    noteCaller(request, { ...staff, unitOfWork });
    return serve();
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
