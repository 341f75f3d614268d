import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { DocumentMetadata, ScanState, StoredFile } from './document.js';
import type { DocumentRepository } from './document.repository.js';

const PART_BYTES = 256 * 1024;

/**
 * The document with a way to its content, in parts: no file is in memory whole, and no connection of the database waits for a slow reader.
 * @throws DomainError NOT_ALLOWED_IN_STATUS while it is not known to be clean
 */
export function fileOf(repository: DocumentRepository, environment: Environment, document: DocumentMetadata): StoredFile {
  if (document.scan !== 'clean') throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: REFUSALS[document.scan] });
  return { ...document, read: (start, end) => readParts(repository, environment, document, start, end) };
}

async function* readParts(
  repository: DocumentRepository,
  environment: Environment,
  { id }: DocumentMetadata,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void> {
  for (let offset = start; offset < end; offset += PART_BYTES) {
    const part = await repository.readContent(environment, id, offset, Math.min(PART_BYTES, end - offset));
    // Deleted meanwhile: a part of it would be no response.
    if (part === null) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    yield part;
  }
}

const REFUSALS: Readonly<Record<Exclude<ScanState, 'clean'>, Text>> = {
  pending: {
    el: 'Το έγγραφο ελέγχεται για ιούς. Ζητήστε το ξανά σε λίγο.',
    en: 'The document is being scanned for viruses. Ask for it again shortly.',
  },
  infected: {
    el: 'Στο έγγραφο βρέθηκε ιός και το περιεχόμενό του διαγράφηκε. Στείλτε καθαρό αρχείο.',
    en: 'A virus was found in the document and its content was deleted. Send a clean file.',
  },
};
