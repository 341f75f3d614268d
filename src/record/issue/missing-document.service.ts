import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { Store } from '../../store/store.js';
import type { ApplicationRecord } from '../applications/application.js';
import { SystemCategory } from '../documents/document.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { SystemDocuments } from '../documents/system-documents.js';
import { ReceiptRepository } from '../ledger/receipt.repository.js';
import { MissingDocumentsRepository, type MissingDocument } from './missing-documents.repository.js';
import { PolicyPrinter } from './policy-printer.js';

const MAKER = 'system';

/** Prints and keeps the application that the customer signs and the receipts of what was paid or given back, each once. */
@Injectable()
export class MissingDocumentService implements OnModuleInit {
  constructor(
    private readonly missing: MissingDocumentsRepository,
    private readonly receipts: ReceiptRepository,
    private readonly documents: DocumentRepository,
    private readonly printer: PolicyPrinter,
    private readonly store: Store,
    private readonly system: SystemDocuments,
  ) {}

  onModuleInit(): void {
    this.system.register((environment, application) => this.make(environment, application));
  }

  private async make(environment: Environment, application: ApplicationRecord): Promise<void> {
    const missing = await this.missing.findMissing(environment, application.id);
    if (missing.length === 0) return;
    const contents = await Promise.all(missing.map((one) => this.print(environment, application, one)));
    await this.store.transaction(environment, async (tx) => {
      const now = await this.missing.lockMissing(tx, application.id);
      // What was cancelled while it was printed may be erased by now.
      if (now === null || !this.system.areDue(now)) return;
      for (const [index, { key, receiptNo, at }] of missing.entries()) {
        const content = contents[index];
        if (!content || !now.keys.has(key)) continue;
        const name = receiptNo === null ? application.applicationNo : `${application.policyNo ?? application.applicationNo}-${receiptNo}`;
        await this.documents.insertSystemDocument(tx, key, {
          ...{ applicationId: application.id, content, createdBy: MAKER, createdAt: at, comments: null, isSystem: true },
          ...{ categoryId: receiptNo === null ? SystemCategory.APPLICATION : SystemCategory.RECEIPT },
          ...{ fileName: `${name}.pdf`, mimeType: 'application/pdf' },
        });
      }
    });
  }

  private async print(
    environment: Environment,
    application: ApplicationRecord,
    { receiptNo, payBy, at }: MissingDocument,
  ): Promise<Buffer | null> {
    if (receiptNo === null) return payBy === null ? null : this.printer.printApplication(environment, application, at, payBy);
    const receipt = await this.receipts.findReceipt(environment, application.id, receiptNo, [application.agentCode]);
    return receipt ? this.printer.printReceipt(environment, application, receipt, at) : null;
  }
}
