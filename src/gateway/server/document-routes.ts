import { Injectable } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { Clock } from '../../common/clock.js';
import { type CallRate, SharedLimits } from '../../store/redis/shared-limits.js';
import { AddressLimiter } from '../access/address-limiter.js';
import { Forwarded } from '../call/forwarded.js';
import { getTemplate } from '../access/route.guard.js';
import { getCall } from '../call/call.js';
import { GatewayError } from '../call/gateway-error.js';
import { DOCUMENT_HEADERS, deleteRateHeaders } from '../call/headers.js';

/** A page takes about ten calls. */
const DOCUMENTATION_LIMITS = { burst: 120, intervalMs: 500 };
/** A first visit takes about five calls, and an office may share one address. */
const CONSOLE_LIMITS = { burst: 1200, intervalMs: 50 };

@Injectable()
export class DocumentRoutes {
  readonly router = express.Router({ caseSensitive: true, strict: true });
  private readonly documentationLimit: RequestHandler;
  private readonly consoleLimit: RequestHandler;

  constructor(
    private readonly forwarded: Forwarded,
    private readonly clock: Clock,
    private readonly shared: SharedLimits,
  ) {
    this.documentationLimit = this.limit('documentation', DOCUMENTATION_LIMITS);
    this.consoleLimit = this.limit('console', CONSOLE_LIMITS);
  }

  addDocumentation(path: string, handler: RequestHandler): void {
    this.router.get(path, noteDocument, this.documentationLimit, handler);
  }

  addConsole(path: string, handler: RequestHandler): void {
    this.router.get(path, noteDocument, this.consoleLimit, handler);
  }

  private limit(name: string, rate: CallRate): RequestHandler {
    const limiter = new AddressLimiter(name, rate, this.clock, this.shared);
    return async (request, _response, next) => {
      const waitSeconds = await limiter.admit(this.forwarded.clientAddress(request));
      next(waitSeconds === 0 ? undefined : new GatewayError('OVER_RATE_LIMIT', waitSeconds));
    };
  }
}

const noteDocument: RequestHandler = (request: Request, response: Response, next) => {
  getCall(request).route = { method: 'GET', template: getTemplate(request), audience: 'document' };
  deleteRateHeaders(response);
  for (const [name, value] of DOCUMENT_HEADERS) response.setHeader(name, value);
  next();
};
