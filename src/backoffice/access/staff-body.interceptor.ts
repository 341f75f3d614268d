import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { MALFORMED_PATH } from '../../gateway/access/rate-limit.interceptor.js';
import { readJson } from '../../gateway/body/read-json.js';
import { tellIgnored } from '../../gateway/body/tell-ignored.js';
import { callOf, type Call } from '../../gateway/call/call.js';
import { expectsContinue } from '../../gateway/edge/request-head.js';
import { refuseUnknownParameters } from './query-names.js';

/** Nothing of a call is parsed before the staff guard let it in (gateway.2); then its query is looked at, and its body read. */
@Injectable()
export class StaffBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = callOf(request);
    if (call.hasMalformedPath) throw new DomainError(ErrorCode.INVALID, { text: MALFORMED_PATH });
    refuseUnknownParameters(request.query, context.getClass(), context.getHandler());
    if (expectsContinue(request)) http.getResponse<Response>().writeContinue();
    return call.rules?.readsJson === true ? this.withBody(call, http.getResponse<Response>(), request, next) : hand(call, next);
  }

  private async withBody(call: Call, response: Response, request: Request, next: CallHandler): Promise<Observable<unknown>> {
    request.body = await readJson(request);
    return tellIgnored(call, request, response, hand(call, next));
  }
}

function hand(call: Call, next: CallHandler): Observable<unknown> {
  call.serviceStartedMs = performance.now();
  return next.handle();
}
