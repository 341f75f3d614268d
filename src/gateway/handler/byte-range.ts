import type { IncomingMessage } from 'node:http';

/** Bytes from `start` on; `end` is the first one after them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * The part of a file that a call asks for (RFC 9110), not by `range-parser` (ADR-12). Null is the whole of it: without `Range`, with several
 * ranges or one that is not understood, when `If-Range` does not name the file as it is, and for methods other than GET, which know no ranges.
 */
export function readRange({ method, headers }: IncomingMessage, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  // Strong comparison: a weak tag, another one or a date asks for the whole file.
  if (method !== 'GET' || range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first = '', last = ''] = ONE_RANGE.exec(range) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
