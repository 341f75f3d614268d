import { encodeExtended } from 'content-disposition';
import { Readable } from 'node:stream';
import { HttpStatus, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { namesTag } from '../call/entity-tag.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language, Text } from '../../common/language.js';
import { readRange } from './byte-range.js';
import { toErrorResponse, toErrorHeader } from '../call/error-entity.js';
import { languageOf } from '../../common/accept-language.js';
import { sayLanguage } from './printed-response.js';
import { JsonText } from './responses.js';
import type { UserCall } from './user-call.decorator.js';

export interface AnsweredFile {
  /** Null for a file that was not printed. */
  readonly language?: Language | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  /** Hexadecimal. The entity tag. */
  readonly sha256: string;
  /** Yields the bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncGenerator<Buffer, void>;
}

/** Sends a file or a range of it (206, 416), as fast as the caller takes it; 304 when the caller has it. */
export async function answerFile(
  { request, response }: Pick<UserCall, 'request' | 'response'>,
  file: AnsweredFile,
): Promise<StreamableFile | JsonText | undefined> {
  const etag = `"${file.sha256}"`;
  if (file.language) sayLanguage(response, file.language);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Accept-Ranges', 'bytes');
  if (namesTag(request.headers['if-none-match'], etag)) {
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
  const content = request.method === 'HEAD' ? Readable.from([]) : await begun(file.read(start, end));
  const disposition = contentDisposition(file.fileName);
  const answer = new StreamableFile(content, { type: file.mimeType, length: end - start, disposition });
  // An error on the way cuts the connection, so that the caller sees it.
  return answer.setErrorHandler((_error, target) => void (target as Response).destroy());
}

/** Returns a stream once its first part is there: an error before it becomes a response. */
export async function begun(parts: AsyncGenerator<Buffer, void>, signal?: AbortSignal): Promise<Readable> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<Buffer, void> {
    if (first.value) yield first.value;
    yield* parts;
  }
  const content = Readable.from(all(), { objectMode: false, signal });
  // A caller who leaves before the second part would leave the parts open.
  return content.once('close', () => void parts.return());
}

function refuseRange(request: Request, response: Response, size: number): JsonText {
  const entity = toErrorResponse(
    new DomainError(ErrorCode.INVALID, { text: NO_SUCH_RANGE }),
    languageOf(request.headers['accept-language']),
  );
  response.removeHeader('Content-Language');
  response.status(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);
  response.setHeader('Content-Range', `bytes */${size}`);
  response.setHeader('X-Error', toErrorHeader(entity) ?? '');
  return new JsonText(JSON.stringify(entity));
}

const NO_SUCH_RANGE: Text = {
  el: 'Το αρχείο δεν έχει τα bytes που ζητήθηκαν. Το μέγεθός του είναι στην κεφαλίδα Content-Range.',
  en: 'The file does not have the bytes asked for. Content-Range tells its size.',
};

/** Returns the header with both names of RFC 6266, in ASCII and in UTF-8 (ADR-12). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}
