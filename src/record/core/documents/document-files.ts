import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Holder } from '../../../common/bulkhead.js';
import { getHolder, type Caller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { DEFAULT_LANGUAGE, type Language, type Text } from '../../../common/language.js';
import { DocumentArchive } from './archive/document-archive.js';
import { reviveDates, toEnglishName, type DocumentMetadata, type ScanState, type StoredFile } from './document.js';
import { DocumentRepository } from './document.repository.js';
import type { RenderRequest } from './rendering/render-document.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';

const PART_BYTES = 256 * 1024;
const MAX_COPIES = 50;
const COPY_TTL_MS = 10 * 60_000;

interface Reader {
  readonly environment: Environment;
  readonly language: Language;
  readonly holder: Holder<Environment | 'staff'>;
}

export function createReader(caller: Caller): Reader & Pick<Caller, 'at'> {
  return { ...caller, holder: getHolder(caller) };
}

@Injectable()
export class DocumentFiles {
  private readonly copies = new LRUCache<string, Promise<Buffer>>({ max: MAX_COPIES, ttl: COPY_TTL_MS });

  constructor(
    private readonly repository: DocumentRepository,
    private readonly renderer: PdfRenderer,
    private readonly archive: DocumentArchive,
  ) {}

  /** Returns a printed copy of a system document in English (documents.18). */
  async find(reader: Reader, document: DocumentMetadata): Promise<StoredFile> {
    const { environment, language, holder } = reader;
    if (document.scan !== 'clean') throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: REFUSALS[document.scan] });
    const english = document.isSystem && language === 'en' ? await this.repository.readEnglish(environment, document.id) : null;
    if (english) return this.printCopy(holder, `${environment} ${document.id} ${document.sha256}`, document, english);
    return {
      ...document,
      language: document.isSystem ? DEFAULT_LANGUAGE : null,
      read: (start, end) => this.readParts(reader, document, start, end),
    };
  }

  private async printCopy(holder: Reader['holder'], key: string, document: DocumentMetadata, english: RenderRequest): Promise<StoredFile> {
    const content = await this.print(holder, key, english);
    return {
      ...document,
      fileName: toEnglishName(document.fileName),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      language: 'en',
      read: (start, end) => splitContent(content, start, end),
    };
  }

  private print(holder: Reader['holder'], key: string, english: RenderRequest): Promise<Buffer> {
    const known = this.copies.get(key);
    if (known) return known;
    const printed = this.renderer.render(holder, reviveDates(english));
    this.copies.set(key, printed);
    printed.catch(() => this.copies.delete(key));
    return printed;
  }

  /** Continues from the archive when the document is moved there meanwhile. */
  private async *readParts(
    { environment, holder }: Reader,
    document: DocumentMetadata,
    start: number,
    end: number,
  ): AsyncGenerator<Buffer, void> {
    for (let offset = start; offset < end; offset += PART_BYTES) {
      const part = await this.repository.readContent(environment, document.id, offset, Math.min(PART_BYTES, end - offset));
      if (part === null) {
        if (!(await this.repository.isArchived(environment, document.id))) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
        const content = await this.archive.read(holder, environment, document);
        yield content.subarray(offset, end);
        return;
      }
      yield part;
    }
  }
}

async function* splitContent(content: Buffer, start: number, end: number): AsyncGenerator<Buffer, void> {
  yield Promise.resolve(content.subarray(start, end));
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
