import type { IncomingMessage } from 'node:http';

/** `end` is the first byte after the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** Reads the range of a call (RFC 9110), null for the whole file. `range-parser` is not used (ADR-12). */
export function readRange({ method, headers }: IncomingMessage, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  // Strong comparison: a weak or another tag, or a date, asks for the whole file.
  if (method !== 'GET' || range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first = '', last = ''] = ONE_RANGE.exec(range) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
