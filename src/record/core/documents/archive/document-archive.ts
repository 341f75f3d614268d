import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Holder } from '../../../../common/bulkhead.js';
import { DomainError } from '../../../../common/domain-error.js';
import type { Environment } from '../../../../common/environment.js';
import { ErrorCode } from '../../../../common/error-codes.js';
import { Bulkheads } from '../../../../config/bulkheads.js';
import { buildObjectKey, type ArchivedObject } from './archived-object.js';
import { ObjectStorage, ObjectStorageError } from './object-storage.js';

const UNAVAILABLE = {
  el: 'Το αρχείο των εγγράφων δεν είναι διαθέσιμο. Ζητήστε το έγγραφο ξανά σε λίγο.',
  en: 'The archive of documents is unavailable. Ask for the document again shortly.',
};

@Injectable()
export class DocumentArchive {
  private readonly logger = new Logger(DocumentArchive.name);

  constructor(
    private readonly storage: ObjectStorage,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** Reads an object whole, because only then its hash can be checked. @throws DomainError UNAVAILABLE */
  read(holder: Holder<Environment | 'staff'>, environment: Environment, object: ArchivedObject): Promise<Buffer> {
    const key = buildObjectKey(environment, object);
    return this.bulkheads.archivedDocuments.run(holder, async () => {
      const content = await this.find(key);
      if (content !== null && createHash('sha256').update(content).digest('hex') === object.sha256) return content;
      this.logger.error(`The object ${key} of the archive ${content === null ? 'is missing' : 'has other bytes than the document'}.`);
      throw new DomainError(ErrorCode.UNAVAILABLE, { text: UNAVAILABLE });
    });
  }

  private async find(key: string): Promise<Buffer | null> {
    try {
      return await this.storage.find(key);
    } catch (cause) {
      if (cause instanceof ObjectStorageError) throw new DomainError(ErrorCode.UNAVAILABLE, { text: UNAVAILABLE, cause });
      throw cause;
    }
  }
}
