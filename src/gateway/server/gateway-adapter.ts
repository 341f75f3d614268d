import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { createServer } from 'node:http';
import { getCall } from '../call/call.js';
import { JSON_TYPE, sendInTurns } from '../call/send.js';
import { JsonText } from '../handler/responses.js';
import { SERVER_OPTIONS } from './server-options.js';

/** Matches exact paths, and sends JSON with every status (applications.16). */
export class GatewayAdapter extends ExpressAdapter {
  constructor() {
    const server = express();
    server.enable('case sensitive routing');
    server.enable('strict routing');
    server.disable('x-powered-by');
    // Digests of every response are expensive; handlers set their own tags.
    server.disable('etag');
    super(server);
  }

  override initHttpServer(): void {
    this.httpServer = createServer(SERVER_OPTIONS, this.getInstance());
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof JsonText)) return super.reply(response, body, status);
    getCall(response.req).exchange?.setResponse(body.text);
    return sendInTurns(response, status ?? response.statusCode, JSON_TYPE, body.text).catch(() => response.destroy());
  }
}
