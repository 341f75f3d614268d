import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Actor, AuditWriter } from '../../core/applications/application.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { REFUSAL_TEXTS } from '../../money/payouts/refund.service.js';
import { ReversalRepository, type Booking } from './reversal.repository.js';
import { SuspenseRepository } from './suspense.repository.js';

export interface ReversalContext {
  readonly actor: Actor;
  readonly userId: number;
  readonly audit: AuditWriter;
}

/** Reverses the items in suspense and refunds that they made too (money.96). */
@Injectable()
export class BookingReversalService {
  constructor(
    private readonly store: Store,
    private readonly repository: ReversalRepository,
    private readonly suspense: SuspenseRepository,
    private readonly ledger: LedgerService,
    private readonly agentClocks: AgentClocks,
  ) {}

  /** @throws DomainError NOT_ALLOWED_IN_STATUS when its money was used */
  async reverse(context: ReversalContext, booking: Booking, reason: string): Promise<void> {
    const { agentCode, applicationId } = booking;
    const actor = agentCode === null ? context.actor : await this.agentClocks.applyClock(context.actor, agentCode);
    await this.store.transaction(actor, async (tx) => {
      if (applicationId !== null) await this.suspense.lockApplications(tx, [applicationId]);
      await this.book(tx, { ...context, actor }, booking, reason);
    });
  }

  /** Money of the bank is given up with its advice; other money returns to where it came from. */
  async book(tx: Transaction, { actor, userId, audit }: ReversalContext, booking: Booking, reason: string): Promise<void> {
    const { transactionId, kind, adviceId, suspenseId, refundId, refundStatus, receiptNo, amount, reference } = booking;
    const { at, name } = actor;
    if (refundId !== null && !(await this.repository.withdrawRefund(tx, refundId)))
      throw buildNotAllowed(REFUSAL_TEXTS[refundStatus === 'OWED' ? 'PREPARED' : (refundStatus ?? 'PAID')]);
    if (kind === 'BANK_ITEM') await this.repository.reopenLine(tx, transactionId);
    const reversal = await this.ledger.reverse(tx, { transactionId, receiptNo, at, reason, userId, name });
    if (adviceId !== null) await this.repository.saveReversed(tx, adviceId, at);
    if (kind === 'SUSPENSE') {
      const resolution = { kind: 'REVERSED', transactionId: reversal.transactionId, applicationId: null, by: name, at } as const;
      for (const { id, isUnused } of await this.repository.lockDeposited(tx, transactionId))
        if (!isUnused || !(await this.suspense.resolve(tx, id, resolution))) throw buildNotAllowed(ITEM_USED);
    } else if (kind === 'SUSPENSE_CREDIT') {
      if (!(await this.repository.takeCreditBack(tx, transactionId))) throw buildNotAllowed(ITEM_USED);
    } else if (suspenseId !== null) await this.repository.reopenItems(tx, transactionId);
    await audit(tx, { kind, amount, reference, reason, reversal: reversal.transactionId });
  }
}

export const ALREADY_REVERSED: Text = { el: 'Η εγγραφή έχει ήδη αντιλογιστεί.', en: 'The booking has already been reversed.' };
const ITEM_USED: Text = {
  el: 'Το ποσό έχει ήδη τακτοποιηθεί. Αντιλογίστε πρώτα την τακτοποίησή του.',
  en: 'The money in suspense is already resolved. Reverse its resolution first.',
};

export function buildNotAllowed(text: Text): DomainError {
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
