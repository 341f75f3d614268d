import type { ServerResponse } from 'node:http';
import { IDEMPOTENCY_REPLAYED, isSentWithErrors } from '../call/headers.js';
import { JSON_TYPE } from '../call/send.js';
import { JsonText } from '../handler/responses.js';

export interface StoredResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: number | string | readonly string[]])[];
  readonly body: Buffer;
}

export function toStoredResponse(response: ServerResponse, body: JsonText | undefined, unstored: readonly string[]): StoredResponse {
  // The types declare this method for requests only.
  const written = response as ServerResponse & { getRawHeaderNames(): string[] };
  const names = written.getRawHeaderNames().filter((name) => !isSentWithErrors(name));
  const headers = names.map((name) => [name, response.getHeader(name)!] as const);
  if (body === undefined) return { status: response.statusCode, headers, body: Buffer.alloc(0) };
  const text = unstored.length === 0 ? body.text : omitFields(body.text, unstored);
  return { status: response.statusCode, headers: [...headers, ['Content-Type', JSON_TYPE]], body: Buffer.from(text) };
}

function omitFields(text: string, fields: readonly string[]): string {
  const entity = Object.entries(JSON.parse(text) as object).filter(([name]) => !fields.includes(name));
  return JSON.stringify(Object.fromEntries(entity));
}

export function restoreResponse(response: ServerResponse, { status, headers, body }: StoredResponse): JsonText | undefined {
  for (const name of response.getHeaderNames()) if (!isSentWithErrors(name)) response.removeHeader(name);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader(IDEMPOTENCY_REPLAYED, 'true');
  response.statusCode = status;
  return body.length === 0 ? undefined : new JsonText(body.toString());
}
