import { Injectable } from '@nestjs/common';
import { SystemCategory, type Printed } from '../../core/documents/document.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import type { Transaction } from '../../../store/store.js';
import { PolicyPrinter } from './policy-printer.js';

/** A policy as printed, on its way into the record. */
export interface PrintedPolicy {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly printed: Printed;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Prints the policy document and keeps it. */
@Injectable()
export class PolicyDocumentService {
  constructor(
    private readonly printer: PolicyPrinter,
    private readonly documents: DocumentRepository,
  ) {}

  print(...args: Parameters<PolicyPrinter['printPolicy']>): Promise<Printed> {
    return this.printer.printPolicy(...args);
  }

  /** The id of the document. */
  async store(tx: Transaction, { applicationId, policyNo, printed, createdBy, createdAt }: PrintedPolicy): Promise<number> {
    const { id } = await this.documents.insertDocument(tx, {
      applicationId,
      ...printed,
      createdBy,
      createdAt,
      categoryId: SystemCategory.POLICY,
      fileName: `${policyNo}.pdf`,
      mimeType: 'application/pdf',
      comments: null,
      isSystem: true,
    });
    return id;
  }
}
