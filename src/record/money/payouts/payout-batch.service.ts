import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { formatDate } from '../../../common/formats.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { sum, toAmount } from '../../../common/money.js';
import { Store, type Transaction } from '../../../store/store.js';
import { addPrintTasks } from '../../core/applications/print-task.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { buildEndToEndId, toPain001, type CreditTransfer } from './credit-transfer.js';
import { toBankText } from './bank-text.js';
import { findPayoutMarks } from './payout-marks.js';
import { RefundRepository, type NewPayout, type PayoutBatch, type Refund } from './refund.repository.js';
import { listReceiptApplications, requestReceiptDocuments, getLater, REFUSAL_TEXTS, type PayoutContext } from './refund.service.js';

export const MAX_PAYOUTS = 1_000;
const MAX_DAYS_AHEAD = 30;
const MAX_NAME = 70;
const MAX_REMITTANCE = 140;
const NAMELESS = 'NOT IN LATIN LETTERS';

interface PayoutSelection {
  readonly refundIds: readonly number[] | null;
  readonly executionDate: LocalDate | null;
}

/** One person prepares a batch, another one approves it (money.20). */
@Injectable()
export class PayoutBatchService {
  constructor(
    private readonly store: Store,
    private readonly repository: RefundRepository,
    private readonly ledger: LedgerService,
    private readonly settings: SettingsService,
    private readonly box: SecretBox,
    private readonly documents: SystemDocuments,
  ) {}

  prepareBatch({ writer, userId, name, audit }: PayoutContext, { refundIds, executionDate }: PayoutSelection): Promise<number> {
    const today = toLocalDate(writer.at);
    const date = executionDate ?? today;
    if (date < today || date > addDays(today, MAX_DAYS_AHEAD)) throw buildBadDate(today);
    return this.store.transaction(writer, async (tx) => {
      const { payoutIban, insurer } = await this.settings.read(tx);
      if (payoutIban === null) throw buildNotAllowed(NO_DEBTOR_ACCOUNT);
      this.box.requireKey();
      const refunds =
        refundIds === null ? await this.repository.lockPayable(tx, this.box.heads, MAX_PAYOUTS) : await this.lockByIds(tx, refundIds);
      if (refunds.length === 0) throw buildNotAllowed(NO_PAYABLE_REFUND);
      const debtorName = toBankText(insurer.name.en, MAX_NAME) || NAMELESS;
      const batch = { executionDate: date, debtorName, debtorIban: payoutIban, preparedById: userId, preparedBy: name, at: writer.at };
      const batchId = await this.repository.insertBatch(tx, batch, this.toPayouts(refunds));
      const total = toAmount(sum(refunds.map(({ amount }) => amount)));
      await audit(tx, batchId, { count: refunds.length, total, executionDate: date });
      return batchId;
    });
  }

