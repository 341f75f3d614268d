import { StreamableFile } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Language } from '../../common/language.js';
import { PDF } from '../documentation/file-responses.js';

/** A PDF that was printed for this call and is kept nowhere. */
export function answerPrinted(response: ServerResponse, pdf: Buffer, fileName: string): StreamableFile {
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(pdf, { type: PDF, length: pdf.length, disposition: `inline; filename="${fileName}"` });
}

/** One that is of the same text in these languages, whatever the caller's is. */
export function answerPrintedIn(
  languages: readonly Language[],
  ...[response, ...printed]: Parameters<typeof answerPrinted>
): StreamableFile {
  response.setHeader('Content-Language', languages.join(', '));
  return answerPrinted(response, ...printed);
}
