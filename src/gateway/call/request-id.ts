import { randomUUID } from 'node:crypto';

const MOMENT_DIGITS = 12;
/** Of a random UUID, what follows its version. */
const RANDOM_FROM = 15;

/** An id that begins with the moment of its call: a UUID of version 7, so that what is kept by it is found by time. `atMs`: Unix time. */
export function newRequestId(atMs: number): string {
  const moment = atMs.toString(16).padStart(MOMENT_DIGITS, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}

/** The moment that the id begins with; of another program's UUID any moment. */
export function momentOf(requestId: string): Date {
  return new Date(parseInt(requestId.replace('-', '').slice(0, MOMENT_DIGITS), 16));
}
