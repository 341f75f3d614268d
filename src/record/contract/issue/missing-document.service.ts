import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { SystemCategory, cancellationFileName, receiptFileName } from '../../core/documents/document.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { CancellationRepository } from '../cancellation/cancellation.repository.js';
import { MissingDocumentsRepository, type MissingDocument } from './missing-documents.repository.js';
import { PolicyPrinter, type DocumentToStore } from './policy-printer.js';

/** Prints and stores each document that the record calls for and that is missing: applications to sign, receipts, acts of cancellations. */
@Injectable()
export class MissingDocumentService implements OnModuleInit {
  constructor(
    private readonly missing: MissingDocumentsRepository,
    private readonly receipts: ReceiptRepository,
    private readonly cancellations: CancellationRepository,
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
    const printed = await Promise.all(missing.map((one) => this.print(environment, application, one)));
    await this.store.transaction(environment, async (tx) => {
      const now = await this.missing.lockMissing(tx, application.id);
      // The application may be cancelled by now, and its person erased.
      if (now === null || !this.system.areDue(now)) return;
      for (const [index, { key }] of missing.entries()) {
        const document = printed[index];
        if (document && now.keys.has(key)) await this.printer.storeOnce(tx, key, document);
      }
    });
  }

  /** Prints a document; null when its receipt or cancellation is gone, as in the sandbox after a reset. */
  private async print(environment: Environment, application: ApplicationRecord, missing: MissingDocument): Promise<DocumentToStore | null> {
    const { of, receiptNo, edition, payBy, at } = missing;
    const { id, agentCode, applicationNo } = application;
    const policyNo = application.policyNo ?? applicationNo;
    const about = { applicationId: id, createdBy: 'system', createdAt: at };
    if (of === 'application' && payBy !== null) {
      const printed = await this.printer.printApplication(environment, application, at, payBy);
      return { ...about, ...printed, categoryId: SystemCategory.APPLICATION, fileName: `${applicationNo}.pdf` };
    }
    if (of === 'receipt' && receiptNo !== null) {
      const receipt = await this.receipts.findReceipt(environment, id, receiptNo, [agentCode]);
      if (!receipt) return null;
      const printed = await this.printer.printReceipt(environment, application, { receipt, edition }, at);
      return { ...about, ...printed, categoryId: SystemCategory.RECEIPT, fileName: receiptFileName(policyNo, receipt, edition?.no) };
    }
    const cancellation = of === 'cancellation' ? await this.cancellations.find(environment, id) : null;
    if (!cancellation) return null;
    const receipts = (await this.receipts.findReceipts(environment, id, [agentCode])) ?? [];
    const printed = await this.printer.printCancellation(environment, application, cancellation, receipts);
    return { ...about, ...printed, categoryId: SystemCategory.CANCELLATION, fileName: cancellationFileName(policyNo) };
  }
}
