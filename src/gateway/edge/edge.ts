import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { Clock } from '../../common/clock.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { attachCall, callOf, type Call } from '../call/call.js';
import { ErrorResponder } from '../call/error-responder.js';
import { answerError, refuse } from '../call/error-writer.js';
import type { GatewayAdapter } from '../server/gateway-adapter.js';
import { CallObserver } from '../observability/call-observer.js';
import { AddressLimiter } from '../access/address-limiter.js';
import { Forwarded } from '../access/forwarded.js';
import { ALLOWED_HEADERS, ALLOWED_METHODS, dropRateHeaders, PREFLIGHT_MAX_AGE_SECONDS, setDefaultHeaders } from '../call/headers.js';
import { endsConnection, headFault, type HeadFault, takeAbsoluteForm } from './request-head.js';
import type { RouteHandler } from './route-table.js';
import { isPublicOverTls, STRICT_TRANSPORT } from './strict-transport.js';
import { splitTarget } from '../call/target.js';

const SANDBOX_PREFIX = '/dev/';
/** The documentation is one for both environments. */
const LEAD_TO_DOCUMENTATION: ReadonlySet<string> = new Set(['/dev/', '/dev/docs']);
const HEALTH_PREFIX = '/health/';
/** A page of the documentation is some ten calls. */
const DOCUMENTATION_LIMITS = { burst: 120, intervalMs: 500 };

/** Who answers a call, once its path and environment are known. */
interface Destination {
  readonly isOpen: boolean;
  readonly isKeyed: boolean;
  readonly handler: RouteHandler;
}

/**
 * The first steps of every call, in one function: headers, what HTTP itself refuses, CORS preflight, HTTPS, environment, route (gateway.1). It hands the call to
 * the handler of its route itself; nothing of the request's body is touched here.
 */
@Injectable()
export class Edge {
  private readonly environments: ReadonlySet<Environment>;
  private readonly limiter: AddressLimiter;
  private draining = false;

  constructor(
    private readonly config: Config,
    private readonly forwarded: Forwarded,
    private readonly observer: CallObserver,
    private readonly responder: ErrorResponder,
    clock: Clock,
  ) {
    this.limiter = new AddressLimiter(clock, DOCUMENTATION_LIMITS);
    this.environments = new Set(config.environments);
  }

  /** Puts the edge in front of the adapter's routes. */
  install(adapter: GatewayAdapter): void {
    const { observer } = this;
    const rateLimit = String(this.config.rateLimitPerHour);
    const isPublic = isPublicOverTls(this.config);
    function onClose(this: Response): void {
      observer.finished(callOf(this.req), this);
    }
    adapter.receive((request, response) => {
      const call = attachCall(request);
      response.once('close', onClose);
      setDefaultHeaders(response, call.requestId, rateLimit);
      if (isPublic && this.forwarded.isHttps(request)) response.setHeader(...STRICT_TRANSPORT);
      if (this.draining || endsConnection(request)) response.setHeader('Connection', 'close');
      const fault = headFault(request) ?? takeAbsoluteForm(request);
      if (fault === null) this.dispatch(call, adapter, request, response);
      else this.refuseHead(fault, request, response);
    });
  }

  /** From now on every answer closes its connection, so that the process can end. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** The connection ends with it: who writes such a head may see other borders between requests, too. */
  private refuseHead({ status, text }: HeadFault, request: Request, response: Response): void {
    response.setHeader('Connection', 'close');
    answerError(request, response, new DomainError(ErrorCode.INVALID, { text }), status);
  }

  private dispatch(call: Call, adapter: GatewayAdapter, request: Request, response: Response): void {
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) return preflight(response);
    const destination = this.find(call, adapter, request);
    if (destination?.isKeyed === false) dropRateHeaders(response);
    if (destination?.isOpen !== true && !this.forwarded.isHttps(request)) return refuse(request, response, 'HTTPS_REQUIRED');
    if (destination === null) return refuse(request, response, 'NOT_FOUND');
    const waitSeconds = this.admit(destination, request);
    if (waitSeconds > 0) return refuse(request, response, 'OVER_RATE_LIMIT', waitSeconds);
    this.hand(destination.handler, request, response);
  }

  /** The documentation is anybody's, so many calls of one address; whoever watches over the process is never refused. */
  private admit({ isOpen }: Destination, request: Request): number {
    return isOpen && !request.url.startsWith(HEALTH_PREFIX) ? this.limiter.admit(this.forwarded.clientAddress(request)) : 0;
  }

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

  /** Notes environment and route in the call; null when there is no API at the address. */
  private find(call: Call, adapter: GatewayAdapter, request: Request): Destination | null {
    if (request.url.startsWith(SANDBOX_PREFIX) && !LEAD_TO_DOCUMENTATION.has(request.url)) {
      call.environment = 'sandbox';
      request.url = request.url.slice(SANDBOX_PREFIX.length - 1);
    }
    const [path] = splitTarget(request.url);
    const match = adapter.routes.match(request.method, path);
    if (match === undefined) return null;
    const { route, params, isMalformed } = match;
    const isServed = route.isOpen ? call.environment === 'production' : this.environments.has(call.environment);
    if (!isServed) return null;
    call.route = route;
    call.hasMalformedPath = isMalformed;
    request.params = params;
    return route;
  }
}

function preflight(response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
  response.statusCode = 204;
  response.end();
}
