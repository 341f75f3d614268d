import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Transaction } from '../../../store/store.js';
import type { LetterFacts } from '../../core/letters/letter.js';
import { PaymentCodeService } from '../../money/ledger/payment-code.service.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import type { DueNotice } from './notice.repository.js';

@Injectable()
export class InstalmentCodes {
  constructor(
    private readonly codes: PaymentCodeService,
    private readonly settings: SettingsService,
  ) {}

  async addCode(tx: Transaction, { environment, at }: OperationContext, { applicationId, kind, facts }: DueNotice): Promise<LetterFacts> {
    const { instalmentNo, amount, dueDate } = facts;
    if (kind !== 'INSTALMENT_DUE' || instalmentNo === undefined || amount === undefined || dueDate === undefined) return facts;
    const { creditorCode } = await this.settings.getIn(tx, environment);
    const payment = this.codes.build({ creditorCode, applicationId, instalmentNo, amount, dueDate });
    await this.codes.insert(tx, payment, at);
    return { ...facts, paymentCode: payment.code };
  }
}