  /** Approval by another person, so that the file can be downloaded (money.76). */
  async approve({ writer, userId, name, audit }: PayoutContext, id: number): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      const batch = await this.lockOpen(tx, id);
      requireSecondPerson(batch, userId);
      if (batch.status === 'APPROVED') throw buildNotAllowed(STATES.APPROVED);
      await this.repository.approveBatch(tx, id, { userId, name, at: writer.at });
      await audit(tx, id, {});
    });
  }

  writeFile({ writer, audit }: PayoutContext, id: number): Promise<{ readonly name: string; readonly text: string }> {
    return this.store.transaction(writer, async (tx) => {
      const batch = await this.lockOpen(tx, id);
      requireApproved(batch);
      const refunds = await this.repository.lockRefundsOfBatch(tx, id);
      this.box.requireKey();
      const messageId = `${writer.environment === 'sandbox' ? 'TEST' : 'PAYOUT'}-${String(id).padStart(8, '0')}`;
      const text = toPain001({
        messageId,
        createdAt: toLocalDateTime(batch.preparedAt),
        executionDate: batch.executionDate,
        debtorName: batch.debtorName,
        debtorIban: batch.debtorIban,
        transfers: refunds.map((refund) => this.toTransfer(refund)),
      });
      await audit(tx, id, { count: refunds.length });
      return { name: `${messageId}.xml`, text };
    });
  }

  /** Repeating a reference changes nothing. */
  async confirm({ writer, userId, name, audit }: PayoutContext, id: number, reference: string): Promise<void> {
    const paid = await this.store.transaction(writer, async (tx) => {
      const batch = await this.lockBatch(tx, id);
      if (batch.status === 'CONFIRMED' && batch.reference === reference) return [];
      requireOpen(batch);
      requireSecondPerson(batch, userId);
      return this.bookPaid(tx, { writer, userId, name, audit }, batch, reference);
    });
    requestReceiptDocuments(this.documents, writer, paid);
  }

  /** Confirms a batch whose debit is in a statement of the bank, in the name of its approver. */
  async closeByBank(context: PayoutContext, id: number, reference: string): Promise<void> {
    const paid = await this.store.transaction(context.writer, async (tx) => {
      const batch = await this.lockBatch(tx, id);
      const { approvedById, approvedBy } = batch;
      if (approvedById === null || approvedBy === null) throw buildNotAllowed(STATES[batch.status]);
      return this.bookPaid(tx, { ...context, userId: approvedById, name: approvedBy }, batch, reference);
    });
    requestReceiptDocuments(this.documents, context.writer, paid);
  }

  private async bookPaid(tx: Transaction, context: PayoutContext, batch: PayoutBatch, reference: string): Promise<Refund[]> {
    const { writer, userId, name, audit } = context;
    const { at } = writer;
    const { id } = batch;
    requireApproved(batch);
    const refunds = await this.repository.lockRefundsOfBatch(tx, id);
    const booked: { payoutId: number; transactionId: number }[] = [];
    for (const refund of refunds) {
      const payoutId = toPayout(refund);
      const payout = { ...refund, at: getLater(at, refund.owedSince), reference: `${reference}/${payoutId}` };
      const { transactionId } = await this.ledger.payOut(tx, payout);
      booked.push({ payoutId, transactionId });
    }
    await this.repository.markPaid(tx, booked);
    await this.repository.endBatch(tx, id, { status: 'CONFIRMED', userId, name, at, reference });
    await this.repository.saveShown(tx, id);
    await addPrintTasks(tx, listReceiptApplications(refunds));
    await audit(tx, id, { reference, count: refunds.length, total: toAmount(sum(refunds.map(({ amount }) => amount))) });
    return refunds;
  }

  /** Makes its refunds owed again. @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS */
  async cancel({ writer, userId, name, audit }: PayoutContext, id: number): Promise<void> {
    await this.store.transaction(writer, async (tx) => {
      await this.lockOpen(tx, id);
      await this.repository.lockRefundsOfBatch(tx, id);
      await this.repository.releaseRefunds(tx, id);
      await this.repository.endBatch(tx, id, { status: 'CANCELLED', userId, name, at: writer.at, reference: null });
      await audit(tx, id, {});
    });
  }

  private async lockByIds(tx: Transaction, ids: readonly number[]): Promise<Refund[]> {
    const refunds = new Map((await this.repository.lock(tx, ids)).map((refund) => [refund.id, refund]));
    assertNoViolations(
      ids.flatMap((id, index): Violation[] => {
        const text = this.validateRefund(refunds.get(id));
        return text === null ? [] : [{ path: `refundIds[${index}]`, code: ErrorCode.INVALID, text }];
      }),
    );
    return [...refunds.values()];
  }

  private validateRefund(refund: Refund | undefined): Text | null {
    if (!refund) return { el: 'Η επιστροφή δεν βρέθηκε.', en: 'The refund was not found.' };
    if (refund.status !== 'OWED') return REFUSAL_TEXTS[refund.status];
    if (refund.iban === null || this.box.open(refund.iban) === null) return NO_ACCOUNT;
    return null;
  }

  private toPayouts(refunds: readonly Refund[]): NewPayout[] {
    const marks = findPayoutMarks(
      refunds.map(({ holder, creditorName, iban }) => ({ holder, creditorName, iban: iban && this.box.open(iban) })),
    );
    return refunds.map(({ id }, index) => ({ refundId: id, holderDiffers: null, ibanRepeated: null, ibanCount: null, ...marks[index] }));
  }

  private toTransfer(refund: Refund): CreditTransfer {
    const iban = refund.iban && this.box.open(refund.iban);
    if (iban === null) throw buildNotAllowed(UNREADABLE);
    return {
      endToEndId: buildEndToEndId(refund.id, toPayout(refund)),
      amount: refund.amount,
      creditorName: toBankText(refund.holder ?? '', MAX_NAME) || NAMELESS,
      creditorIban: iban,
      remittance: toBankText(`Refund ${refund.id} ${buildRemittance(refund)}`, MAX_REMITTANCE),
    };
  }

  private async lockOpen(tx: Transaction, id: number): Promise<PayoutBatch> {
    const batch = await this.lockBatch(tx, id);
    requireOpen(batch);
    return batch;
  }

  private async lockBatch(tx: Transaction, id: number): Promise<PayoutBatch> {
    const batch = await this.repository.lockBatch(tx, id);
    if (!batch) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
    return batch;
  }
}

