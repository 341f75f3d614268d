import { Injectable } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { isUniqueViolation, type Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord, AuditWriter, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Decision } from '../../core/applications/application.service.js';
import { PolicyPlateRepository } from '../../core/applications/policy-plate.repository.js';
import { isAllowed } from '../../core/applications/state-table.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import { ReinstatementRepository, type EndingAct, type RefundBooking } from './reinstatement.repository.js';

export interface ReinstatementContext {
  readonly actor: Actor;
  readonly userId: number;
  readonly audit: AuditWriter;
}

/** Puts policies in force again that were cancelled in error (money.121). */
@Injectable()
export class ReinstatementService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly repository: ReinstatementRepository,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: LedgerService,
    private readonly plates: PolicyPlateRepository,
    private readonly letters: LetterService,
  ) {}

  /**
   * The caller ensures that a second person approved.
   * @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, DUPLICATE_POLICY, CHANGED_MEANWHILE
   */
  async reinstate({ actor, userId, audit }: ReinstatementContext, id: string, reason: string): Promise<ApplicationRecord> {
    const done = this.applications.actAs(actor, id, 'reinstate', async (current, _row, by) => {
      const act = await this.getAct(by, current);
      if (act.reasonCode === null) throw buildRefusal(act.kind === 'NON_PAYMENT' ? LAPSED : PAYMENT_REVERSED);
      if (act.isEarnedPaid) throw buildRefusal(EARNED_PAID);
      const previous = await this.findEndedPrevious(by, current);
      return {
        change: {},
        reason,
        within: async (tx, save) => {
          await this.plates.assertFree(tx, current);
          const refunds = await this.repository.lockRefunds(tx, current.id);
          await this.repository.cancelRefunds(tx, current.id, by.at);
          await this.restoreReceipts(tx, current, act, by.at);
          await save({ messages: buildReinstatementMessages(current, by.at, null) });
          if (previous) await this.restartRenewal(tx, by, current, previous);
          await this.writeLetter(tx, by, current, act, current.startDate);
          for (const refund of refunds) await this.reverseRefund(tx, refund, { at: by.at, reason, userId, name: by.name });
          await audit(tx, { act: act.actNo, reason });
        },
      } satisfies Decision;
    });
    const { application } = await done.catch((error: unknown) => {
      throw toRenewedElsewhere(error);
    });
    return application;
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS after the end of its period */
  async getAct(by: Actor, policy: ApplicationRecord): Promise<EndingAct> {
    const act = await this.repository.findAct(by, policy.id);
    if (!act) throw new DomainError(ErrorCode.FINAL_STATUS);
    if (toLocalDate(by.at) >= policy.endDate) throw buildRefusal(buildPeriodOver(policy.endDate));
    return act;
  }

  async restoreReceipts(tx: Transaction, { id }: ApplicationRecord, { actNo, cancelledAt }: EndingAct, at: Date): Promise<void> {
    await this.receipts.cancelPending(tx, id, at);
    await this.repository.restoreReceipts(tx, id, { cancelledAt, issueDate: toLocalDate(at), at });
    await this.repository.save(tx, actNo, at);
  }

  async writeLetter(tx: Transaction, by: Actor, policy: ApplicationRecord, { actNo }: EndingAct, effectiveDate: LocalDate): Promise<void> {
    const facts = { act: REINSTATED, effectiveDate };
    await this.letters.write(tx, by, policy, { kind: 'ACT_ISSUED', about: `reinstate:${actNo}`, facts });
  }

  /** The policy ended because the cancelled renewal never began (money.90). */
  private async findEndedPrevious(by: Actor, { renewalOf }: ApplicationRecord): Promise<ApplicationRecord | null> {
    if (renewalOf === null) return null;
    const previous = await this.applications.getAnyApplication(by, String(renewalOf));
    return isAllowed(previous.status, 'renewal_starts', by.role, previous.line) ? previous : null;
  }

  private async restartRenewal(tx: Transaction, by: Actor, { policyNo }: ApplicationRecord, previous: ApplicationRecord): Promise<void> {
    await this.applications.saveIn(tx, by, previous, 'renewal_starts', { change: {}, reason: policyNo ?? undefined });
  }

  private async reverseRefund(
    tx: Transaction,
    { transactionId, receiptNo, refundId }: RefundBooking,
    by: { readonly at: Date; readonly reason: string; readonly userId: number; readonly name: string },
  ): Promise<void> {
    if (refundId !== null && !(await this.repository.withdrawRefund(tx, refundId))) throw buildRefusal(REFUND_PAID);
    await this.ledger.reverse(tx, { transactionId, receiptNo, ...by });
  }
}

