import type { Response } from 'express';
import type { ListAnswer } from './list-answers.js';

/** How long a caller may use a list without asking again, in seconds; 0 has it ask each time (and mostly get a 304). */
export type MaxAgeSeconds = number;

/** Lists that change with a release of the data only. */
export const STATIC_LIST_MAX_AGE_SECONDS = 3600;

/**
 * Answers a list with its tag, or 304 when the caller has it already. Express compares tags too, but not when the request says
 * `Cache-Control: no-cache`, which fetch clients add by themselves to every request with If-None-Match.
 */
export function sendList(response: Response, answer: ListAnswer, maxAgeSeconds: MaxAgeSeconds = STATIC_LIST_MAX_AGE_SECONDS): void {
  response.setHeader('ETag', answer.etag);
  response.setHeader('Cache-Control', maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache');
  if (matches(response.req.headers['if-none-match'], answer.etag)) {
    response.status(304).end();
    return;
  }
  response.status(200);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', answer.body.length);
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
}

/** If-None-Match by weak comparison (RFC 9110 §13.1.2): `*`, or one of the tags of the list, `W/` or not. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}
