import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { amountsToNumbers } from '../../common/money.js';
import { ReceiptRepository } from '../../record/money/ledger/receipt.repository.js';
import type { Receipt } from '../../record/core/applications/receipt.js';
import { MotorApplicationMapper, type MotorRecord } from './motor-application.mapper.js';
import type { MotorDetailsResponse } from './motor-details.dto.js';
import type { MotorReceiptResponse } from './motor-receipt.dto.js';

/** An application or policy with all that belongs to it. */
@Injectable()
export class MotorDetailsService {
  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly mapper: MotorApplicationMapper,
  ) {}

  async detailsOf(caller: UserCaller, application: MotorRecord): Promise<MotorDetailsResponse> {
    const receipts = await this.receipts.findReceipts(caller.environment, application.id, caller.user.readableAgents);
    const entity = this.mapper.toResponse(application, caller);
    return {
      application: entity,
      covers: entity.covers,
      receipts: (receipts ?? []).map(toReceipt),
      messages: entity.applicationMessages,
      trace: entity.premium?.lines ?? [],
    };
  }
}

function toReceipt(receipt: Receipt): MotorReceiptResponse {
  const { receiptNo, kind, instalmentNo, periodFrom, periodTo, dueDate, status, net, fee, tax, levy, gross } = receipt;
  return {
    receiptNo,
    kind,
    instalmentNo,
    periodFrom,
    periodTo,
    dueDate,
    status,
    ...amountsToNumbers({ net, fee, tax, levy, gross }),
    paidAt: receipt.payment && toLocalDateTime(receipt.payment.paidAt),
  };
}
