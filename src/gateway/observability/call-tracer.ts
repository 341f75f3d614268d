import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { SpanKind, SpanStatusCode, startSpan } from '../../common/spans.js';
import type { Call } from '../call/call.js';

const SERVER_ERROR = 500;

@Injectable()
export class CallTracer {
  run(call: Call, request: Request, response: Response, next: NextFunction): void {
    const attributes = { 'http.request.method': request.method, 'gateway.request_id': call.requestId };
    const { span, run } = startSpan(request.method, { kind: SpanKind.SERVER, attributes }, request.headers);
    if (span.isRecording())
      response.on('close', () => {
        const { route, environment, key, errorCode } = call;
        // The path is left out: it may contain a key.
        if (route !== null) span.updateName(`${request.method} ${route.template}`).setAttribute('http.route', route.template);
        if (key !== null) span.setAttribute('gateway.key', key.prefix);
        if (errorCode !== null) span.setAttribute('gateway.error_code', errorCode);
        span.setAttributes({ 'http.response.status_code': response.statusCode, 'gateway.environment': environment });
        if (response.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    run(next);
  }
}
