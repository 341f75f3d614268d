import { Injectable } from '@nestjs/common';
import { getHolder, type UserCaller } from '../../../common/caller.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { Store, type Transaction } from '../../../store/store.js';
import { assertContentType } from './content/content-type.js';
import { TypeDetector } from './content/type-detector.js';
import type { DocumentMetadata, NewDocument, UploadedFile } from './document.js';
import { DocumentRepository } from './document.repository.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { VirusScanService } from './scanning/virus-scan.service.js';
import { assertRoom, countUpload } from './upload-limit.js';

/** A document must be smaller than 3 MB (documents.3). */
export const DOCUMENT_LIMIT = { maxBytes: 2_999_999, tooLarge: ErrorCode.DOCUMENT_TOO_LARGE } as const;
type UploadedDocument = Omit<NewDocument, 'content' | 'sha256' | 'createdAt' | 'scan'>;

@Injectable()
export class DocumentUploadService {
  /** Reused, because new buffers of 3 MB would burden the garbage collector. */
  private readonly buffers: Buffer[] = [];

  constructor(
    private readonly repository: DocumentRepository,
    private readonly scans: VirusScanService,
    private readonly detector: TypeDetector,
    private readonly settings: SettingsService,
    private readonly store: Store,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** `before` runs first in the transaction, and may refuse it. */
  async insert(
    caller: UserCaller,
    document: UploadedDocument,
    file: UploadedFile,
    before: (tx: Transaction) => Promise<void>,
  ): Promise<DocumentMetadata> {
    // Read first, so that the turn does not wait for a connection.
    const limits = await this.settings.get(caller);
    const inserted = await this.bulkheads.documentInserts.run(getHolder(caller), async () => {
      const buffer = this.buffers.pop() ?? Buffer.allocUnsafeSlow(DOCUMENT_LIMIT.maxBytes);
      const content = await file.readInto(buffer);
      await assertContentType(content, document.mimeType, (head) => this.detector.detect(caller, head));
      const fresh = {
        ...document,
        content,
        sha256: file.sha256,
        createdAt: caller.at,
        scan: this.scans.getFirstState(caller.environment, content),
      } as const;
      const upload = { ...fresh, agentCode: caller.user.agentCode, size: content.length };
      const done = await this.store.transaction(caller, async (tx) => {
        await before(tx);
        await assertRoom(tx, upload, limits);
        const stored = await this.repository.insertDocument(tx, fresh);
        await countUpload(tx, upload, limits);
        return stored;
      });
      // Not after an error: a transaction that was given up may still be sending it.
      this.buffers.push(buffer);
      return done;
    });
    if (inserted.scan === 'pending') void this.scans.job.run(caller.environment);
    return inserted;
  }
}
