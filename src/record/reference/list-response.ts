import type { ServerResponse } from 'node:http';
import { namesTag } from '../../common/entity-tag.js';
import type { ListAnswer } from './list-answers.js';

/** Lists that change with a release only. */
export const STATIC_LIST_MAX_AGE_SECONDS = 3600;
/** Lists that follow from the tariff of the day. */
export const TARIFF_LIST_MAX_AGE_SECONDS = 300;
/** Lists that are asked for each time, and then mostly answered by 304. */
export const ALWAYS_ASK = 0;

/** Answers a list with its tag, or 304 when the caller has it already; `maxAgeSeconds` is how long it may be used without asking. */
export function sendList(response: ServerResponse, answer: ListAnswer, maxAgeSeconds = STATIC_LIST_MAX_AGE_SECONDS): void {
  response.setHeader('ETag', answer.etag);
  response.setHeader('Cache-Control', maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache');
  if (namesTag(response.req.headers['if-none-match'], answer.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', answer.body.length);
  response.end(answer.body);
}
