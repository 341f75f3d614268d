import { encodeExtended } from 'content-disposition';
import type { IncomingMessage } from 'node:http';
import { HttpStatus, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { isTagNamed } from '../call/entity-tag.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language, Text } from '../../common/language.js';
import { toErrorResponse, toErrorHeader } from '../call/error-entity.js';
import { getLanguage } from '../../common/accept-language.js';
import type { UserCall } from './decorators.js';
import { JsonText, setContentLanguage, sendParts } from './responses.js';

interface SentFile {
  readonly language?: Language | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
}

/** Sends a file, or a range of it (206, 416); 304 when the caller has it. */
export async function sendFile(
  { request, response }: Pick<UserCall, 'request' | 'response'>,
  file: SentFile,
): Promise<StreamableFile | JsonText | undefined> {
  const etag = `"${file.sha256}"`;
  if (file.language) setContentLanguage(response, file.language);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Accept-Ranges', 'bytes');
  if (isTagNamed(request.headers['if-none-match'], etag)) {
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
  const range = readRange(request, etag, file.size);
  if (range === 'unsatisfiable') return refuseRange(request, response, file.size);
  const { start, end } = range ?? { start: 0, end: file.size };
  if (range !== null) {
    response.status(HttpStatus.PARTIAL_CONTENT);
    response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
  }
  const disposition = formatContentDisposition(file.fileName);
  return sendParts(response, file.read(start, end), { type: file.mimeType, length: end - start, disposition });
}

function refuseRange(request: Request, response: Response, size: number): JsonText {
  const entity = toErrorResponse(
    new DomainError(ErrorCode.INVALID, { text: NO_SUCH_RANGE }),
    getLanguage(request.headers['accept-language']),
  );
  response.removeHeader('Content-Language');
  response.status(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);
  response.setHeader('Content-Range', `bytes */${size}`);
  response.setHeader('X-Error', toErrorHeader(entity) ?? '');
  return new JsonText(JSON.stringify(entity));
}

const NO_SUCH_RANGE: Text = {
  el: 'Το αρχείο δεν έχει τα bytes που ζητήθηκαν. Το μέγεθός του είναι στην κεφαλίδα Content-Range.',
  en: 'The file does not have the requested bytes. Its size is in the Content-Range header.',
};

/** Has both names of RFC 6266, in ASCII and in UTF-8 (ADR-12). */
export function formatContentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}

/** `end` is the first byte after the range. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** Follows RFC 9110; null: the whole file. `range-parser` is not used (ADR-12). */
function readRange({ method, headers }: IncomingMessage, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
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
