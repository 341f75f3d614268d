import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertDescribed } from './described/assert-described.js';

/** A complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Operation of docs/openapi.json: `GET /fire-api/…`; null for an unknown one. */
  readonly operation: string | null;
  /** Parses the body as JSON; throws when it is not. */
  json<T = Record<string, unknown>>(): T;
}

export interface CallOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON with its Content-Type. */
  readonly json?: unknown;
  /** Body that is sent unchanged. */
  readonly body?: string | Buffer;
  /** Closes the connection when aborted; the call then fails with `ABORT_ERR`. */
  readonly signal?: AbortSignal;
}

export interface Target {
  readonly port: number;
  readonly host?: string;
  /** Certificate to trust; its presence selects TLS. */
  readonly ca?: string;
  /** Whether the server has operations that docs/openapi.json does not describe. */
  readonly isUndescribed?: boolean;
}

type Sent = { method: string; path: string } & Pick<RequestOptions, 'headers' | 'signal'>;

/**
 * HTTP client that sends paths and headers unchanged and rejects responses that docs/openapi.json does not describe.
 * It does not use `fetch`, which rewrites URLs and hides the body of a 205.
 */
export class Client {
  constructor(
    private readonly target: Target,
    private readonly headers: OutgoingHttpHeaders = {},
  ) {}

  with(headers: OutgoingHttpHeaders): Client {
    return new Client(this.target, { ...this.headers, ...headers });
  }

  /** Returns a client that accepts responses of undescribed operations. */
  undescribed(): Client {
    return new Client({ ...this.target, isUndescribed: true }, this.headers);
  }

  withKey(apiKey: string): Client {
    return this.with({ 'X-Api-Key': apiKey });
  }

  withToken(token: string): Client {
    return this.with({ Authorization: `Bearer ${token}` });
  }

  get(path: string, options?: CallOptions): Promise<HttpResponse> {
    return this.call('GET', path, options);
  }

  post(path: string, json?: unknown, options: CallOptions = {}): Promise<HttpResponse> {
    return this.call('POST', path, { json, ...options });
  }

  put(path: string, json?: unknown, options: CallOptions = {}): Promise<HttpResponse> {
    return this.call('PUT', path, { json, ...options });
  }

  patch(path: string, json?: unknown, options: CallOptions = {}): Promise<HttpResponse> {
    return this.call('PATCH', path, { json, ...options });
  }

  delete(path: string, options?: CallOptions): Promise<HttpResponse> {
    return this.call('DELETE', path, options);
  }

  call(method: string, path: string, { headers, json, body, signal }: CallOptions = {}): Promise<HttpResponse> {
    const payload = json === undefined ? body : JSON.stringify(json);
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const isChunked = headers?.['Transfer-Encoding'] !== undefined;
    const length = payload === undefined || isChunked ? {} : { 'Content-Length': Buffer.byteLength(payload) };
    return this.send({ method, path, headers: { ...type, ...length, ...this.headers, ...headers }, signal }, payload);
  }

  /** Sends a call on a new connection and returns the response before its body is read. */
  begin(path: string, headers: OutgoingHttpHeaders = {}): Promise<IncomingMessage> {
    const { port, host = '127.0.0.1' } = this.target;
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host, port, path, headers: { ...this.headers, ...headers }, agent: false }, resolve);
      request.on('error', reject);
      request.end();
    });
  }

  private send(call: Sent, payload?: string | Buffer): Promise<HttpResponse> {
    const { port, host = '127.0.0.1', ca, isUndescribed = false } = this.target;
    const examine = (received: Received): HttpResponse =>
      toHttpResponse(received, isUndescribed ? null : assertDescribed(call.method, call.path, received));
    return new Promise((resolve, reject) => {
      const open = ca === undefined ? httpRequest : httpsRequest;
      const request = open({ host, port, ca, ...call }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const received = { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') };
          // An error here fails the call.
          new Promise<HttpResponse>((examined) => examined(examine(received))).then(resolve, reject);
        });
      });
      request.on('error', reject);
      request.end(payload);
    });
  }
}

type Received = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'text'>;

function toHttpResponse(received: Received, operation: string | null): HttpResponse {
  return { ...received, operation, json: <T>() => JSON.parse(received.text) as T };
}
