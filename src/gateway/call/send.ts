import type { ServerResponse } from 'node:http';
import { nextTurn } from '../../common/turns.js';
import { drainUnreadBody, hasUnreadBody } from './unread-body.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Longer responses are encoded, encrypted and written in parts. */
const LONG_CHARACTERS = 256 * 1024;
const PART_BYTES = 256 * 1024;

/**
 * A whole response at once. Express's `json` and `send` do the same at several times the cost, and cut the body off a 205. Of a text node would write
 * header and body as one, for which it copies the body, and encodes it once more after its length was found.
 */
export function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  const bytes = Buffer.from(body);
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  if (!hasUnreadBody(response.req)) return void response.end(bytes);
  response.write(bytes);
  drainUnreadBody(response);
}

/** A response that may be of megabytes: other calls are served between its parts. */
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
  // Also when the caller has gone: a response that is kept is kept whole.
  response.end(bytes.subarray(at));
}
