import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { maskIban } from '../../../common/identifiers.js';
import { Store, type Transaction } from '../../../store/store.js';
import { addPrintTasks } from '../../core/applications/print-task.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { buildReferenceReused, RefundRepository, type Refund, type RefundStatus } from './refund.repository.js';

export interface PayoutContext {
  readonly writer: Writer & { readonly at: Date };
  readonly userId: number;
  readonly name: string;
  readonly audit: (tx: Transaction, id: number, details: Readonly<Record<string, unknown>>) => Promise<void>;
}

interface RefundAccount {
  readonly iban: string;
  readonly holder: string;
}

@Injectable()
export class RefundService {
  constructor(
    private readonly store: Store,
    private readonly repository: RefundRepository,
    private readonly ledger: LedgerService,
    private readonly box: SecretBox,
    private readonly documents: SystemDocuments,
  ) {}

  async setAccount({ writer, audit }: PayoutContext, id: number, { iban, holder }: RefundAccount): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      await this.lock(tx, id, 'OWED');
      const account = { iban: this.box.seal(iban), shown: maskIban(iban), holder };
      await this.repository.saveAccount(tx, id, account);
      await audit(tx, id, { iban: account.shown });
    });
  }

  payAgent({ writer, audit }: PayoutContext, agentCode: string, amount: Amount): Promise<number> {
    return this.store.transaction(writer, async (tx) => {
      const id = await this.ledger.setCreditAside(tx, { at: writer.at, agentCode, amount });
      await audit(tx, id, { agentCode, amount });
      return id;
    });
  }

  async withdraw({ writer, audit }: PayoutContext, id: number): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      const { agentCode, amount, owedSince, transactionId } = await this.lock(tx, id, 'OWED');
      if (agentCode === null) throw onlyAgents();
      await this.repository.withdraw(tx, id);
      await this.ledger.returnCredit(tx, { at: getLater(writer.at, owedSince), agentCode, amount }, transactionId);
      await audit(tx, id, { agentCode, amount });
    });
  }

  /** Repeating a reference changes nothing. */
  async returnPayout(
    { writer, audit }: PayoutContext,
    id: number,
    { reference, reason, payoutId: expected }: { readonly reference: string; readonly reason: string; readonly payoutId?: number },
  ): Promise<void> {
    const returned = await this.store.transaction(writer, async (tx) => {
      const [locked] = await this.repository.lock(tx, [id]);
      const booked = await this.repository.findReturnedRefund(tx, reference);
      if (booked === id) return [];
      if (booked !== null) throw buildReferenceReused();
      const refund = requireStatus(locked, 'PAID');
      const { payoutId } = refund;
      if (payoutId === null) throw new Error(`Refund ${id} is paid but has no payout.`);
      if (expected !== undefined && expected !== payoutId) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
      const at = getLater(writer.at, refund.owedSince);
      const paid = await this.repository.getPayoutTransaction(tx, payoutId);
      const { transactionId } = await this.ledger.returnPayout(tx, { ...refund, at, reference }, paid);
      await this.repository.saveReturn(tx, { payoutId, transactionId, at, reference, reason });
      await audit(tx, id, { amount: refund.amount, reference, reason, transactionId });
      await addPrintTasks(tx, listReceiptApplications([refund]));
      return [refund];
    });
    requestReceiptDocuments(this.documents, writer, returned);
  }

  private async lock(tx: Transaction, id: number, status: RefundStatus): Promise<Refund> {
    const [refund] = await this.repository.lock(tx, [id]);
    return requireStatus(refund, status);
  }
}

/** A clock of the sandbox may be behind the booking. */
export function getLater(one: Date, other: Date): Date {
  return one < other ? other : one;
}

export function requestReceiptDocuments(documents: SystemDocuments, writer: Writer, refunds: readonly Refund[]): void {
  documents.callFor(writer, listReceiptApplications(refunds));
}

export function listReceiptApplications(refunds: readonly Refund[]): number[] {
  return refunds.flatMap(({ kind, applicationId }) => (kind === 'CANCELLATION' && applicationId !== null ? [applicationId] : []));
}

function requireStatus(refund: Refund | undefined, status: RefundStatus): Refund {
  if (!refund) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
  if (refund.status !== status) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: REFUSAL_TEXTS[refund.status] });
  return refund;
}

export const REFUSAL_TEXTS: Readonly<Record<RefundStatus, { readonly el: string; readonly en: string }>> = {
  OWED: { el: 'Η επιστροφή δεν έχει πληρωθεί ακόμη.', en: 'The refund is owed and not yet paid.' },
  PREPARED: { el: 'Η επιστροφή περιλαμβάνεται σε εντολή πληρωμών.', en: 'The refund is in a payout batch.' },
  PAID: { el: 'Η επιστροφή έχει ήδη πληρωθεί.', en: 'The refund has already been paid.' },
  WITHDRAWN: { el: 'Η επιστροφή έχει αποσυρθεί.', en: 'The refund has been withdrawn.' },
};

function onlyAgents(): DomainError {
  const text = {
    el: 'Αποσύρεται μόνο η επιστροφή πιστωτικού υπολοίπου συνεργάτη.',
    en: "Only the payout of an agent's credit can be withdrawn.",
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
