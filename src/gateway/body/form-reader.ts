import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ErrorCode } from '../../common/error-codes.js';
import { Bulkheads } from '../../config/bulkheads.js';
import { Config } from '../../config/config.js';
import { isWaitingForContinue } from './body-reader.js';
import { readBody } from './read-body.js';

@Injectable()
export class FormReader {
  constructor(
    private readonly config: Config,
    private readonly bulkheads: Bulkheads,
  ) {}

  async read(address: string | null, request: Request, response: Response, maxBytes: number): Promise<string> {
    const leave = this.bulkheads.bodies.enter({ lane: 'visitors', owner: address ?? '' }, maxBytes);
    try {
      if (isWaitingForContinue(request)) {
        response.writeContinue();
        delete request.headers.expect;
      }
      const limit = { maxBytes, tooLarge: ErrorCode.BODY_TOO_LARGE, timeoutMs: this.config.bodySeconds * 1000 };
      return (await readBody(request, limit)).toString('utf8');
    } finally {
      leave();
    }
  }
}
