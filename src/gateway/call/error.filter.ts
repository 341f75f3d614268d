import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Forwarded } from './forwarded.js';
import { getCall } from './call.js';
import { Log } from './log.js';
import { sendError, sendGatewayError, sendOAuthError } from './error-writer.js';
import { OAuthError } from './oauth-error.js';
import { BodyTimeoutError, ClientGoneError, GatewayError, TestFaultError } from './gateway-error.js';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly forwarded: Forwarded,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    try {
      this.send(error, request, response);
    } catch (second) {
      this.log.pino.error({ err: second }, 'The error response of a failed call could not be sent');
      response.destroy();
    }
  }

  private send(error: unknown, request: Request, response: Response): void {
    if (error instanceof ClientGoneError) return void response.destroy();
    if (error instanceof BodyTimeoutError) return sendError(request, response, new DomainError(ErrorCode.INVALID, { text: TOO_SLOW }), 408);
    if (error instanceof OAuthError) return sendOAuthError(request, response, error);
    if (error instanceof GatewayError) return sendGatewayError(request, response, error.code, error.retryAfterSeconds);
    if (error instanceof DomainError) return this.sendDomainError(error, request, response);
    const status = findStatus(error);
    if (status === 404) return sendGatewayError(request, response, this.forwarded.isHttps(request) ? 'NOT_FOUND' : 'HTTPS_REQUIRED');
    this.sendDomainError(new DomainError(getCode(status), { cause: error }), request, response);
  }

  private sendDomainError(error: DomainError, request: Request, response: Response): void {
    const isOurs = error.code === ErrorCode.INTERNAL || error.code === ErrorCode.UNAVAILABLE;
    if (isOurs && !(error instanceof TestFaultError)) this.report(error, request);
    sendError(request, response, error);
  }

  private report(error: DomainError, request: Request): void {
    const { requestId, route } = getCall(request);
    const fields = { requestId, route: route?.template, err: error.cause ?? error };
    if (error.code === ErrorCode.INTERNAL) this.log.pino.error(fields, 'A call failed');
    else this.log.pino.warn(fields, 'The service was unavailable for a call');
  }
}

const TOO_SLOW = {
  el: 'Το σώμα της κλήσης δεν ελήφθη εγκαίρως.',
  en: 'The request body did not arrive in time.',
};

function findStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function getCode(status: number): ErrorCode {
  if (status === 413) return ErrorCode.BODY_TOO_LARGE;
  if (status === 415) return ErrorCode.MEDIA_TYPE;
  if (status === 503) return ErrorCode.UNAVAILABLE;
  return status < 500 ? ErrorCode.INVALID : ErrorCode.INTERNAL;
}
