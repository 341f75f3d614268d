import type { IncomingMessage, ServerResponse } from 'node:http';
import { nextTurn } from '../../common/turns.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

const LONG_CHARACTERS = 256 * 1024;
const PART_BYTES = 256 * 1024;

/** Express's `send` is slower and drops the body of a 205. */
export function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  const bytes = Buffer.from(body);
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  if (!hasUnreadBody(response.req)) return void response.end(bytes);
  response.write(bytes);
  drainUnreadBody(response);
}

export async function sendInTurns(response: ServerResponse, status: number, contentType: string, body: string): Promise<void> {
  if (body.length <= LONG_CHARACTERS) return send(response, status, contentType, body);
  await nextTurn();
  const bytes = Buffer.from(body);
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  let at = 0;
  for (; bytes.length - at > PART_BYTES && !response.destroyed; at += PART_BYTES) {
    await nextTurn();
    response.write(bytes.subarray(at, at + PART_BYTES));
  }
  // Even if the caller has disconnected: a stored response is complete.
  response.end(bytes.subarray(at));
}

/** Larger than any body sent by mistake. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const MAX_DRAIN_MS = 30_000;

function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers.expect === undefined && headers.upgrade === undefined;
}

/** Reads the rest of the body, because closing would reset the connection (gateway.72), and ends. */
function drainUnreadBody(response: ServerResponse): void {
  const { req: request } = response;
  let bytes = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish);
    response.end();
  };
  const cut = (): void => {
    finish();
    request.destroy();
  };
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) cut();
  };
  const timer = setTimeout(cut, MAX_DRAIN_MS);
  request.on('data', onData).on('end', finish).on('close', finish);
}
