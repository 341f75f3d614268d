import { Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiFile } from '../../../gateway/documentation/file-responses.js';
import { sendFile } from '../../../gateway/handler/file-response.js';
import type { JsonText } from '../../../gateway/handler/responses.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { StaffApplicationFilesReader } from './staff-application-files.reader.js';
import { StaffReceiptResponse, StaffReceiptWithCoversResponse } from './staff-receipt.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';

@BackofficeController('applications/:id')
@Roles('underwriter', 'issuing')
export class StaffApplicationFilesController {
  constructor(private readonly applications: StaffApplicationFilesReader) {}

  /** Get the file of a document, or a range of it. Returns 304 if the caller has it already. */
  @Get('documents/:documentId')
  @ApiFile()
  async getApplicationDocument(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
  ): Promise<StreamableFile | JsonText | undefined> {
    const file = await this.applications.getFile(staff, id, documentId);
    return sendFile({ request: response.req, response }, file);
  }

  /** List the receipts of a policy by number. The list is empty before issue. */
  @Get('receipts')
  listApplicationReceipts(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<StaffReceiptResponse[]> {
    return this.applications.listReceipts(staff, id);
  }

  /** Get a receipt with its covers. */
  @Get('receipts/:receiptNo')
  getApplicationReceipt(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Param('receiptNo') receiptNo: string,
  ): Promise<StaffReceiptWithCoversResponse> {
    return this.applications.getReceipt(staff, id, receiptNo);
  }
}
