import type { Request } from 'express';
import { parse } from 'node:querystring';

export const AMBIGUOUS_KEY = Symbol('ambiguous key');

export const KEY_HEADER = 'x-api-key';
const BASIC = /^basic +((?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?) *$/i;

export function findPresentedKey(request: Request): string | typeof AMBIGUOUS_KEY | null {
  return findSentKey(request) ?? fromBasic(request.headers.authorization);
}

export function findSentKey(request: Request): string | typeof AMBIGUOUS_KEY | null {
  return fromHeader(request) ?? fromQuery(request.url);
}

function fromHeader(request: Request): string | typeof AMBIGUOUS_KEY | null {
  const header = request.headers[KEY_HEADER];
  if (typeof header !== 'string') return null;
  // Node joins repeated headers by commas, and no key contains one.
  if (!header.includes(',')) return present(header);
  const keys = new Set(request.headersDistinct[KEY_HEADER]?.map((value) => value.trim()).filter(Boolean));
  if (keys.size > 1) return AMBIGUOUS_KEY;
  const [key = null] = keys;
  return key;
}

function fromQuery(url: string): string | null {
  const start = url.indexOf('?');
  if (start === -1) return null;
  const value = parse(url.slice(start + 1))['api_key'];
  return present(Array.isArray(value) ? value[0] : value);
}

function fromBasic(authorization: string | undefined): string | null {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  return colon === -1 ? null : present(credentials.slice(0, colon));
}

function present(value: string | undefined): string | null {
  const key = value?.trim() ?? '';
  return key === '' ? null : key;
}
