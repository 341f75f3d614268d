import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Holder } from '../../common/bulkhead.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { Config } from '../../config/config.js';
import type { Call } from '../call/call.js';
import { hasBody } from './read-body.js';
import { getMemory, readJson } from './read-json.js';

@Injectable()
export class BodyReader {
  constructor(
    private readonly config: Config,
    private readonly bulkheads: Bulkheads,
  ) {}

  async read({ rules, exchange }: Call, request: Request, response: Response, holder: Holder): Promise<void> {
    const leave = rules?.readsJson === true && hasBody(request) ? this.bulkheads.bodies.enter(holder, getMemory(request)) : null;
    if (isWaitingForContinue(request)) {
      response.writeContinue();
      delete request.headers.expect;
    }
    if (leave === null) return;
    try {
      request.body = await readJson(request, this.config.bodySeconds * 1000, exchange);
    } finally {
      leave();
    }
  }
}

/** HTTP/1.0 has no `100 Continue`. */
export function isWaitingForContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}
