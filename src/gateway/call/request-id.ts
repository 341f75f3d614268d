import { randomUUID } from 'node:crypto';

const MOMENT_DIGITS = 12;
/** Position behind the version digit of a UUID. */
const RANDOM_FROM = 15;

/** Creates a UUID of version 7, so that stored calls are found by time. `atMs`: Unix time. */
export function newRequestId(atMs: number): string {
  const moment = atMs.toString(16).padStart(MOMENT_DIGITS, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}

/** Returns the moment that the id begins with. */
export function momentOf(requestId: string): Date {
  return new Date(parseInt(requestId.replace('-', '').slice(0, MOMENT_DIGITS), 16));
}
