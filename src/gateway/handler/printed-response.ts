import { StreamableFile } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Language } from '../../common/language.js';
import { PDF } from '../documentation/file-responses.js';

/** Returns a PDF that was printed for this call. */
export function answerPrinted(response: ServerResponse, pdf: Buffer, fileName: string): StreamableFile {
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(pdf, { type: PDF, length: pdf.length, disposition: `inline; filename="${fileName}"` });
}

/** Returns a PDF with the text in all of these languages. */
export function answerPrintedIn(
  languages: readonly Language[],
  ...[response, ...printed]: Parameters<typeof answerPrinted>
): StreamableFile {
  response.setHeader('Content-Language', languages.join(', '));
  return answerPrinted(response, ...printed);
}

/** Sets the language of a printed document (documents.16). */
export function sayLanguage(response: ServerResponse, language: Language): void {
  response.setHeader('Content-Language', language);
  response.appendHeader('Vary', 'Accept-Language');
}
