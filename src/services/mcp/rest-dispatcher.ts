import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request } from 'express';
import { type IncomingMessage, request, type RequestOptions, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getCall } from '../../gateway/call/call.js';
import type { RestCall } from './mcp-tools.js';

export interface RestResponse {
  readonly status: number;
  readonly link: string | null;
  readonly body: unknown;
}

/** Headers of the caller that decide who calls, from where and in which language. */
const KEPT =
  /^(x-api-key|authorization|accept-language|cookie|x-csrf-token|x-agent-code|host|user-agent|traceparent|forwarded|x-forwarded-.*)$/;

/** Calls pass the same middleware, guards and handlers as calls from outside (mcp.2). */
@Injectable()
export class RestDispatcher {
  constructor(private readonly host: HttpAdapterHost) {}

  async send(caller: Request, call: RestCall, more: Readonly<Record<string, string>> = {}): Promise<RestResponse> {
    const { method, path, query = {}, body, fields } = call;
    const prefix = getCall(caller).environment === 'sandbox' ? '/dev' : '';
    const forwarded = Object.entries(caller.headers).filter(([name]) => KEPT.test(name));
    const payload = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...Object.fromEntries(forwarded),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
      accept: 'application/json',
      'content-length': Buffer.byteLength(payload),
      connection: 'close',
    };
    const target = `${prefix}${path}?${new URLSearchParams(query).toString()}`;
    const response = await this.exchange(caller, { method, path: target, headers }, payload);
    const answer = await text(response);
    const isJson = String(response.headers['content-type']).startsWith('application/json') && answer !== '';
    const parsed: unknown = isJson ? JSON.parse(answer) : null;
    const link = response.headers['link'];
    return {
      status: response.statusCode ?? 0,
      link: link === undefined ? null : String(link),
      body: fields ? select(parsed, fields) : parsed,
    };
  }

  /** Connects in memory, from the address of the caller, who came over TLS. */
  private exchange({ socket }: Request, options: RequestOptions, payload: string): Promise<IncomingMessage> {
    const [near, far] = duplexPair();
    Object.assign(far, { remoteAddress: socket.remoteAddress, encrypted: true });
    (this.host.httpAdapter.getHttpServer() as Server).emit('connection', far);
    return new Promise((resolve, reject) => {
      request({ ...options, createConnection: () => near }, resolve)
        .on('error', reject)
        .end(payload);
    });
  }
}

function select(body: unknown, fields: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || 'error' in body) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}
