import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { announcesBody, readBody } from './read-body.js';

export const MAX_JSON_BYTES = 1024 * 1024;
export const MAX_JSON_LEVELS = 20;
/** Far above the largest application there can be, far below what would keep the process busy for a second. */
const MAX_JSON_VALUES = 100_000;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const DANGEROUS_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

const LIMIT = { maxOutputLength: MAX_JSON_BYTES };
const unpackers = new Map<string, (bytes: Buffer) => Promise<Buffer>>([
  ['gzip', (bytes) => promisify(gunzip)(bytes, LIMIT)],
  ['deflate', (bytes) => promisify(inflate)(bytes, LIMIT)],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, LIMIT)],
]);

/**
 * The JSON body of a call, or undefined when it has none: UTF-8, at most 1 MiB and 20 levels (decisions §2). A reader of our own, since
 * Express's takes a refused body to its end before it says so, and puts replacement characters for bytes that are no UTF-8.
 * Throws MEDIA_TYPE, BODY_TOO_LARGE or BAD_JSON.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!announcesBody(request)) return undefined;
  const unpack = checkType(request);
  const raw = await readBody(request, MAX_JSON_BYTES, ErrorCode.BODY_TOO_LARGE);
  if (raw.length === 0) return undefined;
  const value = parse(unpack === null ? raw : await unpacked(raw, unpack));
  if (typeof value !== 'object' || value === null) throw new DomainError(ErrorCode.BAD_JSON);
  limit(value);
  return value;
}

function checkType(request: IncomingMessage): ((bytes: Buffer) => Promise<Buffer>) | null {
  const type = request.headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const isJson = type.split(';', 1)[0]!.trim().toLowerCase() === 'application/json';
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = encoding === 'identity' ? null : unpackers.get(encoding);
  if (!isJson || (charset !== 'utf-8' && charset !== 'utf8') || unpack === undefined) throw new DomainError(ErrorCode.MEDIA_TYPE);
  return unpack;
}

async function unpacked(raw: Buffer, unpack: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
  try {
    return await unpack(raw);
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new DomainError(tooLarge ? ErrorCode.BODY_TOO_LARGE : ErrorCode.BAD_JSON);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    // The parser's own words quote the body.
    throw new DomainError(ErrorCode.BAD_JSON);
  }
}

const TOO_DEEP = {
  el: `Το σώμα της κλήσης έχει πάνω από ${MAX_JSON_LEVELS} επίπεδα.`,
  en: `The request body has more than ${MAX_JSON_LEVELS} levels.`,
};

/** Checks depth and number of values, and drops keys that reach into prototypes. */
function limit(root: object): void {
  let values = 0;
  const visit = (container: object, level: number): void => {
    if (level > MAX_JSON_LEVELS) throw new DomainError(ErrorCode.BAD_JSON, { text: TOO_DEEP });
    for (const key of Object.keys(container)) {
      if (++values > MAX_JSON_VALUES) throw new DomainError(ErrorCode.BODY_TOO_LARGE);
      if (DANGEROUS_KEYS.has(key)) {
        Reflect.deleteProperty(container, key);
        continue;
      }
      const value = (container as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) visit(value, level + 1);
    }
  };
  visit(root, 1);
}
