import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { nextTurn } from '../../common/turns.js';
import type { Exchange } from '../call/exchange.js';
import { checkJsonSize, deleteDangerousNames } from './json-limits.js';
import { hasBody, readBody } from './read-body.js';

export const MAX_JSON_BYTES = 1024 * 1024;

const LARGE_BYTES = 128 * 1024;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const LIMIT = { maxOutputLength: MAX_JSON_BYTES };
const unpackers = new Map<string, (bytes: Buffer) => Promise<Buffer>>([
  ['gzip', (bytes) => promisify(gunzip)(bytes, LIMIT)],
  ['deflate', (bytes) => promisify(inflate)(bytes, LIMIT)],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, LIMIT)],
]);

/** Parses without Express (ADR-12). */
export async function readJson(request: IncomingMessage, timeoutMs: number, exchange: Exchange | null): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const unpack = checkType(request);
  const raw = await readBody(request, { maxBytes: MAX_JSON_BYTES, tooLarge: ErrorCode.BODY_TOO_LARGE, timeoutMs });
  if (raw.length === 0) return undefined;
  const bytes = unpack === null ? raw : await unpackBody(raw, unpack);
  exchange?.setRequest(bytes);
  const isLarge = bytes.length > LARGE_BYTES;
  checkJsonSize(bytes);
  if (isLarge) await nextTurn();
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null) throw new DomainError(ErrorCode.BAD_JSON);
  if (isLarge) await nextTurn();
  deleteDangerousNames(value);
  if (isLarge) await nextTurn();
  return value;
}

export function getMemory({ headers }: IncomingMessage): number {
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return Math.min(isPacked ? MAX_JSON_BYTES : Number(headers['content-length'] ?? MAX_JSON_BYTES), MAX_JSON_BYTES);
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

async function unpackBody(raw: Buffer, unpack: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
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
    // The parser's message quotes the body.
    throw new DomainError(ErrorCode.BAD_JSON);
  }
}
