import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import { chooseCsvFormat, type CsvFormat } from '../../common/csv.js';
import type { Language } from '../../common/language.js';
import { PDF } from '../documentation/file-responses.js';
import { formatContentDisposition } from './file-response.js';
import { setContentLanguage, sendParts } from './responses.js';

const CSV = 'text/csv';

type StatementType = 'json' | 'csv' | 'pdf';

const TYPES: Readonly<Record<string, StatementType>> = { 'application/json': 'json', [CSV]: 'csv', [PDF]: 'pdf' };

export function chooseStatementType(response: Response): StatementType {
  response.appendHeader('Vary', 'Accept');
  return TYPES[response.req.accepts(Object.keys(TYPES)) || ''] ?? 'json';
}

export function sendCsv(
  response: Response,
  name: string,
  language: Language,
  write: (format: CsvFormat) => AsyncGenerator<string, void>,
): Promise<StreamableFile> {
  const lines = write(chooseCsvFormat(response.req.headers['accept-language'], language));
  setContentLanguage(response, language);
  response.setHeader('Cache-Control', 'no-store');
  return sendParts(response, lines, { type: `${CSV}; charset=utf-8`, disposition: formatContentDisposition(`${name}.csv`) });
}

export function sendPdfFile(response: ServerResponse, name: string, language: Language, pdf: Buffer): StreamableFile {
  setContentLanguage(response, language);
  return sendPdfAs(formatContentDisposition(`${name}.pdf`), response, pdf);
}

export function sendPdf(response: ServerResponse, pdf: Buffer, fileName: string, languages: readonly Language[] = []): StreamableFile {
  if (languages.length > 0) response.setHeader('Content-Language', languages.join(', '));
  return sendPdfAs(`inline; filename="${fileName}"`, response, pdf);
}

function sendPdfAs(disposition: string, response: ServerResponse, pdf: Buffer): StreamableFile {
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(pdf, { type: PDF, length: pdf.length, disposition });
}

interface SentOffer {
  readonly offerNo: string;
  readonly content: Buffer;
}

export function sendOffer(response: ServerResponse, { offerNo, content }: SentOffer, language: Language): StreamableFile {
  setContentLanguage(response, language);
  response.setHeader('X-Offer-No', offerNo);
  return sendPdf(response, content, `${offerNo}.pdf`);
}
