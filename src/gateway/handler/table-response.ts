import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Language, Text } from '../../common/language.js';
import { TABLE_FORMATS, type TableColumn, type TableFormat, type TableRow } from '../../common/table.js';
import { sayLanguage } from './printed-response.js';
import { begun, contentDisposition } from './file-response.js';
import type { UserCall } from './user-call.decorator.js';

/** Limits of the time in which a caller reads a table. */
export const READING_LIMITS = { longestMs: 600_000, longestPauseMs: 60_000 } as const;

export interface AnsweredTable {
  readonly name: string;
  readonly language: Language;
  readonly columns: readonly TableColumn[];
  /** Makes the name of a field in JSON from the key of its column. */
  readonly nameOf: (key: string) => string;
  /** The rows in parts, begun by the first that is asked for. */
  readonly read: () => AsyncGenerator<readonly TableRow[], void>;
}

/** Sends a table in the format that `Accept` asks for, as fast as the caller takes it. @throws DomainError */
export async function answerTable(
  { request, response }: Pick<UserCall, 'request' | 'response'>,
  table: AnsweredTable,
): Promise<StreamableFile> {
  const format = formatOf(request);
  const ends = new AbortController();
  const parts = endingBy(ends, READING_LIMITS, written(table, format));
  const content = request.method === 'HEAD' ? Readable.from([]) : await begun(parts, ends.signal);
  sayLanguage(response, table.language);
  response.appendHeader('Vary', 'Accept');
  response.setHeader('Cache-Control', 'no-store');
  const disposition = contentDisposition(`${table.name}.${format.extension}`);
  const answer = new StreamableFile(content, { type: `${format.mediaType}; charset=utf-8`, disposition });
  return answer.setErrorHandler((_error, target) => void (target as Response).destroy());
}

async function* written({ columns, language, nameOf, read }: AnsweredTable, format: TableFormat): AsyncGenerator<Buffer, void> {
  const lineOf = format.lines(columns, nameOf);
  let text = format.head(columns, language);
  for await (const rows of read()) {
    for (const row of rows) text += lineOf(row);
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Aborts when the parts are not taken within the limits, or the caller leaves. */
export async function* endingBy<Part>(
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

function formatOf(request: Request): TableFormat {
  const types = TABLE_FORMATS.map(({ mediaType }) => mediaType);
  const accepted = request.accepts(types);
  const format = TABLE_FORMATS.find(({ mediaType }) => mediaType === accepted);
  if (format !== undefined) return format;
  throw DomainError.ofFaults([{ path: 'Accept', code: ErrorCode.INVALID, text: formatText(types.join(', ')) }]);
}

function formatText(types: string): Text {
  return { el: `Διατίθεται ως ${types}.`, en: `It comes as ${types}.` };
}
