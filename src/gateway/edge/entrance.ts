import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { AddressLimiter } from '../access/address-limiter.js';
import { Forwarded } from '../access/forwarded.js';
import type { Call } from '../call/call.js';
import { sendError, refuse } from '../call/error-writer.js';
import { ALLOWED_HEADERS, ALLOWED_METHODS, dropRateHeaders, PREFLIGHT_MAX_AGE_SECONDS } from '../call/headers.js';
import { isOpenRoute } from '../call/route.js';
import { splitTarget } from '../call/target.js';
import { headFault, takeAbsoluteForm } from './request-head.js';
import { RouteTable } from './route-table.js';

const SANDBOX_PREFIX = '/dev/';
/** A page of the documentation is some ten calls. */
const DOCUMENTATION_LIMITS = { burst: 120, intervalMs: 500 };
/** A first visit of the console is some five calls, and everybody of an office may come at once from one address, after a new release anew. */
const CONSOLE_LIMITS = { burst: 1200, intervalMs: 50 };
const CONSOLE = '/console/';

/** The checks that need nothing but the head of a request. Each returns whether the call goes on; for one that does not, the response has been sent. */
@Injectable()
export class Entrance {
  private readonly environments: ReadonlySet<Environment>;
  private readonly documentation: AddressLimiter;
  private readonly console: AddressLimiter;

  constructor(
    private readonly routes: RouteTable,
    private readonly forwarded: Forwarded,
    config: Config,
    clock: Clock,
  ) {
    this.documentation = new AddressLimiter(clock, DOCUMENTATION_LIMITS);
    this.console = new AddressLimiter(clock, CONSOLE_LIMITS);
    this.environments = new Set(config.environments);
  }

  /** The connection ends with a refusal: who writes such a head may see other borders between requests, too. */
  requireValidHead(request: Request, response: Response): boolean {
    const fault = headFault(request) ?? takeAbsoluteForm(request);
    if (fault === null) return true;
    response.setHeader('Connection', 'close');
    sendError(request, response, new DomainError(ErrorCode.INVALID, { text: fault.text }), fault.status);
    return false;
  }

  answerPreflight(request: Request, response: Response): boolean {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return true;
    response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
    response.statusCode = 204;
    response.end();
    return false;
  }

  /** Notes environment and route in the call. Whether there is one is said after HTTPS, which an open route does not need. */
  findRoute(call: Call, request: Request, response: Response): true {
    const target = request.url;
    if (target.startsWith(SANDBOX_PREFIX)) {
      call.environment = 'sandbox';
      request.url = target.slice(SANDBOX_PREFIX.length - 1);
    }
    // The documentation is one for both environments: some addresses below the prefix lead to it, and are routes themselves.
    if (!this.noteRoute(call, request) && call.environment === 'sandbox' && this.routes.match(request.method, splitTarget(target)[0])) {
      call.environment = 'production';
      request.url = target;
      this.noteRoute(call, request);
    }
    if (call.route !== null && call.route.audience !== 'keyed') dropRateHeaders(response);
    return true;
  }

  requireHttps({ route }: Call, request: Request, response: Response): boolean {
    if ((route !== null && isOpenRoute(route)) || this.forwarded.isHttps(request)) return true;
    refuse(request, response, 'HTTPS_REQUIRED');
    return false;
  }

  requireRoute({ route }: Call, request: Request, response: Response): boolean {
    if (route !== null) return true;
    refuse(request, response, 'NOT_FOUND');
    return false;
  }

  /** Documentation and console are anybody's, each so many calls of one address (gateway.44); whoever watches over the process is never refused. */
  limitAddress({ route }: Call, request: Request, response: Response): boolean {
    if (route?.audience !== 'document') return true;
    const limiter = route.template.startsWith(CONSOLE) ? this.console : this.documentation;
    const waitSeconds = limiter.admit(this.forwarded.clientAddress(request));
    if (waitSeconds === 0) return true;
    refuse(request, response, 'OVER_RATE_LIMIT', waitSeconds);
    return false;
  }

  /** False when no route of the environment has the address. */
  private noteRoute(call: Call, request: Request): boolean {
    const match = this.routes.match(request.method, splitTarget(request.url)[0]);
    if (match === undefined) return false;
    const { route, params, isMalformed } = match;
    const isServed = isOpenRoute(route) ? call.environment === 'production' : this.environments.has(call.environment);
    if (!isServed || (route.isSandboxOnly && call.environment !== 'sandbox')) return false;
    call.route = route;
    call.hasMalformedPath = isMalformed;
    request.params = params;
    return true;
  }
}
