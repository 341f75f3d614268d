import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './client.js';
import { assertDescribed } from './described/assert-described.js';

/** Response to a request that a regular HTTP client would not send. */
export interface RawResponse {
  /** Statuses of interim responses, such as 100. */
  readonly interim: readonly number[];
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const SILENCE_MS = 1_000;
const NEXT_MS = 50;
const HEAD_END = '\r\n\r\n';
// The HTTP server sends these before routing, so they belong to no operation, and only the form of the error is
// described.
const BEFORE_ROUTING = new Set([408, 417, 431]);

/** Sends bytes, possibly an incomplete request, and returns the response, checked against docs/openapi.json. */
export async function sendRaw({ port, host = '127.0.0.1', isUndescribed = false }: Target, bytes: string): Promise<RawResponse> {
  const response = await new Promise<RawResponse>((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(bytes));
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const whole = parse(received, []);
      if (whole === null) return;
      resolve(whole);
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`The connection ended after ${JSON.stringify(received.toString())}`)));
  });
  const [method = '', path = ''] = bytes.split(' ', 2);
  assertDescribed(method, isUndescribed || BEFORE_ROUTING.has(response.status) ? '' : path, response);
  return response;
}

/**
 * Sends bytes, and the `next` ones after the first response, and returns what the server sends until it closes the
 * connection; null when it remains open.
 */
export function readUntilClosed({ port, host = '127.0.0.1' }: Target, bytes: string, next = ''): Promise<string | null> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.setEncoding('utf8').setTimeout(SILENCE_MS, () => {
      resolve(null);
      socket.destroy();
    });
    // The delay lets the server finish the first request.
    socket.once('data', () => void sleep(NEXT_MS).then(() => socket.write(next)));
    socket.on('data', (text: string) => (received += text));
    // Unread bytes may cause a connection reset.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** Parses a response with `Content-Length`; null while it is incomplete. */
function parse(received: Buffer, interim: readonly number[]): RawResponse | null {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return null;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const rest = received.subarray(end + HEAD_END.length);
  if (status < 200) return parse(rest, [...interim, status]);
  const headers: IncomingHttpHeaders = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers['content-length']);
  return rest.length < length ? null : { interim, status, headers, text: rest.toString('utf8', 0, length) };
}
