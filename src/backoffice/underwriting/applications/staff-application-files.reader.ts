import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { buildPrintedReceipts, type StoredFile } from '../../../record/core/documents/document.js';
import { DocumentDeliveryRepository } from '../../../record/core/documents/document-delivery.repository.js';
import { DocumentFiles } from '../../../record/core/documents/document-files.js';
import { DocumentRepository } from '../../../record/core/documents/document.repository.js';
import { ReceiptRepository } from '../../../record/money/ledger/receipt.repository.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toStaffReceipt, toStaffReceiptWithCovers, type ReceiptsOf } from './staff-receipt.mapper.js';
import type { StaffReceiptResponse, StaffReceiptWithCoversResponse } from './staff-receipt.dto.js';

@Injectable()
export class StaffApplicationFilesReader {
  constructor(
    private readonly applications: ApplicationService,
    private readonly documents: DocumentRepository,
    private readonly receipts: ReceiptRepository,
    private readonly files: DocumentFiles,
    private readonly deliveries: DocumentDeliveryRepository,
  ) {}

  /** @throws DomainError APPLICATION_NOT_FOUND, DOCUMENT_NOT_FOUND; NOT_ALLOWED_IN_STATUS before the virus scan */
  async getFile(staff: StaffCaller, id: string, documentId: string): Promise<StoredFile> {
    const { environment } = staff;
    const application = await this.applications.getAnyApplication(environment, id);
    const number = parseObjectId(documentId) ?? 0;
    const found = await this.documents.findDocument(environment, application.id, number, [application.agentCode]);
    if (!found) throw new DomainError(ErrorCode.DOCUMENT_NOT_FOUND);
    const file = await this.files.find({ ...staff, holder: { lane: 'staff', owner: staff.userId } }, found);
    return this.deliveries.trackFile(environment, file, { channel: 'STAFF', deliveredTo: staff.name, deliveredAt: staff.at });
  }

  async listReceipts({ environment }: StaffCaller, id: string): Promise<StaffReceiptResponse[]> {
    const application = await this.applications.getAnyApplication(environment, id);
    const receipts = (await this.receipts.findReceipts(environment, application.id, [application.agentCode])) ?? [];
    const of = await this.getReceipts(environment, application);
    return receipts.map((receipt) => toStaffReceipt(receipt, of));
  }

  async getReceipt({ environment, language }: StaffCaller, id: string, receiptNo: string): Promise<StaffReceiptWithCoversResponse> {
    const application = await this.applications.getAnyApplication(environment, id);
    const number = parseObjectId(receiptNo) ?? 0;
    const receipt = await this.receipts.findReceipt(environment, application.id, number, [application.agentCode]);
    if (!receipt) throw new DomainError(ErrorCode.RECEIPT_NOT_FOUND);
    return toStaffReceiptWithCovers(receipt, await this.getReceipts(environment, application), language);
  }

  private async getReceipts(environment: Environment, { id, line, agentCode }: ApplicationRecord): Promise<ReceiptsOf> {
    const printed = buildPrintedReceipts((await this.documents.findDocuments(environment, id, [agentCode])) ?? []);
    return { environment, line, printed };
  }
}
