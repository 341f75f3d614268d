import type { Request } from 'express';
import { splitTarget } from './target.js';

export type ErrorFormat = 'json' | 'xml' | 'csv' | 'html';

export interface NegotiatedFormat {
  readonly format: ErrorFormat;
  readonly mediaType: string;
}

/** Wildcards and ties of `Accept` select the first. */
export const OFFERED_FORMATS: readonly NegotiatedFormat[] = [
  { mediaType: 'application/json', format: 'json' },
  { mediaType: 'application/xml', format: 'xml' },
  { mediaType: 'text/html', format: 'html' },
  { mediaType: 'text/csv', format: 'csv' },
  { mediaType: 'text/xml', format: 'xml' },
];
const OFFERED_TYPES = OFFERED_FORMATS.map(({ mediaType }) => mediaType);
export const JSON_FORMAT = OFFERED_FORMATS[0]!;
const EXTENSION = /\.(json|xml|csv|html)$/i;

/** Chooses the format by path extension, `format` parameter or `Accept` (gateway.22). */
export function errorFormatOf(request: Request): NegotiatedFormat {
  const [path, search] = splitTarget(request.url);
  const named = formatNamed(EXTENSION.exec(path)?.[1]) ?? formatNamed(new URLSearchParams(search).get('format'));
  if (named) return named;
  const accepted = request.headers.accept === undefined ? false : request.accepts(OFFERED_TYPES);
  return OFFERED_FORMATS.find(({ mediaType }) => mediaType === accepted) ?? JSON_FORMAT;
}

function formatNamed(name: string | null | undefined): NegotiatedFormat | undefined {
  return OFFERED_FORMATS.find(({ format }) => format === name?.toLowerCase());
}
