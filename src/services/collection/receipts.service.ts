import { Injectable, Logger } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifiers.js';
import { DocumentService } from '../../record/core/documents/document.service.js';
import { buildPrintedReceipts, type PrintedReceipts } from '../../record/core/documents/document.js';
import type { Receipt, ReceiptWithCovers } from '../../record/core/applications/receipt.js';
import { ReceiptRepository } from '../../record/money/ledger/receipt.repository.js';

@Injectable()
export class ReceiptsService {
  private readonly logger = new Logger(ReceiptsService.name);

  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly documents: DocumentService,
  ) {}

  /** Returns none after a failure, which must not stop the response. */
  async findPrinted(caller: UserCaller, applicationId: string): Promise<PrintedReceipts> {
    try {
      return buildPrintedReceipts(await this.documents.list(caller, applicationId, 'any'));
    } catch (error) {
      this.logger.warn(`Receipts are returned without their documents: ${error instanceof Error ? error.message : String(error)}`);
      return new Map();
    }
  }

  /** @throws DomainError APPLICATION_NOT_FOUND for an unknown, a malformed and another agent's id */
  async listReceipts(caller: UserCaller, applicationId: string): Promise<Receipt[]> {
    const id = parseObjectId(applicationId);
    const receipts = id === null ? null : await this.receipts.findReceipts(caller.environment, id, caller.user.readableAgents);
    if (receipts === null) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return receipts;
  }

  async getReceipt(caller: UserCaller, applicationId: string, receiptNo: string): Promise<ReceiptWithCovers> {
    const id = parseObjectId(applicationId);
    // No receipt has the number 0, so a malformed number is not found.
    const number = parseObjectId(receiptNo) ?? 0;
    const receipt = id === null ? null : await this.receipts.findReceipt(caller.environment, id, number, caller.user.readableAgents);
    if (receipt === null) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    if (receipt === undefined) throw new DomainError(ErrorCode.RECEIPT_NOT_FOUND);
    return receipt;
  }
}
