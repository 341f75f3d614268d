import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { requireWellFormedPath, takeBody } from '../../gateway/body/take-body.js';
import { tellIgnored } from '../../gateway/body/tell-ignored.js';
import { callOf, type Call } from '../../gateway/call/call.js';
import { refuseUnknownParameters } from './query-names.js';

/** Nothing of a call is parsed before the staff guard let it in (gateway.2); then its query is looked at, and its body read. */
@Injectable()
export class StaffBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = callOf(request);
    requireWellFormedPath(call);
    refuseUnknownParameters(request.query, context.getClass(), context.getHandler());
    const response = http.getResponse<Response>();
    const serve = (): Observable<unknown> => tellIgnored(call, request, response, hand(call, next));
    const taken = takeBody(call, request, response);
    return taken instanceof Promise ? taken.then(serve) : serve();
  }
}

function hand(call: Call, next: CallHandler): Observable<unknown> {
  call.serviceStartedMs = performance.now();
  return next.handle();
}
