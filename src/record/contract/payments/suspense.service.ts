import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { formatEuro } from '../../../common/formats.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { SealedAccount } from '../../money/ledger/ledger.repository.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { maskIban } from '../../money/payouts/iban.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import { getSuspenseText, type BankAdvice, type BookingContext, type DatedAdvice } from './bank-advice.js';
import { BankAdviceRepository } from './bank-advice.repository.js';
import { SuspenseRepository, type Resolution, type SuspenseItem } from './suspense.repository.js';

const MAX_HOLDER = 70;

/** Holds money that paid nothing until staff allocate it. */
@Injectable()
export class SuspenseService {
  constructor(
    private readonly store: Store,
    private readonly repository: SuspenseRepository,
    private readonly advices: BankAdviceRepository,
    private readonly ledger: LedgerService,
    private readonly agentClocks: AgentClocks,
    private readonly box: SecretBox,
  ) {}

  /**
   * Stores the advice, books its money in suspense and sends staff a message. An unknown code has no application.
   * @throws DomainError IDEMPOTENT_REQUEST_RUNNING when another call has just stored the reference
   */
  async suspend({ actor, audit }: BookingContext, advice: DatedAdvice, applicationId: number | null, reason: ErrorCode): Promise<void> {
    const { amount, reference, valueDate } = advice;
    const { at } = actor;
    await this.store.transaction(actor, async (tx) => {
      if (applicationId !== null) await this.repository.lockApplication(tx, applicationId);
      const { transactionId } = await this.ledger.suspend(tx, { at, applicationId, amount, reference, valueDate });
      const adviceId = await this.advices.insert(tx, actor, {
        advice,
        applicationId,
        outcome: 'SUSPENDED',
        receiptNo: null,
        transactionId,
      });
      const item = { adviceId, transactionId, applicationId, amount, reason, at };
      const suspenseId = await this.repository.insert(tx, item, toMessage(advice, reason));
      await audit(tx, { ...advice, outcome: 'SUSPENDED', applicationId, suspenseId, reason, transactionId });
    });
  }

  /** @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS when it is resolved */
  async getOpen({ actor }: BookingContext, id: number): Promise<SuspenseItem> {
    const item = await this.repository.find(actor.environment, id);
    if (!item) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
    if (!item.isOpen) throw alreadyResolved();
    return item;
  }

  /**
   * Refunds the money to the customer, or to the sender when there is no application (money.70). Returns the account of
   * the refund; null when staff must enter it.
   * @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS when it is resolved
   */
  async refund(booker: BookingContext, id: number): Promise<SealedAccount | null> {
    const item = await this.getOpen(booker, id);
    const actor = item.agentCode === null ? booker.actor : await this.agentClocks.applyClock(booker.actor, item.agentCode);
    return this.store.transaction(actor, async (tx) => {
      if (item.applicationId !== null) await this.repository.lockApplication(tx, item.applicationId);
      const account = await this.lockAccount(tx, id);
      const { transactionId } = await this.ledger.refundSuspended(tx, { ...item, at: actor.at }, item.transactionId, account);
      await this.resolve(tx, { ...booker, actor }, item, { kind: 'REFUND', transactionId, applicationId: item.applicationId });
      return account;
    });
  }

  /** Locks the sender of an item and returns its account; null without a name or an IBAN that can be decrypted. */
  private async lockAccount(tx: Transaction, id: number): Promise<SealedAccount | null> {
    const { name = null, iban = null } = (await this.repository.lockSender(tx, id)) ?? {};
    const number = iban && this.box.open(iban);
    if (name === null || iban === null || number === null) return null;
    return { iban, shown: maskIban(number), holder: name.slice(0, MAX_HOLDER).trim() };
  }

  /** Resolves an item in the transaction that uses its money. */
  async resolve(tx: Transaction, { actor, audit }: BookingContext, item: SuspenseItem, use: Omit<Resolution, 'by' | 'at'>): Promise<void> {
    const isResolved = await this.repository.resolve(tx, item.id, { ...use, by: actor.name, at: actor.at });
    if (!isResolved) throw alreadyResolved();
    const { amount, reference } = item;
    await audit(tx, { resolution: use.kind, applicationId: use.applicationId, amount, reference });
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

function alreadyResolved(): DomainError {
  const text = { el: 'Έχει ήδη τακτοποιηθεί.', en: 'It has already been resolved.' };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
