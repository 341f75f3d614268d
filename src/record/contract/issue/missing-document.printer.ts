import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { CancellationRepository } from '../cancellation/cancellation.repository.js';
import { SystemCategory, type Printed } from '../../core/documents/document.js';
import { cancellationFileName, receiptFileName } from '../../core/documents/system-file-names.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { MissingDocument } from './missing-documents.repository.js';
import { PolicyPrinter } from './policy-printer.js';

/** A document on its way into the record. */
export interface DocumentToStore extends Printed {
  readonly categoryId: number;
  readonly fileName: string;
}

/** Reads what a document tells, and prints it. */
@Injectable()
export class MissingDocumentPrinter {
  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly cancellations: CancellationRepository,
    private readonly printer: PolicyPrinter,
  ) {}

  /** Null when what it is of is gone, as in the sandbox after a reset. */
  async print(environment: Environment, application: ApplicationRecord, missing: MissingDocument): Promise<DocumentToStore | null> {
    const { of, receiptNo, edition, payBy, at } = missing;
    const { id, agentCode, applicationNo } = application;
    const policyNo = application.policyNo ?? applicationNo;
    if (of === 'application' && payBy !== null) {
      const printed = await this.printer.printApplication(environment, application, at, payBy);
      return { ...printed, categoryId: SystemCategory.APPLICATION, fileName: `${applicationNo}.pdf` };
    }
    if (of === 'receipt' && receiptNo !== null) {
      const receipt = await this.receipts.findReceipt(environment, id, receiptNo, [agentCode]);
      if (!receipt) return null;
      const printed = await this.printer.printReceipt(environment, application, { receipt, edition }, at);
      return { ...printed, categoryId: SystemCategory.RECEIPT, fileName: receiptFileName(policyNo, receipt, edition?.no) };
    }
    const cancellation = of === 'cancellation' ? await this.cancellations.find(environment, id) : null;
    if (!cancellation) return null;
    const receipts = (await this.receipts.findReceipts(environment, id, [agentCode])) ?? [];
    const printed = await this.printer.printCancellation(environment, application, cancellation, receipts);
    return { ...printed, categoryId: SystemCategory.CANCELLATION, fileName: cancellationFileName(policyNo) };
  }
}
