import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import type { Link } from '../../common/domain-error.js';
import { amountToNumber } from '../../common/money.js';
import { ApplicationEntities } from '../../record/applications/application-entities.js';
import { applicationTag } from '../../record/applications/application-tag.js';
import { chargeLinks } from '../../record/applications/application-links.js';
import { Charges } from '../../record/issue/charges.js';
import { PaymentNotices, type PaymentNotice } from '../../record/issue/payment-notices.js';
import { PolicyPrinter } from '../../record/issue/policy-printer.js';
import type { PaymentCodeEntity } from './collection.dto.js';

export interface ChargeAnswer {
  readonly etag: string;
  readonly links: readonly Link[];
  readonly entity: object;
}

/** Payment of applications of both lines (money.1, money.5). */
@Injectable()
export class CollectionService {
  constructor(
    private readonly charges: Charges,
    private readonly notices: PaymentNotices,
    private readonly printer: PolicyPrinter,
    private readonly entities: ApplicationEntities,
  ) {}

  async charge(caller: UserCaller, id: string): Promise<ChargeAnswer> {
    const application = await this.charges.charge(caller, id, ...this.entities.lines());
    return {
      etag: applicationTag(application, caller.language),
      links: chargeLinks(application, caller.root),
      entity: this.entities.toEntity(application, caller),
    };
  }

  getPaymentNotice(caller: UserCaller, id: string): Promise<PaymentNotice> {
    return this.notices.noticeFor(caller, id, ...this.entities.lines());
  }

  /** The notification as PDF, always from the latest data (documents.8). */
  print(caller: UserCaller, { application, payment }: PaymentNotice): Promise<Buffer> {
    return this.printer.printPaymentNotification(caller.environment, application, payment, caller.at);
  }
}

export function toPaymentCodeEntity({ payment }: PaymentNotice): PaymentCodeEntity {
  return {
    payment_code: payment.code,
    amount: amountToNumber(payment.amount),
    currency: 'EUR',
    due_date: payment.dueDate,
    application_id: payment.applicationId,
  };
}
