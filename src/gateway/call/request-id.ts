import { randomUUID } from 'node:crypto';

const MOMENT_DIGITS = 12;
const RANDOM_FROM = 15;

/** Creates a UUID of version 7, by which stored calls are found by time. `atMs`: Unix time. */
export function newRequestId(atMs: number): string {
  const moment = atMs.toString(16).padStart(MOMENT_DIGITS, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}

/** Returns the time in the id. */
export function momentOf(requestId: string): Date {
  return new Date(parseInt(requestId.replace('-', '').slice(0, MOMENT_DIGITS), 16));
}
