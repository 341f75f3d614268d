import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import type { Link } from '../../common/domain-error.js';
import { amountToNumber } from '../../common/money.js';
import { chargeLinks } from '../../record/applications/application-links.js';
import { Charges } from '../../record/issue/charges.js';
import { PaymentNotices, type PaymentNotice } from '../../record/issue/payment-notices.js';
import { PolicyPrinter } from '../../record/issue/policy-printer.js';
import { ReceiptRepository } from '../../record/ledger/receipt.repository.js';
import type { Receipt } from '../../record/ledger/receipt.js';
import { MtrApplicationMapper, type MtrRecord } from './mtr-application.mapper.js';
import type { MtrDetails, MtrReceipt } from './mtr-details.dto.js';
import type { MtrApplicationEntity } from './mtr-entity.dto.js';

const LINE = 'motor';

export interface ChargeAnswer {
  readonly application: MtrRecord;
  readonly links: readonly Link[];
  readonly entity: MtrApplicationEntity;
}

/** Payment and issue of vehicle applications (applications.16 to applications.23), and what a policy has beside its application. */
@Injectable()
export class MtrIssueService {
  constructor(
    private readonly charges: Charges,
    private readonly notices: PaymentNotices,
    private readonly printer: PolicyPrinter,
    private readonly receipts: ReceiptRepository,
    private readonly mapper: MtrApplicationMapper,
  ) {}

  async charge(caller: UserCaller, id: string): Promise<ChargeAnswer> {
    const application = (await this.charges.charge(caller, id, LINE)) as MtrRecord;
    return { application, links: chargeLinks(application, caller.root), entity: this.mapper.toEntity(application, caller) };
  }

  getPaymentNotice(caller: UserCaller, id: string): Promise<PaymentNotice> {
    return this.notices.noticeFor(caller, id, LINE);
  }

  /** The notification as PDF, always from the latest data. */
  print(caller: UserCaller, { application, payment }: PaymentNotice): Promise<Buffer> {
    return this.printer.printPaymentNotification(caller.environment, application, payment, caller.at);
  }

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
