import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { getCall } from '../call/call.js';
import { BodyReader } from './body-reader.js';

const MALFORMED_PATH = { el: 'Μη έγκυρη κωδικοποίηση της διεύθυνσης.', en: 'The address contains a malformed percent escape.' };

@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly bodies: BodyReader) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const call = getCall(request);
    if (call.hasMalformedPath) throw new DomainError(ErrorCode.INVALID, { text: MALFORMED_PATH });
    if (call.holder !== null) await this.bodies.read(call, request, http.getResponse<Response>(), call.holder);
    return next.handle();
  }
}
