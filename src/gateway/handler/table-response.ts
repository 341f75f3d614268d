import type { StreamableFile } from '@nestjs/common';
import type { Request } from 'express';
import { chooseCsvFormat, type CsvFormat } from '../../common/csv.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language, Text } from '../../common/language.js';
import { TABLE_FORMATS, type TableColumn, type TableFormat, type TableRow } from '../../common/table.js';
import type { UserCall } from './decorators.js';
import { formatContentDisposition } from './file-response.js';
import { setContentLanguage, sendParts } from './responses.js';

const READING_LIMITS = { longestMs: 600_000, longestPauseMs: 60_000 } as const;

interface SentTable {
  readonly name: string;
  readonly language: Language;
  readonly columns: readonly TableColumn[];
  readonly nameOf: (key: string) => string;
  readonly read: () => AsyncGenerator<readonly TableRow[], void>;
}

export async function sendTable({ request, response }: Pick<UserCall, 'request' | 'response'>, table: SentTable): Promise<StreamableFile> {
  const format = getFormat(request);
  const ends = new AbortController();
  const csv = chooseCsvFormat(request.headers['accept-language'], table.language);
  const parts = applyReadingLimits(ends, READING_LIMITS, writeTable(table, format, csv));
  const options = {
    type: `${format.mediaType}; charset=utf-8`,
    disposition: formatContentDisposition(`${table.name}.${format.extension}`),
  };
  setContentLanguage(response, table.language);
  response.appendHeader('Vary', 'Accept');
  response.setHeader('Cache-Control', 'no-store');
  return sendParts(response, parts, options, ends.signal);
}

async function* writeTable({ columns, nameOf, read }: SentTable, format: TableFormat, csv: CsvFormat): AsyncGenerator<string, void> {
  const lineOf = format.lines(columns, nameOf, csv);
  let text = format.head(columns, csv);
  for await (const rows of read()) {
    for (const row of rows) text += lineOf(row);
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

export async function* applyReadingLimits<Part>(
  ends: AbortController,
  { longestMs, longestPauseMs }: { readonly longestMs: number; readonly longestPauseMs: number },
  parts: AsyncGenerator<Part, void>,
): AsyncGenerator<Part, void> {
  const end = setTimeout(() => ends.abort(), longestMs);
  let pause: NodeJS.Timeout | undefined;
  try {
    for await (const part of parts) {
      pause = setTimeout(() => ends.abort(), longestPauseMs);
      yield part;
      clearTimeout(pause);
    }
  } finally {
    clearTimeout(end);
    clearTimeout(pause);
  }
}

function getFormat(request: Request): TableFormat {
  const types = TABLE_FORMATS.map(({ mediaType }) => mediaType);
  const accepted = request.accepts(types);
  const format = TABLE_FORMATS.find(({ mediaType }) => mediaType === accepted);
  if (format !== undefined) return format;
  throw DomainError.ofViolations([{ path: 'Accept', code: ErrorCode.INVALID, text: formatText(types.join(', ')) }]);
}

function formatText(types: string): Text {
  return { el: `Διατίθεται ως ${types}.`, en: `Available as ${types}.` };
}
