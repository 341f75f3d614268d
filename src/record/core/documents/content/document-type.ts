import { DomainError } from '../../../../common/domain-error.js';
import { ErrorCode } from '../../../../common/error-codes.js';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const ZIP = 'application/zip';

export interface DocumentType {
  readonly extensions: readonly string[];
  readonly beginnings: readonly Buffer[];
  readonly detected: readonly string[];
  readonly archiveFolder?: string;
  readonly streams?: readonly string[];
}

const ZIP_BEGINNINGS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
const WORD = `${OPEN_XML}.wordprocessingml.document`;
const EXCEL = `${OPEN_XML}.spreadsheetml.sheet`;
const POWERPOINT = `${OPEN_XML}.presentationml.presentation`;

const bytes = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'));
const text = (...extensions: string[]): DocumentType => ({ extensions, beginnings: [], detected: [] });
const archive = (type: string, extension: string, archiveFolder: string): [string, DocumentType] => [
  type,
  { extensions: [extension], beginnings: bytes(...ZIP_BEGINNINGS), detected: [type], archiveFolder },
];
const oldOffice = (extensions: string[], ...streams: string[]): DocumentType => ({
  extensions,
  streams,
  detected: ['application/x-cfb'],
  beginnings: bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
});

const TYPES: ReadonlyMap<string, DocumentType> = new Map<string, DocumentType>([
  ['image/jpeg', { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], beginnings: bytes('\xff\xd8\xff'), detected: ['image/jpeg'] }],
  ['image/png', { extensions: ['png'], beginnings: bytes('\x89PNG\r\n\x1a\n'), detected: ['image/png'] }],
  ['image/tiff', { extensions: ['tif', 'tiff'], beginnings: bytes('II*\0', 'MM\0*', 'II+\0', 'MM\0+'), detected: ['image/tiff'] }],
  ['application/pdf', { extensions: ['pdf'], beginnings: bytes('%PDF-', '\xef\xbb\xbf%PDF-'), detected: ['application/pdf'] }],
  ['application/rtf', { extensions: ['rtf'], beginnings: bytes('{\\rtf'), detected: ['application/rtf'] }],
  // Office files are zip archives and may be declared as such.
  [
    ZIP,
    {
      extensions: ['zip', 'docx', 'xlsx', 'pptx'],
      beginnings: bytes(...ZIP_BEGINNINGS),
      detected: [ZIP, WORD, EXCEL, POWERPOINT],
    },
  ],
  archive(WORD, 'docx', 'word/'),
  archive(EXCEL, 'xlsx', 'xl/'),
  archive(POWERPOINT, 'pptx', 'ppt/'),
  ['application/msword', oldOffice(['doc', 'dot'], 'WordDocument')],
  ['application/vnd.ms-excel', oldOffice(['xls', 'xlt'], 'Workbook', 'Book')],
  ['application/vnd.ms-powerpoint', oldOffice(['ppt', 'pps', 'pot'], 'PowerPoint Document')],
  ['text/csv', text('csv', 'tsv', 'txt')],
  ['text/plain', text('txt', 'text', 'log', 'md', 'csv', 'tsv')],
]);

export const DOCUMENT_TYPES: ReadonlySet<string> = new Set(TYPES.keys());

export function getMediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function findDocumentType(mimeType: string): DocumentType {
  const type = TYPES.get(mimeType);
  if (!type) throw new DomainError(ErrorCode.DOCUMENT_TYPE);
  return type;
}
