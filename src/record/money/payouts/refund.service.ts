import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { LedgerService, type Payout } from '../ledger/ledger.service.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { maskedIban } from './iban.js';
import { referenceReused, RefundRepository, type Refund, type RefundStatus } from './refund.repository.js';

/** Who pays, and how that is written down in the same transaction. */
export interface Paying {
  readonly writer: Writer & { readonly at: Date };
  /** A user of the back office. */
  readonly userId: number;
  readonly name: string;
  /** Of a refund or a batch, by its id. */
  readonly audit: (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Where a refund goes to. */
export interface RefundAccount {
  readonly iban: string;
  readonly holder: string;
}

/** What is owed to customers and agents (money.19). */
@Injectable()
export class RefundService {
  constructor(
    private readonly store: Store,
    private readonly repository: RefundRepository,
    private readonly ledger: LedgerService,
    private readonly box: SecretBox,
    private readonly documents: SystemDocuments,
  ) {}

  /**
   * The account that a refund is to be paid to, encrypted; another one takes its place.
   * @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS unless it is owed, UNAVAILABLE without a key
   */
  async setAccount({ writer, audit }: Paying, id: number, { iban, holder }: RefundAccount): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      await this.lock(tx, id, 'OWED');
      const account = { iban: this.box.seal(iban), shown: maskedIban(iban), holder };
      await this.repository.setAccount(tx, id, account);
      await audit(tx, id, { iban: account.shown });
    });
  }

  /**
   * Sets credit of an agent aside, to be paid to it; returns the id of the refund.
   * @throws DomainError CHARGE_REFUSED (no such account), INVALID at `amount` when the agent has less credit
   */
  payAgent({ writer, audit }: Paying, agentCode: string, amount: Amount): Promise<number> {
    return this.store.transaction(writer, async (tx) => {
      const id = await this.ledger.setCreditAside(tx, { at: writer.at, agentCode, amount });
      await audit(tx, id, { agentCode, amount });
      return id;
    });
  }

  /**
   * Credit of an agent that was set aside is its own again.
   * @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS unless it is an agent's and owed
   */
  async withdraw({ writer, audit }: Paying, id: number): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      const { agentCode, amount, owedSince, transactionId } = await this.lock(tx, id, 'OWED');
      if (agentCode === null) throw onlyAgents();
      await this.repository.withdraw(tx, id);
      await this.ledger.returnCredit(tx, { at: later(writer.at, owedSince), agentCode, amount }, transactionId);
      await audit(tx, id, { agentCode, amount });
    });
  }

  /**
   * The bank could not pay it: it is owed again, to an account that is asked for again. The same reference is booked once. With a payout it is that
   * one which came back, none before or after it.
   * @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS unless it is paid, IDEMPOTENCY_KEY_REUSED
   */
  async takeBack(
    { writer, audit }: Paying,
    id: number,
    { reference, reason, payoutId: expected }: { readonly reference: string; readonly reason: string; readonly payoutId?: number },
  ): Promise<void> {
    const returned = await this.store.transaction(writer, async (tx) => {
      const [locked] = await this.repository.lock(tx, [id]);
      const booked = await this.repository.findReturn(tx, reference);
      if (booked === id) return [];
      if (booked !== null) throw referenceReused();
      const refund = requireStatus(locked, 'PAID');
      const { payoutId } = refund;
      if (payoutId === null) throw new Error('what is paid has a payout');
      if (expected !== undefined && expected !== payoutId) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
      const at = later(writer.at, refund.owedSince);
      const paid = await this.repository.findBooking(tx, payoutId);
      const { transactionId } = await this.ledger.takeBack(tx, toPayout(refund, at, reference), paid);
      await this.repository.takeBack(tx, { payoutId, transactionId, at, reference, reason });
      await audit(tx, id, { amount: refund.amount, reference, reason });
      return [refund];
    });
    callForReceipts(this.documents, writer, returned);
  }

  private async lock(tx: Transaction, id: number, status: RefundStatus): Promise<Refund> {
    const [refund] = await this.repository.lock(tx, [id]);
    return requireStatus(refund, status);
  }
}

/** A clock of the sandbox may be behind what was booked. */
export function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}

/** Each of them has come to another edition of its receipt (documents.23). */
export function callForReceipts(documents: SystemDocuments, writer: Writer, refunds: readonly Refund[]): void {
  documents.callFor(
    writer,
    refunds.flatMap(({ kind, applicationId }) => (kind === 'CANCELLATION' && applicationId !== null ? [applicationId] : [])),
  );
}

export function toPayout({ applicationId, agentCode, amount }: Refund, at: Date, reference: string): Payout {
  return { at, applicationId, agentCode, amount, reference };
}

function requireStatus(refund: Refund | undefined, status: RefundStatus): Refund {
  if (!refund) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
  if (refund.status !== status) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: REFUSED[refund.status] });
  return refund;
}

export const REFUSED: Readonly<Record<RefundStatus, { readonly el: string; readonly en: string }>> = {
  OWED: { el: 'Η επιστροφή οφείλεται: δεν έχει πληρωθεί.', en: 'The refund is owed: it is not paid.' },
  PREPARED: { el: 'Η επιστροφή βρίσκεται σε δέσμη πληρωμών.', en: 'The refund is in a batch of payouts.' },
  PAID: { el: 'Η επιστροφή έχει πληρωθεί.', en: 'The refund is paid.' },
  WITHDRAWN: { el: 'Η επιστροφή ανακλήθηκε.', en: 'The refund was withdrawn.' },
};

function onlyAgents(): DomainError {
  const text = {
    el: 'Ανακαλείται μόνο η πληρωμή πιστωτικού υπολοίπου συνεργάτη.',
    en: "Only the payout of an agent's credit is withdrawn.",
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
