import type { Request } from 'express';
import { escapeMarkup } from '../../common/escape-markup.js';
import { GATEWAY_ERRORS, type GatewayErrorCode } from './gateway-error.js';
import { parseTarget } from './target.js';

export type ErrorFormat = 'json' | 'xml' | 'csv' | 'html' | 'problem';

export interface NegotiatedFormat {
  readonly format: ErrorFormat;
  readonly mediaType: string;
}

export const PROBLEM_TYPE = 'application/problem+json';

/** Wildcards and ties of `Accept` select the first. */
export const OFFERED_FORMATS: readonly NegotiatedFormat[] = [
  { mediaType: 'application/json', format: 'json' },
  { mediaType: 'application/xml', format: 'xml' },
  { mediaType: 'text/html', format: 'html' },
  { mediaType: 'text/csv', format: 'csv' },
  { mediaType: 'text/xml', format: 'xml' },
  { mediaType: PROBLEM_TYPE, format: 'problem' },
];
const OFFERED_TYPES = OFFERED_FORMATS.map(({ mediaType }) => mediaType);
export const JSON_FORMAT = OFFERED_FORMATS[0]!;
const EXTENSION = /\.(json|xml|csv|html)$/i;

export function findErrorFormat(request: Request): NegotiatedFormat {
  const [path, search] = parseTarget(request.url);
  const named = formatNamed(EXTENSION.exec(path)?.[1]) ?? formatNamed(new URLSearchParams(search).get('format'));
  if (named) return named;
  const accepted = request.headers.accept === undefined ? false : request.accepts(OFFERED_TYPES);
  return OFFERED_FORMATS.find(({ mediaType }) => mediaType === accepted) ?? JSON_FORMAT;
}

function formatNamed(name: string | null | undefined): NegotiatedFormat | undefined {
  return OFFERED_FORMATS.find(({ format }) => format === name?.toLowerCase());
}

export interface ErrorBody {
  readonly contentType: string;
  readonly body: string;
}

/** Body of RFC 9457. `code` is that of docs/errors.md, the other extensions those of the error entity. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code: string;
}

const ERROR_GUIDE = '/docs/guides/errors';

export function buildProblem(code: string, status: number, title: string): Problem {
  return { type: `${ERROR_GUIDE}#${code.toLowerCase()}`, title, status, code };
}

type Renderer = (code: GatewayErrorCode, message: string) => string;

const RENDERERS: Readonly<Record<ErrorFormat, Renderer>> = {
  json: (code, message) => JSON.stringify({ error: { code, message } }),
  xml: (code, message) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <error>\n    <code>${escapeMarkup(code)}</code>\n` +
    `    <message>${escapeMarkup(message)}</message>\n  </error>\n</response>\n`,
  csv: (code, message) => `Error Code,Error Message\r\n${quoteCsv(code)},${quoteCsv(message)}\r\n`,
  html: (code, message) =>
    `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeMarkup(code)}</title></head>\n` +
    `<body><h1>${escapeMarkup(code)}</h1><p>${escapeMarkup(message)}</p></body>\n</html>\n`,
  problem: (code, message) => JSON.stringify(buildProblem(code, GATEWAY_ERRORS[code].status, message)),
};

export function buildGatewayErrorBody(code: GatewayErrorCode, { format, mediaType }: NegotiatedFormat): ErrorBody {
  const contentType = format === 'problem' ? mediaType : `${mediaType}; charset=utf-8`;
  return { contentType, body: RENDERERS[format](code, GATEWAY_ERRORS[code].message) };
}

function quoteCsv(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
