import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { getRow, Store } from '../../../store/store.js';
import { getSuspenseText, type BankAdvice, type BookingContext, type DatedAdvice } from './bank-advice.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { SuspenseRepository, type SuspenseItem } from './suspense.repository.js';

interface Suspension {
  readonly applicationId: number | null;
  readonly reason: ErrorCode;
  readonly outcome: 'SUSPENDED' | 'PAID_SEVERAL';
}

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
    booker: BookingContext,
    advice: DatedAdvice,
    applicationId: number | null,
    reason: ErrorCode,
    outcome: 'SUSPENDED' | 'PAID_SEVERAL' = 'SUSPENDED',
  ): Promise<SuspenseItem> {
    return getRow(await this.suspendAll(booker, [advice], { applicationId, reason, outcome }));
  }

  /** Suspends all in one transaction, or none. */
  suspendAll({ actor, audit }: BookingContext, advices: readonly DatedAdvice[], about: Suspension): Promise<SuspenseItem[]> {
    const { applicationId, reason, outcome } = about;
    const { at, agentCode } = actor;
    return this.store.transaction(actor, async (tx) => {
      if (applicationId !== null) await this.repository.lockApplications(tx, [applicationId]);
      const movements = advices.map(({ amount, reference, valueDate }) => ({ applicationId, amount, reference, valueDate }));
      const transactionIds = await this.ledger.suspendAll(tx, at, movements);
      const booked = advices.map((advice, index) => ({
        advice,
        applicationId,
        outcome,
        receiptNo: null,
        transactionId: transactionIds[index]!,
      }));
      const adviceIds = await this.advices.insertAll(tx, actor, booked);
      const items = booked.map(({ advice, transactionId }, index) => {
        const { amount } = advice;
        return { adviceId: adviceIds[index]!, transactionId, applicationId, amount, reason, message: toMessage(advice, reason) };
      });
      const ids = await this.repository.insertAll(tx, at, items);
      const shown = outcome === 'SUSPENDED' ? { reason } : {};
      const audited = booked.map(({ advice, transactionId }, index) =>
        audit(tx, { ...advice, outcome, applicationId, suspenseId: ids[index]!, ...shown, transactionId }),
      );
      await Promise.all(audited);
      return booked.map(({ advice: { amount, reference, valueDate }, transactionId }, index) => {
        return { id: ids[index]!, transactionId, applicationId, creditOf: null, agentCode, amount, reference, valueDate, isOpen: true };
      });
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
