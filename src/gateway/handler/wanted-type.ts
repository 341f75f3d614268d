import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Language } from '../../common/language.js';
import { sayLanguage } from './printed-response.js';
import { contentDisposition } from './file-response.js';
import { textStream } from './responses.js';

export const CSV_TYPE = 'text/csv';
export const PDF_TYPE = 'application/pdf';

export type TableType = 'json' | 'csv' | 'pdf';

const TYPES: Readonly<Record<string, TableType>> = { 'application/json': 'json', [CSV_TYPE]: 'csv', [PDF_TYPE]: 'pdf' };

/** Chooses the type by `Accept`, else JSON (money.26). */
export function wantedType(response: Response): TableType {
  response.appendHeader('Vary', 'Accept');
  return TYPES[response.req.accepts(Object.keys(TYPES)) || ''] ?? 'json';
}

/** Returns a CSV file that is read as fast as the caller takes it. */
export async function csvFile(
  response: Response,
  name: string,
  language: Language,
  lines: AsyncGenerator<string, void>,
): Promise<StreamableFile> {
  const isHead = response.req.method === 'HEAD';
  const first = isHead ? undefined : await lines.next();
  async function* all(): AsyncGenerator<string, void> {
    if (first?.value) yield first.value;
    yield* lines;
  }
  sayLanguage(response, language);
  response.setHeader('Cache-Control', 'no-store');
  return textStream(response, all(), { type: `${CSV_TYPE}; charset=utf-8`, disposition: contentDisposition(`${name}.csv`) });
}

/** Returns a PDF that was printed for this call. */
export function pdfFile(response: Response, name: string, language: Language, pdf: Buffer): StreamableFile {
  sayLanguage(response, language);
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(pdf, { type: PDF_TYPE, length: pdf.length, disposition: contentDisposition(`${name}.pdf`) });
}
