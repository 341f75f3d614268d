import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { ClientGoneError } from '../body/read-body.js';
import { callOf } from '../call.js';
import { Log } from '../observability/log.js';
import { answerError, refuse } from './error-writer.js';
import { GatewayError } from './gateway-error.js';

/** The one place where an error becomes an answer. What nobody foresaw is logged with its stack and answered without a word of it. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (error instanceof ClientGoneError) return void response.destroy();
    if (error instanceof GatewayError) return refuse(request, response, error.code, error.retryAfterSeconds);
    if (error instanceof DomainError) return this.answer(request, response, error);
    const status = statusOf(error);
    if (status === 404) return refuse(request, response, 'NOT_FOUND');
    this.answer(request, response, new DomainError(codeOf(status), { cause: error }));
  }

  private answer(request: Request, response: Response, error: DomainError): void {
    if (error.code === ErrorCode.INTERNAL || error.code === ErrorCode.UNAVAILABLE) this.report(request, error);
    answerError(request, response, error);
  }

  private report(request: Request, error: DomainError): void {
    const { requestId, route } = callOf(request);
    const fields = { requestId, route: route?.template, err: error.cause ?? error };
    if (error.code === ErrorCode.INTERNAL) this.log.pino.error(fields, 'A call failed');
    else this.log.pino.warn(fields, 'A call found the service unavailable');
  }
}

/** The status of an error of Nest or of Express's parts (a file that is not there, an address that cannot be decoded); else 500. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function codeOf(status: number): ErrorCode {
  if (status === 413) return ErrorCode.BODY_TOO_LARGE;
  if (status === 415) return ErrorCode.MEDIA_TYPE;
  if (status === 503) return ErrorCode.UNAVAILABLE;
  return status < 500 ? ErrorCode.INVALID : ErrorCode.INTERNAL;
}
