import { ExpressAdapter } from '@nestjs/platform-express';
import { StreamableFile } from '@nestjs/common';
import express, { type Express, type Request, type Response } from 'express';
import { createServer, IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { longListsToJson } from '../../common/turns.js';
import { tellIgnored } from '../body/tell-ignored.js';
import { callOf } from '../call/call.js';
import { DOCUMENT_HEADERS } from '../call/headers.js';
import type { RouteTable } from '../edge/route-table.js';
import { timeAnswers } from '../observability/server-timing.js';
import { JsonText } from '../handler/responses.js';
import { audienceOf, changesState, isSandboxOnly } from '../call/route-rules.js';
import type { RouteHandler } from '../call/route.js';
import { JSON_TYPE, send, sendInTurns } from '../call/send.js';
import { SERVER_OPTIONS } from './server-options.js';

type Receiver = (request: Request, response: Response) => void;

/**
 * Express under Nest for its requests and responses, not for its router: routes go into a `RouteTable`, which the edge walks. Express's stack of
 * layers costs a sixth of a call before any route is looked at, its scan of a hundred patterns another sixth, and its paths are not exact.
 * Plain responses are written at once instead of through Express's `json`.
 */
export class GatewayAdapter extends ExpressAdapter {
  /** With it a server makes requests and responses that are Express's from the start. To change each one's prototype afterwards costs every use of it. */
  readonly serverOptions: ServerOptions;
  private routes: RouteTable | null = null;
  private receive: Receiver = (_, response) => void response.destroy();

  constructor() {
    const instance = express();
    instance.disable('x-powered-by');
    // A digest of every response is expensive, and one about money must never be compared with an older one. Lists set their own tag.
    instance.disable('etag');
    super(instance);
    timeAnswers(instance.response);
    this.serverOptions = { ...SERVER_OPTIONS, ...messagesOf(instance) };
  }

  /** Takes every request of this application, whichever door it comes through: a server of `serverOptions`. */
  readonly listener: RequestListener = (incoming, outgoing) => {
    const [request, response] = [incoming as Request, outgoing as Response];
    request.res = response;
    request.originalUrl = request.url;
    this.receive(request, response);
  };

  /** Says where the routes go and who takes the requests, before the application is initialized. */
  install(routes: RouteTable, receive: Receiver): void {
    this.routes = routes;
    this.receive = receive;
  }

  override initHttpServer(): void {
    this.httpServer = createServer(this.serverOptions, this.listener);
  }

  // The table takes literals before parameters, in whatever order the routes come: an overlap is no conflict.
  override isRouteOrderSensitive(): boolean {
    return false;
  }

  override getRouteMatchingOptions(): { caseSensitive: boolean; ignoreTrailingSlash: boolean } {
    return { caseSensitive: true, ignoreTrailingSlash: false };
  }

  override get(path: unknown, handler?: unknown): void {
    this.addRoute('GET', path, handler);
  }

  override post(path: unknown, handler?: unknown): void {
    this.addRoute('POST', path, handler);
  }

  override put(path: unknown, handler?: unknown): void {
    this.addRoute('PUT', path, handler);
  }

  override patch(path: unknown, handler?: unknown): void {
    this.addRoute('PATCH', path, handler);
  }

  override delete(path: unknown, handler?: unknown): void {
    this.addRoute('DELETE', path, handler);
  }

  override all(path: unknown): never {
    throw new Error(`A route answers one method: ${String(path)}`);
  }

  override createMiddlewareFactory(): never {
    throw new Error('Nest middleware would never run: write a guard or an interceptor');
  }

  override status(response: Response, status: number): Response {
    response.statusCode = status;
    return response;
  }

  override reply(response: Response, returned: unknown, status?: number): unknown {
    // Sent already: the kept response of the same `Idempotency-Key`.
    if (response.writableEnded) return response;
    const call = callOf(response.req);
    const body = tellIgnored(call, response.req, response, returned);
    call.serviceEndedMs = performance.now();
    const code = status ?? response.statusCode;
    if (body instanceof JsonText) return sendInTurns(response, code, JSON_TYPE, body.text).catch(() => response.destroy());
    if (!isPlainAnswer(response, body)) return super.reply(response, body, status) as unknown;
    const inTurns = longListsToJson(body);
    if (inTurns === null) return send(response, code, JSON_TYPE, JSON.stringify(body));
    return inTurns.then((text) => sendInTurns(response, code, JSON_TYPE, text)).catch(() => response.destroy());
  }

  private addRoute(method: string, path: unknown, handler: unknown): void {
    if (typeof path !== 'string' || typeof handler !== 'function') throw new Error(`A route is one path and one handler: ${String(path)}`);
    if (this.routes === null) throw new Error('Routes come after install()');
    const audience = audienceOf(handler);
    const route = { method, template: path, audience, answersHead: !changesState(handler), isSandboxOnly: isSandboxOnly(handler) };
    this.routes.add({ ...route, handler: audience === 'document' ? asDocument(handler as RouteHandler) : (handler as RouteHandler) });
  }
}

/** Express's requests and responses as classes that node makes of what comes. */
function messagesOf({ request, response }: Express): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  class GatewayRequest extends IncomingMessage {
    /** As Express has it, which takes the address apart each time. */
    get query(): ParsedUrlQuery {
      return this.url!.includes('?') ? (Reflect.get(request, 'query', this) as ParsedUrlQuery) : parse('');
    }
  }
  class GatewayResponse extends ServerResponse {}
  Object.setPrototypeOf(GatewayRequest.prototype, request);
  Object.setPrototypeOf(GatewayResponse.prototype, response);
  return { IncomingMessage: GatewayRequest, ServerResponse: GatewayResponse as unknown as typeof ServerResponse };
}

function asDocument(handler: RouteHandler): RouteHandler {
  return (request, response, next) => {
    for (const [name, value] of DOCUMENT_HEADERS) response.setHeader(name, value);
    return handler(request, response, next);
  };
}

function isPlainAnswer(response: Response, body: unknown): body is object {
  if (typeof body !== 'object' || body === null || body instanceof StreamableFile || ArrayBuffer.isView(body)) return false;
  return !('pipe' in body) && !response.hasHeader('Content-Type') && response.statusCode !== 204 && response.statusCode !== 304;
}