export function toRenewedElsewhere(error: unknown): unknown {
  if (!isUniqueViolation(error, 'application_renewal_of_key')) return error;
  return new DomainError(ErrorCode.DUPLICATE_POLICY, { text: RENEWED_ELSEWHERE, cause: error });
}

/** `from` is the first day of cover after a gap; null without one. */
export function buildReinstatementMessages({ messages }: ApplicationRecord, at: Date, from: LocalDate | null): readonly RecordMessage[] {
  const day = formatDate(toLocalDate(at));
  const text = {
    el: `Το συμβόλαιο επανήλθε σε ισχύ στις ${day}${from === null ? ' χωρίς διακοπή της κάλυψης' : `, με κάλυψη από ${formatDate(from)}`}.`,
    en: `The policy was reinstated on ${day}${from === null ? ' without a gap in its cover' : `, with cover from ${formatDate(from)}`}.`,
  };
  const others = messages.filter(({ code }) => code !== 'CANCELLATION' && code !== 'REINSTATED');
  return [{ code: 'REINSTATED', severity: 'warning', path: 'application', text }, ...others];
}

export function buildRefusal(text: Text): DomainError {
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}

const REINSTATED: Text = { el: 'Επαναφορά του ασφαλιστηρίου σε ισχύ', en: 'Reinstatement of the policy' };
const LAPSED: Text = {
  el: 'Το συμβόλαιο λύθηκε λόγω μη καταβολής δόσης. Επανέρχεται με την πληρωμή της, από ποσό σε εκκρεμότητα (suspenseId).',
  en: 'The policy lapsed because an instalment was not paid. It is reinstated with its payment from money in suspense (suspenseId).',
};
const PAYMENT_REVERSED: Text = {
  el: 'Αντιλογίστηκε η μόνη πληρωμή του συμβολαίου, οπότε δεν επανέρχεται σε ισχύ. Εκδώστε νέο.',
  en: 'The only payment of the policy was reversed, so it cannot be reinstated. Issue a new one.',
};
const EARNED_PAID: Text = {
  el: 'Έχει πληρωθεί το ασφάλιστρο των ημερών που καλύφθηκαν, οπότε το συμβόλαιο δεν επανέρχεται σε ισχύ.',
  en: 'The premium of the covered days has been paid, so the policy cannot be reinstated.',
};
const REFUND_PAID: Text = {
  el: 'Η επιστροφή της ακύρωσης έχει πληρωθεί ή περιλαμβάνεται σε εντολή πληρωμών.',
  en: 'The refund of the cancellation is paid or in a payout batch.',
};
const RENEWED_ELSEWHERE: Text = {
  el: 'Το προηγούμενο συμβόλαιο ανανεώθηκε στο μεταξύ με άλλη αίτηση.',
  en: 'The previous policy has been renewed by another application in the meantime.',
};

function buildPeriodOver(endDate: LocalDate): Text {
  const day = formatDate(endDate);
  return {
    el: `Η περίοδος ασφάλισης έληξε στις ${day}, οπότε το συμβόλαιο δεν επανέρχεται σε ισχύ.`,
    en: `The period of insurance ended on ${day}, so the policy cannot be reinstated.`,
  };
}
