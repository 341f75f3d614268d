import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { assertNoFaults, type Fault } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { type Class, listFieldNames } from '../../common/validation/dto.js';
import { assertKnownFields } from '../../common/validation/ignored-fields.js';
import { getCall } from '../../gateway/call/call.js';
import { isTagNamed, formatStateTag } from '../../gateway/call/entity-tag.js';
import { DRY_RUN_PARAMETER, hasStateTag } from '../../gateway/call/route-rules.js';
import { getStaff } from './staff-caller.js';

/** Query parameter of every route, for the format of errors. */
const ERROR_FORMAT = 'format';

/** Refuses unknown fields of query and body (backoffice.100), and sets the `ETag` of returned objects. */
@Injectable()
export class StaffInputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { rules } = getCall(request);
    const names = listParameters(context.getClass(), context.getHandler().name);
    refuseUnknownParameters(request.query, rules?.dryRun === 'reads' ? names : names.add(DRY_RUN_PARAMETER));
    const bodyType = rules?.bodyType ?? null;
    if (bodyType !== null) assertKnownFields(bodyType, request.body);
    return hasStateTag(context.getHandler()) ? next.handle().pipe(map((shown) => setStateTag(request, response, shown))) : next.handle();
  }
}

function refuseUnknownParameters(query: Request['query'], names: ReadonlySet<string>): void {
  const unknown = Object.keys(query).filter((name) => !names.has(name) && !isBlank(query[name]));
  assertNoFaults(unknown.map(toFault));
}

/** Returns the fields of the `@Query()` classes of the handler. */
function listParameters(controller: Class, handler: string): Set<string> {
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as readonly Class[];
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, { readonly index: number }>;
  const queries = Object.entries(places).filter(([place]) => place.startsWith(`${RouteParamtypes.QUERY}:`));
  return new Set([ERROR_FORMAT, ...queries.flatMap(([, { index }]) => listFieldNames(types[index]!))]);
}

function isBlank(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === 'string' && one.trim() === '');
}

function toFault(name: string): Fault {
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
