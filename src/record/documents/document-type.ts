import { fileTypeFromBuffer } from 'file-type';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';

const PDF = 'application/pdf';
const HEAD_BYTES = 4096;
const ZIP = 'application/zip';
const OLE = 'application/x-cfb';
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
/** How a content with one of these as its own type may be declared. */
const WORD_XML = `${OPEN_XML}.wordprocessingml.document`;
const EXCEL_XML = `${OPEN_XML}.spreadsheetml.sheet`;
const POWERPOINT_XML = `${OPEN_XML}.presentationml.presentation`;

const TEXTS: ReadonlySet<string> = new Set(['text/csv', 'text/plain']);
/** The stream that an old Office file of the type has; its absence proves nothing, that of another type does. */
const OLE_STREAMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['application/msword', ['WordDocument']],
  ['application/vnd.ms-excel', ['Workbook', 'Book']],
  ['application/vnd.ms-powerpoint', ['PowerPoint Document']],
]);
/** The folder that an Office archive of the type has: how it is known when its parts stand in an unusual order. */
const ARCHIVE_FOLDERS: ReadonlyMap<string, string> = new Map([
  [WORD_XML, 'word/'],
  [EXCEL_XML, 'xl/'],
  [POWERPOINT_XML, 'ppt/'],
]);
/** What the content says of itself for a declared type. Office files of today are zip archives and may be declared as such. */
const SNIFFED: ReadonlyMap<string, readonly string[]> = new Map([
  ...['image/jpeg', 'image/png', 'image/tiff', 'application/pdf', 'application/rtf'].map((type): [string, string[]] => [type, [type]]),
  ...[WORD_XML, EXCEL_XML, POWERPOINT_XML].map((type): [string, string[]] => [type, [type]]),
  ...[...OLE_STREAMS.keys()].map((type): [string, string[]] => [type, [OLE]]),
  [ZIP, [ZIP, WORD_XML, EXCEL_XML, POWERPOINT_XML]],
]);

/** The types a document may have (spec §4.11). */
export const DOCUMENT_TYPES: ReadonlySet<string> = new Set([...SNIFFED.keys(), ...TEXTS]);

/** Kinds that may have no control character and are no texts for people. */
const OF_LETTERS_ONLY: ReadonlySet<string> = new Set([PDF, 'application/rtf', 'application/postscript', 'application/eps']);

/** Control characters that no text file holds; tabulator, line feeds and form feed are none of them. */
const CONTROL = /[^\t-\r -\xff]/;

/** A media type without its parameters, in lower case: `text/csv; charset=utf-8` is `text/csv`. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** @throws DomainError DOCUMENT_TYPE */
export function assertDocumentType(mimeType: string): void {
  if (!DOCUMENT_TYPES.has(mimeType)) throw new DomainError(ErrorCode.DOCUMENT_TYPE);
}

/**
 * The content must be what it is declared to be.
 * @throws DomainError DOCUMENT_TYPE
 */
export async function assertContentType(content: Buffer, mimeType: string): Promise<void> {
  if (content.length === 0) throw new DomainError(ErrorCode.DOCUMENT_TYPE, { text: EMPTY });
  // A PDF says what it is at once; to find out that it is none it would be searched whole.
  const sniffed = (await fileTypeFromBuffer(mimeType === PDF ? content.subarray(0, HEAD_BYTES) : content))?.mime;
  const agrees = TEXTS.has(mimeType)
    ? isText(content, sniffed)
    : isOfficeArchive(content, mimeType, sniffed) ||
      (SNIFFED.get(mimeType)?.includes(sniffed ?? '') === true && (sniffed !== OLE || isOle(content, mimeType)));
  if (!agrees) throw new DomainError(ErrorCode.DOCUMENT_TYPE, { text: ANOTHER_TYPE });
}

/** Any encoding with ASCII in it. Kinds known by a few letters (`BM`, `MZ`, `GIF`) say nothing: texts begin with them too. */
function isText(content: Buffer, sniffed: string | undefined): boolean {
  if (OF_LETTERS_ONLY.has(sniffed ?? '')) return false;
  // Byte by byte would take ten times as long, and nobody else is served meanwhile.
  return !CONTROL.test(content.toString('latin1'));
}

function isOfficeArchive(content: Buffer, mimeType: string, sniffed: string | undefined): boolean {
  const folder = ARCHIVE_FOLDERS.get(mimeType);
  return folder !== undefined && sniffed === ZIP && content.includes(folder) && content.includes('[Content_Types].xml');
}

function isOle(content: Buffer, mimeType: string): boolean {
  const others = [...OLE_STREAMS].filter(([type]) => type !== mimeType).flatMap(([, streams]) => streams);
  const own = OLE_STREAMS.get(mimeType) ?? [];
  return own.some((name) => hasStream(content, name)) || !others.some((name) => hasStream(content, name));
}

function hasStream(content: Buffer, name: string): boolean {
  return content.includes(Buffer.from(name, 'utf16le'));
}

const EMPTY: Text = { el: 'Το αρχείο είναι κενό.', en: 'The file is empty.' };
const ANOTHER_TYPE: Text = {
  el: 'Το περιεχόμενο του αρχείου δεν είναι του τύπου που δηλώθηκε.',
  en: 'The content of the file is not of the declared type.',
};
