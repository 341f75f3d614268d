import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { amountToNumber } from '../../common/money.js';
import { ReceiptRepository } from '../../record/ledger/receipt.repository.js';
import type { Receipt } from '../../record/ledger/receipt.js';
import { MtrApplicationMapper, type MtrRecord } from './mtr-application.mapper.js';
import type { MtrDetails, MtrReceipt } from './mtr-details.dto.js';

/** An application or policy with all that belongs to it. */
@Injectable()
export class MtrDetailsService {
  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly mapper: MtrApplicationMapper,
  ) {}

  async detailsOf(caller: UserCaller, application: MtrRecord): Promise<MtrDetails> {
    const receipts = await this.receipts.findReceipts(caller.environment, application.id, caller.user.readableAgents);
    const entity = this.mapper.toEntity(application, caller);
    return {
      application: entity,
      covers: entity.covers,
      receipts: (receipts ?? []).map(toReceipt),
      messages: entity.applicationMessages,
      trace: entity.premium?.lines ?? [],
    };
  }
}

function toReceipt(receipt: Receipt): MtrReceipt {
  const { receiptNo, kind, instalmentNo, periodFrom, periodTo, dueDate, status } = receipt;
  return {
    ...{ receiptNo, kind, instalmentNo, periodFrom, periodTo, dueDate, status },
    ...{ net: amountToNumber(receipt.net), fee: amountToNumber(receipt.fee), tax: amountToNumber(receipt.tax) },
    ...{ levy: amountToNumber(receipt.levy), gross: amountToNumber(receipt.gross) },
    paidAt: receipt.payment && toLocalDateTime(receipt.payment.paidAt),
  };
}
