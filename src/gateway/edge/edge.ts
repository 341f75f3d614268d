import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { Forwarded } from '../access/forwarded.js';
import { callOf } from '../call/call.js';
import { ErrorResponder } from '../call/error-responder.js';
import { refuse } from '../call/error-writer.js';
import { setDefaultHeaders } from '../call/headers.js';
import type { RouteHandler } from '../call/route.js';
import { Readiness } from '../health/readiness.js';
import { CallObserver } from '../observability/call-observer.js';
import { CallOrder } from './call-order.js';
import { endsConnection } from './request-head.js';
import { isPublicOverTls, STRICT_TRANSPORT } from './strict-transport.js';

/**
 * Takes every request: sets the headers that every response carries, runs the first steps of `CallOrder`, and hands the call to the handler
 * of its route itself. Nothing of the request's body is touched here.
 */
@Injectable()
export class Edge {
  private readonly rateLimit: string;
  private readonly isPublic: boolean;
  private readonly onClose: (this: Response) => void;

  constructor(
    config: Config,
    private readonly observer: CallObserver,
    private readonly order: CallOrder,
    private readonly forwarded: Forwarded,
    private readonly responder: ErrorResponder,
    private readonly readiness: Readiness,
  ) {
    this.rateLimit = String(config.rateLimitPerHour);
    this.isPublic = isPublicOverTls(config);
    this.onClose = function (): void {
      observer.finished(callOf(this.req), this);
    };
  }

  readonly receive = (request: Request, response: Response): void => {
    const call = this.observer.begun(request);
    // It comes once, and `once` would wrap the listener.
    response.on('close', this.onClose);
    setDefaultHeaders(response, call.requestId, this.rateLimit);
    if (this.isPublic && this.forwarded.isHttps(request)) response.setHeader(...STRICT_TRANSPORT);
    // When the process ends, every response closes its connection.
    if (this.readiness.isDraining || endsConnection(request)) response.setHeader('Connection', 'close');
    if (this.order.atTheEntrance.every(({ take }) => take(call, request, response))) this.hand(call.route!.handler, request, response);
  };

  private hand(handler: RouteHandler, request: Request, response: Response): void {
    const fail = (error: unknown): void => this.responder.respond(error, request, response);
    // A handler that passes the call on has found nothing: a file of the documentation that is not there.
    const next = (error?: unknown): void => (error === undefined ? refuse(request, response, 'NOT_FOUND') : fail(error));
    try {
      const result = handler(request, response, next);
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}
