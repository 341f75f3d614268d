import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { MissingDocumentPrinter } from './missing-document.printer.js';
import { MissingDocumentsRepository } from './missing-documents.repository.js';

const MAKER = 'system';

/** Prints and keeps the application that the customer signs, the receipts of what was paid or given back, and the act of a cancellation, each once. */
@Injectable()
export class MissingDocumentService implements OnModuleInit {
  constructor(
    private readonly missing: MissingDocumentsRepository,
    private readonly documents: DocumentRepository,
    private readonly printer: MissingDocumentPrinter,
    private readonly store: Store,
    private readonly system: SystemDocuments,
  ) {}

  onModuleInit(): void {
    this.system.register((environment, application) => this.make(environment, application));
  }

  private async make(environment: Environment, application: ApplicationRecord): Promise<void> {
    const missing = await this.missing.findMissing(environment, application.id);
    if (missing.length === 0) return;
    const printed = await Promise.all(missing.map((one) => this.printer.print(environment, application, one)));
    await this.store.transaction(environment, async (tx) => {
      const now = await this.missing.lockMissing(tx, application.id);
      // What was cancelled while it was printed may be erased by now.
      if (now === null || !this.system.areDue(now)) return;
      for (const [index, { key, at }] of missing.entries()) {
        const document = printed[index];
        if (!document || !now.keys.has(key)) continue;
        await this.documents.insertSystemDocument(tx, key, {
          ...document,
          applicationId: application.id,
          mimeType: 'application/pdf',
          createdBy: MAKER,
          createdAt: at,
          comments: null,
          isSystem: true,
        });
      }
    });
  }
}
