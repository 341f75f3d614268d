import { Get, Param } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/decorators.js';
import { ReceiptEntity, ReceiptWithCoversEntity } from './receipts.dto.js';
import { toReceiptEntity, toReceiptWithCoversEntity } from './receipts.mapper.js';
import { ReceiptsService } from './receipts.service.js';

@ServiceController('common-api', 'policy/applications/:id/receipts')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  /** The receipts of a policy. In the order of its instalments; an empty list before issue. */
  @Get()
  async listReceipts(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<ReceiptEntity[]> {
    const receipts = await this.service.listReceipts(caller, id);
    if (receipts.length === 0) return [];
    const printed = await this.service.findPrinted(caller, id);
    return receipts.map((receipt) => toReceiptEntity(receipt, printed, caller));
  }

  /** One receipt with its covers. */
  @Get(':receipt_no')
  async getReceipt(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('receipt_no') receiptNo: string,
  ): Promise<ReceiptWithCoversEntity> {
    const receipt = await this.service.getReceipt(caller, id, receiptNo);
    return toReceiptWithCoversEntity(receipt, await this.service.findPrinted(caller, id), caller);
  }
}
