import type { Request } from 'express';
import { splitTarget } from './target.js';

/** The formats of a gateway error (gateway.22). */
export type ErrorFormat = 'json' | 'xml' | 'csv' | 'html';

export interface NegotiatedFormat {
  readonly format: ErrorFormat;
  readonly mediaType: string;
}

const MEDIA_TYPES: Readonly<Record<ErrorFormat, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  html: 'text/html',
};
/** What an Accept header can ask for, the one that wildcards and ties select first. */
const BY_MEDIA_TYPE: ReadonlyMap<string, ErrorFormat> = new Map([
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['text/html', 'html'],
  ['text/csv', 'csv'],
  ['text/xml', 'xml'],
]);
/** Where nothing else is asked for, and where there is no request to ask. */
export const JSON_FORMAT: NegotiatedFormat = { format: 'json', mediaType: MEDIA_TYPES.json };
const OFFERED = [...BY_MEDIA_TYPE.keys()];
/** Every format that can be had. */
export const OFFERED_FORMATS: readonly NegotiatedFormat[] = [...BY_MEDIA_TYPE].map(([mediaType, format]) => ({ format, mediaType }));
const EXTENSION = /\.(json|xml|csv|html)$/i;

/** Path extension, else the first `format` of the query, else `Accept` by quality and order, else JSON; what is unknown is passed over. */
export function errorFormatOf(request: Request): NegotiatedFormat {
  const [path, search] = splitTarget(request.url);
  const named = formatNamed(EXTENSION.exec(path)?.[1]) ?? formatNamed(new URLSearchParams(search).get('format'));
  if (named) return { format: named, mediaType: MEDIA_TYPES[named] };
  const mediaType = request.headers.accept === undefined ? false : request.accepts(OFFERED);
  const format = mediaType === false ? undefined : BY_MEDIA_TYPE.get(mediaType);
  return format && mediaType !== false ? { format, mediaType } : JSON_FORMAT;
}

function formatNamed(name: string | null | undefined): ErrorFormat | undefined {
  const lower = name?.toLowerCase();
  return lower !== undefined && Object.hasOwn(MEDIA_TYPES, lower) ? (lower as ErrorFormat) : undefined;
}
