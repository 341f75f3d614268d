import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { Store } from '../../../store/store.js';
import { getSuspenseText, type BankAdvice, type BookingContext, type DatedAdvice } from './bank-advice.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { SuspenseRepository, type SuspenseItem } from './suspense.repository.js';

@Injectable()
export class SuspenseService {
  constructor(
    private readonly store: Store,
    private readonly repository: SuspenseRepository,
    private readonly advices: BankAdviceRepository,
    private readonly ledger: LedgerService,
  ) {}

  /** `PAID_SEVERAL` announces that the money is used in the same unit of work. */
  async suspend(
    { actor, audit }: BookingContext,
    advice: DatedAdvice,
    applicationId: number | null,
    reason: ErrorCode,
    outcome: 'SUSPENDED' | 'PAID_SEVERAL' = 'SUSPENDED',
  ): Promise<SuspenseItem> {
    const { amount, reference, valueDate } = advice;
    const { at } = actor;
    return this.store.transaction(actor, async (tx) => {
      if (applicationId !== null) await this.repository.lockApplications(tx, [applicationId]);
      const { transactionId } = await this.ledger.suspend(tx, { at, applicationId, amount, reference, valueDate });
      const adviceId = await this.advices.insert(tx, actor, {
        advice,
        applicationId,
        outcome,
        receiptNo: null,
        transactionId,
      });
      const item = { adviceId, transactionId, applicationId, amount, reason, at };
      const suspenseId = await this.repository.insert(tx, item, toMessage(advice, reason));
      const shown = outcome === 'SUSPENDED' ? { reason } : {};
      await audit(tx, { ...advice, outcome, applicationId, suspenseId, ...shown, transactionId });
      const { agentCode } = actor;
      return { id: suspenseId, transactionId, applicationId, creditOf: null, agentCode, amount, reference, valueDate, isOpen: true };
    });
  }
}

function toMessage({ paymentCode, amount, reference }: BankAdvice, reason: ErrorCode): Text {
  const why = getSuspenseText(reason);
  const sum = formatEuro(amount);
  if (paymentCode === null)
    return {
      el: `Είσπραξη ${sum.el} χωρίς κωδικό πληρωμής (αναφορά τράπεζας ${reference}). Τακτοποιήστε την από τις εκκρεμότητες.`,
      en: `A payment of ${sum.en} arrived without a payment code (bank reference ${reference}). Resolve it in suspense.`,
    };
  return {
    el: `Είσπραξη ${sum.el} με κωδικό ${paymentCode} (αναφορά τράπεζας ${reference}) δεν αντιστοιχίστηκε: ${why.el} Τακτοποιήστε την από τις εκκρεμότητες.`,
    en: `A payment of ${sum.en} with code ${paymentCode} (bank reference ${reference}) could not be matched: ${why.en} Resolve it in suspense.`,
  };
}
