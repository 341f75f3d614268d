import type { HttpResponse, CallOptions } from './client.js';
import type { FireAgent } from './fire-app.js';

export interface WriteCall {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly options?: CallOptions;
}

/** Headers that differ between a response and its replay. */
const VARYING_HEADERS = [
  'x-request-id',
  'x-ratelimit-remaining',
  'ratelimit',
  'server-timing',
  'date',
  'connection',
  'keep-alive',
  'idempotency-replayed',
];

export function sendKeyed({ client }: Pick<FireAgent, 'client'>, { method, path, options }: WriteCall, key: string): Promise<HttpResponse> {
  return client.with({ 'Idempotency-Key': key }).call(method, path, options);
}

function selectComparableHeaders({ headers }: HttpResponse): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING_HEADERS.includes(name)));
}

/** Expects the same status, bytes and headers, marked as a repeated response. */
export function expectReplay(again: HttpResponse, first: HttpResponse): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect(selectComparableHeaders(again)).toEqual(selectComparableHeaders(first));
  expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
}

export function expectConflict(response: HttpResponse, code: '-403' | '-404'): void {
  expect([response.status, response.json().error]).toEqual([409, code]);
}
