import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import type { Link } from '../../common/domain-error.js';
import type { ApplicationRecord } from '../applications/application.js';
import { chargeLinks } from '../applications/application-links.js';
import { LineRegistry } from '../lines/line-registry.js';
import type { LineCode } from '../lines/questionnaires.js';
import { ChargeService } from './charge.service.js';
import { PaymentNoticeService, type PaymentNotice } from './payment-notice.service.js';
import { PolicyPrinter } from './policy-printer.js';

/** What a charge led to: the application that was charged, or the renewal that was made of it. */
export interface Charged {
  readonly application: ApplicationRecord;
  readonly links: readonly Link[];
  /** As the service of its line returns it. */
  readonly entity: object;
}

/** Payments as the services offer them. */
@Injectable()
export class ApplicationPaymentsService {
  constructor(
    private readonly charges: ChargeService,
    private readonly notices: PaymentNoticeService,
    private readonly printer: PolicyPrinter,
    private readonly lines: LineRegistry,
  ) {}

  /** @throws DomainError as `ChargeService.charge` does */
  async charge(caller: UserCaller, id: string, line: LineCode | 'any'): Promise<Charged> {
    const application = await this.charges.charge(caller, id, line);
    return { application, links: chargeLinks(application, caller.root), entity: this.lines.toResponse(application, caller) };
  }

  /** @throws DomainError as `PaymentNoticeService.noticeFor` does */
  getNotice(caller: UserCaller, id: string, line: LineCode | 'any'): Promise<PaymentNotice> {
    return this.notices.noticeFor(caller, id, line);
  }

  /** The notification as PDF in the caller's language, always from the latest data. */
  printNotice({ environment, at, language }: UserCaller, { application, payment }: PaymentNotice): Promise<Buffer> {
    return this.printer.printPaymentNotification(environment, application, payment, at, language);
  }
}
