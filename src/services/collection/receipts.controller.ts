import { Get, Param } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { ReceiptResponse, ReceiptWithCoversResponse } from './receipts.dto.js';
import { toReceiptResponse, toReceiptWithCoversResponse } from './receipts.mapper.js';
import { ReceiptsService } from './receipts.service.js';

@ServiceController('common-api', 'policy/applications/:id/receipts')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  /** List the receipts of a policy in the order of its instalments. Empty before issue. */
  @Get()
  async listReceipts(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<ReceiptResponse[]> {
    const receipts = await this.service.listReceipts(caller, id);
    if (receipts.length === 0) return [];
    const printed = await this.service.findPrinted(caller, id);
    return receipts.map((receipt) => toReceiptResponse(receipt, printed, caller));
  }

  /** Get a receipt with the net premium of each cover. */
  @Get(':receipt_no')
  async getReceipt(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('receipt_no') receiptNo: string,
  ): Promise<ReceiptWithCoversResponse> {
    const receipt = await this.service.getReceipt(caller, id, receiptNo);
    return toReceiptWithCoversResponse(receipt, await this.service.findPrinted(caller, id), caller);
  }
}
