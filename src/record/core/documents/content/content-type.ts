import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../../../common/domain-error.js';
import { ErrorCode } from '../../../../common/error-codes.js';
import type { Text } from '../../../../common/language.js';
import { DOCUMENT_TYPES, findDocumentType, type DocumentType } from './document-type.js';
import { listArchiveNames, listCompoundNames } from './office-containers.js';

/** Null when the type is unknown, or not found in time. */
export type DetectType = (head: Buffer) => Promise<string | null>;

const HEAD_BYTES = 4_100;
/** Part of a text that is checked before other calls have their turn. */
const TEXT_PART_BYTES = 256 * 1024;

const CONTENT_TYPES = '[Content_Types].xml';
const OF_LETTERS_ONLY = /^(?:\xef\xbb\xbf)?(?:%PDF-|%!PS|\{\\rtf)/;
/** Control characters other than tabulator, line feeds and form feed. */
const CONTROL = /[^\t-\r -\xff]/;

export async function assertContentType(content: Buffer, mimeType: string, detect: DetectType): Promise<void> {
  const type = findDocumentType(mimeType);
  if (content.length === 0) throw new DomainError(ErrorCode.DOCUMENT_TYPE, { text: EMPTY });
  const agrees = type.beginnings.length === 0 ? await isText(content) : await isOf(content, type, detect);
  if (!agrees) throw new DomainError(ErrorCode.DOCUMENT_TYPE, { text: ANOTHER_TYPE });
}

/** Accepts any encoding that contains ASCII, and beginnings of a few letters (`BM`, `ID3`), which texts have too. */
async function isText(content: Buffer): Promise<boolean> {
  if (OF_LETTERS_ONLY.test(content.toString('latin1', 0, 16))) return false;
  for (let at = 0; at < content.length; at += TEXT_PART_BYTES) {
    if (at > 0) await turn();
    if (CONTROL.test(content.toString('latin1', at, at + TEXT_PART_BYTES))) return false;
  }
  return true;
}

async function isOf(content: Buffer, type: DocumentType, detect: DetectType): Promise<boolean> {
  if (!type.beginnings.some((beginning) => content.subarray(0, beginning.length).equals(beginning))) return false;
  const detected = await detect(content.subarray(0, HEAD_BYTES));
  const { archiveFolder, streams } = type;
  if (detected !== null && type.detected.includes(detected)) return streams === undefined || hasOwnStreams(content, streams);
  if (archiveFolder !== undefined && (detected === null || detected === 'application/zip')) return isOfficeArchive(content, archiveFolder);
  return detected === null && (streams === undefined || hasOwnStreams(content, streams));
}

function isOfficeArchive(content: Buffer, folder: string): boolean {
  const names = listArchiveNames(content);
  return names.includes(CONTENT_TYPES) && names.some((name) => name.startsWith(folder));
}

const ALL_STREAMS = [...DOCUMENT_TYPES].flatMap((name) => findDocumentType(name).streams ?? []);

function hasOwnStreams(content: Buffer, own: readonly string[]): boolean {
  const names = listCompoundNames(content).filter((name) => ALL_STREAMS.includes(name));
  return names.length === 0 || names.some((name) => own.includes(name));
}

const EMPTY: Text = { el: 'Το αρχείο είναι κενό.', en: 'The file is empty.' };
const ANOTHER_TYPE: Text = {
  el: 'Το περιεχόμενο του αρχείου δεν είναι του τύπου που δηλώθηκε.',
  en: 'The content of the file is not of the declared type.',
};
