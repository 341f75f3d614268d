import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Holder } from '../../common/bulkhead.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { Config } from '../../config/config.js';
import type { Call } from '../call/call.js';
import { announcesBody } from './read-body.js';
import { memoryFor, readJson } from './read-json.js';

/** Reads bodies within the share of memory that their sender has. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly config: Config,
    private readonly bulkheads: Bulkheads,
  ) {}

  /**
   * Asks for the body where the caller waits to be asked, and reads it where the route takes JSON.
   * @throws DomainError MEDIA_TYPE, BODY_TOO_LARGE, BAD_JSON, UNAVAILABLE; BodyTimeoutError
   */
  async read({ rules }: Call, request: Request, response: Response, holder: Holder): Promise<void> {
    const leave = rules?.readsJson === true && announcesBody(request) ? this.bulkheads.bodies.enter(holder, memoryFor(request)) : null;
    if (expectsContinue(request)) {
      response.writeContinue();
      delete request.headers.expect; // It is met: from here on the body is on its way.
    }
    if (leave === null) return;
    try {
      request.body = await readJson(request, this.config.bodySeconds * 1000);
    } finally {
      leave();
    }
  }
}

/** Whether the body waits for our `100 Continue`. HTTP/1.0 knows no such response: there the header is ignored. */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}
