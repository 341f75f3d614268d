import type { ServerResponse } from 'node:http';
import { IDEMPOTENCY_REPLAYED, keptOnErrors } from '../call/headers.js';

/** A response of a service: what the gateway itself adds to each one (quota, request id …) is no part of it. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: number | string | readonly string[]])[];
  readonly body: Buffer;
}

/** What is kept of the response, with the body that was held back. */
export function wholeResponseOf(response: ServerResponse, body: Buffer): WholeResponse {
  // In the case in which they were written; the types know it of requests only.
  const written = response as ServerResponse & { getRawHeaderNames(): string[] };
  const names = written.getRawHeaderNames().filter((name) => !keptOnErrors(name));
  return { status: response.statusCode, headers: names.map((name) => [name, response.getHeader(name)!]), body };
}

/** The response without these fields of its JSON body. */
export function withoutFields(response: WholeResponse, fields: readonly string[]): WholeResponse {
  if (fields.length === 0) return response;
  const entity = Object.entries(JSON.parse(response.body.toString('utf8')) as object).filter(([name]) => !fields.includes(name));
  const body = Buffer.from(JSON.stringify(Object.fromEntries(entity)));
  const headers = response.headers.map(([name, value]) => [name, name.toLowerCase() === 'content-length' ? body.length : value] as const);
  return { ...response, headers, body };
}

/** Sends a kept response in place of whatever the response holds, with this call's own headers of the gateway. */
export function sendAgain(response: ServerResponse, { status, headers, body }: WholeResponse): void {
  for (const name of response.getHeaderNames()) if (!keptOnErrors(name)) response.removeHeader(name);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader(IDEMPOTENCY_REPLAYED, 'true');
  response.statusCode = status;
  response.end(body);
}

/**
 * Holds the response back until it is whole, in whatever way a handler or the error filter writes it: then `onWhole` gets the body and
 * sends the response as it stands or changed. `onDestroyed`: it was cut off, there will be no response.
 */
export function holdResponse(response: ServerResponse, onWhole: (body: Buffer) => void, onDestroyed: () => void): void {
  const chunks: Buffer[] = [];
  const take = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const release = (): void => {
    for (const method of ['write', 'end', 'destroy']) Reflect.deleteProperty(response, method);
  };
  response.write = (chunk: unknown): boolean => {
    take(chunk);
    return true;
  };
  response.end = (chunk?: unknown): ServerResponse => {
    take(chunk);
    release();
    onWhole(Buffer.concat(chunks));
    return response;
  };
  response.destroy = (error?: Error): ServerResponse => {
    release();
    onDestroyed();
    return response.destroy(error);
  };
}
