import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ErrorResponder } from './error-responder.js';

/** Every error of guards, interceptors, pipes and handlers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly responder: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.responder.respond(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
