import { Injectable } from '@nestjs/common';
import { holderOf, type UserCaller } from '../../../common/caller.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertContentType } from './content/content-type.js';
import { TypeDetector } from './content/type-detector.js';
import type { DocumentMetadata, NewDocument, UploadedFile } from './document.js';
import { DocumentRepository } from './document.repository.js';
import { VirusScanService } from './scanning/virus-scan.service.js';
import { UploadLimitService } from './upload-limit.service.js';

/** A document must be smaller than 3 MB (documents.3). */
export const DOCUMENT_LIMIT = { maxBytes: 2_999_999, tooLarge: ErrorCode.DOCUMENT_TOO_LARGE } as const;
type UploadedDocument = Omit<NewDocument, 'content' | 'sha256' | 'createdAt' | 'scan'>;

/** Looks at received files and writes them, a few at a time. */
@Injectable()
export class DocumentUploadService {
  /** One for each insert at a time, used again and again: fresh ones would keep the garbage collector busy. */
  private readonly buffers: Buffer[] = [];

  constructor(
    private readonly repository: DocumentRepository,
    private readonly scans: VirusScanService,
    private readonly detector: TypeDetector,
    private readonly limits: UploadLimitService,
    private readonly store: Store,
    private readonly bulkheads: Bulkheads,
  ) {}

  /**
   * `before` runs first in the insert's transaction, and may refuse it.
   * @throws DomainError DOCUMENT_TYPE, DOCUMENT_LIMIT, UNAVAILABLE when its turn does not come in time, and what that throws
   */
  async insert(
    caller: UserCaller,
    document: UploadedDocument,
    file: UploadedFile,
    before: (tx: Transaction) => Promise<void>,
  ): Promise<DocumentMetadata> {
    // Before its turn, which must not go by with waiting for a connection.
    const limits = await this.limits.get(caller.environment);
    const inserted = await this.bulkheads.documentInserts.run(holderOf(caller), async () => {
      const buffer = this.buffers.pop() ?? Buffer.allocUnsafeSlow(DOCUMENT_LIMIT.maxBytes);
      const content = await file.readInto(buffer);
      await assertContentType(content, document.mimeType, (head) => this.detector.detect(caller, head));
      const fresh = {
        ...document,
        content,
        sha256: file.sha256,
        createdAt: caller.at,
        scan: this.scans.firstState(caller.environment, content),
      } as const;
      const upload = { ...fresh, agentCode: caller.user.agentCode, size: content.length };
      const done = await this.store.transaction(caller, async (tx) => {
        await before(tx);
        await this.limits.assertRoom(tx, upload, limits);
        const stored = await this.repository.insertDocument(tx, fresh);
        await this.limits.count(tx, upload, limits);
        return stored;
      });
      // Only now it is no longer read: a transaction that was given up may still be sending.
      this.buffers.push(buffer);
      return done;
    });
    if (inserted.scan === 'pending') void this.scans.job.run(caller.environment);
    return inserted;
  }
}