const NO_DEBTOR_ACCOUNT: Text = {
  el: 'Ορίστε πρώτα στις ρυθμίσεις το IBAN χρέωσης της εταιρείας.',
  en: 'Set the debit IBAN of the company in the settings first.',
};
const NO_PAYABLE_REFUND: Text = {
  el: 'Καμία οφειλόμενη επιστροφή δεν έχει IBAN. Ορίστε το πρώτα (PUT /refunds/{id}/account).',
  en: 'No owed refund has an account. Enter its IBAN first (PUT /refunds/{id}/account).',
};
const NO_ACCOUNT: Text = {
  el: 'Η επιστροφή δεν έχει IBAN ή αυτό δεν μπορεί πλέον να διαβαστεί. Ορίστε το ξανά.',
  en: 'The refund has no account, or one that can no longer be decrypted. Enter its IBAN.',
};
const UNREADABLE: Text = {
  el: 'Ένα IBAN δεν μπορεί πλέον να διαβαστεί με το SECRETS_KEY. Ακυρώστε την εντολή πληρωμών και ορίστε το ξανά.',
  en: 'An account can no longer be decrypted with SECRETS_KEY. Cancel the batch and enter the IBAN again.',
};
const SECOND_PERSON: Text = {
  el: 'Η εντολή πληρωμών εγκρίνεται και επιβεβαιώνεται από χρήστη διαφορετικό από εκείνον που την ετοίμασε.',
  en: 'The person who prepared the batch cannot approve or confirm it. Another person must do so.',
};
const STATES: Readonly<Record<PayoutBatch['status'], Text>> = {
  PREPARED: {
    el: 'Η εντολή πληρωμών δεν έχει εγκριθεί ακόμη από δεύτερο χρήστη.',
    en: 'The batch is not approved. A second person must approve it first.',
  },
  APPROVED: { el: 'Η εντολή πληρωμών έχει ήδη εγκριθεί.', en: 'The payout batch has already been approved.' },
  CONFIRMED: { el: 'Η εντολή πληρωμών έχει ήδη επιβεβαιωθεί.', en: 'The payout batch has already been confirmed.' },
  CANCELLED: { el: 'Η εντολή πληρωμών έχει ακυρωθεί.', en: 'The payout batch has been cancelled.' },
};

function requireOpen({ status }: PayoutBatch): void {
  if (status !== 'PREPARED' && status !== 'APPROVED') throw buildNotAllowed(STATES[status]);
}

function requireApproved({ status }: PayoutBatch): void {
  if (status !== 'APPROVED') throw buildNotAllowed(STATES[status]);
}

function requireSecondPerson({ preparedById }: PayoutBatch, userId: number): void {
  if (preparedById === userId) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: SECOND_PERSON });
}

function toPayout({ id, payoutId }: Refund): number {
  if (payoutId === null) throw new Error(`Refund ${id} is in no batch.`);
  return payoutId;
}

function buildRemittance({ agentCode, policyNo, applicationId, reference }: Refund): string {
  if (agentCode !== null) return `AGENT ${agentCode}`;
  return policyNo ?? (applicationId === null ? `PAYMENT ${reference}` : `APPLICATION ${applicationId}`);
}

function buildNotAllowed(text: Text): DomainError {
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}

function buildBadDate(today: LocalDate): DomainError {
  const last = addDays(today, MAX_DAYS_AHEAD);
  const text = {
    el: `Ημερομηνία από ${formatDate(today)} έως ${formatDate(last)}.`,
    en: `A date from ${formatDate(today)} to ${formatDate(last)}.`,
  };
  return DomainError.ofViolations([{ path: 'executionDate', code: ErrorCode.BAD_DATE, text }]);
}
