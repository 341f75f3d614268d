import { Injectable, NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';
import { formatAddress } from '../../common/addresses.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { Config } from '../../config/config.js';
import { Forwarded } from '../call/forwarded.js';
import { getCall, type Call } from '../call/call.js';
import { sendError } from '../call/error-writer.js';
import { Exchange } from '../call/exchange.js';
import { ALLOWED_HEADERS, ALLOWED_METHODS, PREFLIGHT_MAX_AGE_SECONDS, SERVER_TIMING, setDefaultHeaders } from '../call/headers.js';
import { parseTarget } from '../call/target.js';
import { Readiness } from '../health/readiness.js';
import { CallObserver } from '../observability/call-observer.js';
import { CallTracer } from '../observability/call-tracer.js';
import { shouldCloseConnection, findHeadViolation, applyAbsoluteForm } from './request-head.js';

const SANDBOX_PREFIX = '/dev/';
const YEAR_SECONDS = 31_536_000;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;

const STRICT_TRANSPORT = ['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] as const;

@Injectable()
export class GatewayMiddleware {
  private readonly rateLimit: string;
  private readonly isPublic: boolean;

  constructor(
    config: Config,
    private readonly observer: CallObserver,
    private readonly tracer: CallTracer,
    private readonly forwarded: Forwarded,
    private readonly readiness: Readiness,
  ) {
    this.rateLimit = String(config.rateLimitPerHour);
    this.isPublic = isPublicOverTls(config);
  }

  readonly beginCall = (request: Request, response: Response, next: NextFunction): void => {
    const call = this.observer.createCall(request);
    response.on('close', () => this.observer.recordCall(call, response));
    setDefaultHeaders(response, call.requestId, this.rateLimit);
    onHeaders(response, () => void response.setHeader(SERVER_TIMING, serverTiming(call)));
    if (this.isPublic && this.forwarded.isHttps(request)) response.setHeader(...STRICT_TRANSPORT);
    if (this.readiness.isDraining || shouldCloseConnection(request)) response.setHeader('Connection', 'close');
    this.tracer.run(call, request, response, next);
  };

  /** Closes the connection, because a proxy may have read other requests (gateway.5). */
  readonly requireValidHead = (request: Request, response: Response, next: NextFunction): void => {
    const violation = findHeadViolation(request) ?? applyAbsoluteForm(request);
    if (violation === null) return next();
    response.setHeader('Connection', 'close');
    sendError(request, response, new DomainError(ErrorCode.INVALID, { text: violation.text }), violation.status);
  };

  /** Other OPTIONS requests are unknown (gateway.3). */
  readonly sendPreflight = (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'OPTIONS') return next();
    if (request.headers['access-control-request-method'] === undefined) return next(new NotFoundException());
    response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
    response.status(204).end();
  };

  readonly setEnvironment = (request: Request, _response: Response, next: NextFunction): void => {
    if (request.url.startsWith(SANDBOX_PREFIX)) {
      const call = getCall(request);
      call.environment = 'sandbox';
      call.exchange = new Exchange();
      request.url = request.url.slice(SANDBOX_PREFIX.length - 1);
    }
    next();
  };

  /** Encodes `#` and malformed escapes, so Express matches the path as it was sent (gateway.39). */
  readonly escapePath = (request: Request, _response: Response, next: NextFunction): void => {
    if (!request.url.startsWith('/')) return next(new NotFoundException());
    const [path, search] = parseTarget(request.url);
    const isMalformed = path.includes('%') && !canBeDecoded(path);
    if (isMalformed) getCall(request).hasMalformedPath = true;
    if (isMalformed || request.url.includes('#'))
      request.url = (isMalformed ? path.replaceAll('%', '%25') : path).concat(search).replaceAll('#', '%23');
    next();
  };
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function serverTiming({ startedMs, serviceStartedMs, serviceEndedMs }: Call): string {
  const nowMs = performance.now();
  if (serviceStartedMs === null) return `gateway;dur=${(nowMs - startedMs).toFixed(2)}`;
  const serviceMs = (serviceEndedMs ?? nowMs) - serviceStartedMs;
  return `gateway;dur=${(nowMs - startedMs - serviceMs).toFixed(2)}, service;dur=${serviceMs.toFixed(2)}`;
}

/** On other hosts the header would affect further servers. */
function isPublicOverTls({ tlsCertFile, publicUrl }: Config): boolean {
  if (tlsCertFile !== null) return true;
  if (publicUrl === null) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  const address = formatAddress(hostname.replace(/^\[|\]$/g, ''));
  return address === null ? LOOPBACK_NAME.test(hostname) : address === '::1' || address.startsWith('127.');
}
