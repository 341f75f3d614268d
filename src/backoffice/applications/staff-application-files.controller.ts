import { Get, type StreamableFile } from '@nestjs/common';
import { ApiFile } from '../../gateway/documentation/file-responses.js';
import { answerFile } from '../../gateway/handler/file-response.js';
import type { JsonText } from '../../gateway/handler/responses.js';
import { BackofficeController, CurrentCall, Roles, type StaffCall } from '../access/decorators.js';
import { StaffApplicationFilesReader } from './staff-application-files.reader.js';
import { StaffReceiptResponse, StaffReceiptWithCoversResponse } from './staff-receipt.dto.js';

/** Documents and receipts of an application of whichever agent. */
@BackofficeController('applications/:id')
@Roles('underwriter', 'issuing')
export class StaffApplicationFilesController {
  constructor(private readonly applications: StaffApplicationFilesReader) {}

  /** The file of a document, or a range of it. 304 when the caller has it already. */
  @Get('documents/:documentId')
  @ApiFile()
  async getApplicationDocument(@CurrentCall() { staff, id, partId, response }: StaffCall): Promise<StreamableFile | JsonText | undefined> {
    const file = await this.applications.getFile(staff, id, partId);
    return answerFile({ request: response.req, response }, file);
  }

  /** The receipts of a policy. In the order of their numbers; an empty list before issue. */
  @Get('receipts')
  listApplicationReceipts(@CurrentCall() { staff, id }: StaffCall): Promise<StaffReceiptResponse[]> {
    return this.applications.listReceipts(staff, id);
  }

  /** One receipt with its covers. */
  @Get('receipts/:receiptNo')
  getApplicationReceipt(@CurrentCall() { staff, id, partId }: StaffCall): Promise<StaffReceiptWithCoversResponse> {
    return this.applications.getReceipt(staff, id, partId);
  }
}
