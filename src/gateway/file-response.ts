import { HttpStatus, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { namesTag } from '../common/entity-tag.js';

export interface AnsweredFile {
  readonly fileName: string;
  readonly mimeType: string;
  /** Hexadecimal; it is the entity tag. */
  readonly sha256: string;
  readonly content: Buffer;
}

/** The file as an attachment; nothing, with 304, when the caller has it already. */
export function answerFile(request: Request, response: Response, file: AnsweredFile): StreamableFile | undefined {
  const etag = `"${file.sha256}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (namesTag(request.headers['if-none-match'], etag)) {
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
  return new StreamableFile(file.content, {
    type: file.mimeType,
    length: file.content.length,
    disposition: contentDisposition(file.fileName),
  });
}

/** RFC 6266: the name in UTF-8 for programs of today, in ASCII for the others. */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
