import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { sum, toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { CUSTOMER_CREDIT, SUSPENSE, type Account } from '../../money/ledger/account.js';
import type { SealedAccount } from '../../money/ledger/ledger.repository.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import type { BookingContext } from './bank-advice.js';
import { CustomerPaymentService } from './customer-payment.service.js';
import { SenderAccounts } from './sender-accounts.js';
import { SuspenseRepository, type Resolution, type SuspenseItem } from './suspense.repository.js';

export type SuspensePart = { readonly amount: Amount } & (
  | {
      readonly kind: 'APPLICATION';
      readonly applicationId: number;
      readonly instalmentNo: number | null;
      readonly tolerance: Amount;
    }
  | { readonly kind: 'CREDIT'; readonly applicationId: number }
  | { readonly kind: 'AGENT'; readonly agentCode: string }
  | { readonly kind: 'REFUND' }
);

export interface SuspenseUse {
  readonly part: SuspensePart;
  readonly paid: ApplicationRecord | null;
  readonly account: SealedAccount | null;
  readonly owedTo: number | null;
}

interface ItemShare {
  readonly item: SuspenseItem;
  readonly amount: Amount;
  readonly isRest: boolean;
}

const CENTS = 100;

export function toTolerance({ toleranceCents }: { readonly toleranceCents: number }): Amount {
  return toAmount(toDecimal(String(toleranceCents)).div(CENTS));
}

/** Uses money in parts, and several items together (money.106). */
@Injectable()
export class SuspenseUseService {
  constructor(
    private readonly store: Store,
    private readonly repository: SuspenseRepository,
    private readonly payments: CustomerPaymentService,
    private readonly ledger: LedgerService,
    private readonly agentClocks: AgentClocks,
    private readonly senders: SenderAccounts,
  ) {}

  /**
   * All parts are used, or none. Money is taken in the order of `ids`; `divide` gets its sum.
   * @throws DomainError CHILD_NOT_FOUND, NOT_ALLOWED_IN_STATUS, and errors of the payments
   */
  async useItems(booker: BookingContext, ids: readonly number[], divide: (total: Amount) => SuspensePart[]): Promise<SuspenseUse[]> {
    const found = new Map((await this.repository.find(booker.actor, ids)).map((item) => [item.id, item]));
    const items = ids.map((id) => requireOpen(found.get(id)));
    const parts = divide(toAmount(sum(items.map(({ amount }) => amount))));
    return this.runAtOnce(booker, parts, (together) => this.use(together, items, parts));
  }

  /** @throws DomainError as `useItems` */
  async reinstate(booker: BookingContext, id: number, applicationId: number, reason: string): Promise<ApplicationRecord> {
    const [found] = await this.repository.find(booker.actor, [id]);
    const item = requireOpen(found);
    const { agentCode } = booker.actor;
    if (agentCode !== null && item.agentCode !== agentCode) throw new DomainError(ErrorCode.CHILD_NOT_FOUND);
    const funds = new ItemFunds([item]);
    const { reference, valueDate, from } = funds;
    const payer = { method: 'RF', reference, valueDate, from, amount: item.amount, instalmentNo: null, tolerance: '0.00' } as const;
    return this.payments.reinstate(booker.actor, applicationId, payer, reason, (tx, actor, amount, { transactionId }) =>
      this.resolve(tx, { ...booker, actor }, funds.take(amount), { kind: 'APPLICATION', transactionId, applicationId }),
    );
  }

  /** Locks the paid applications in the order of their ids. */
  runAtOnce<T>(booker: BookingContext, parts: readonly SuspensePart[], work: (together: BookingContext) => Promise<T>): Promise<T> {
    const ids = parts.flatMap((part) => ('applicationId' in part ? [part.applicationId] : []));
    return this.store.runTogether(booker.actor, async (actor) => {
      await this.store.transaction(actor, (tx) => this.repository.lockPaid(tx, ids));
      return this.store.transaction(actor, () => work({ ...booker, actor }));
    });
  }

  /** Call it within the unit of work of `runAtOnce`. */
  async use(booker: BookingContext, items: readonly SuspenseItem[], parts: readonly SuspensePart[]): Promise<SuspenseUse[]> {
    const funds = new ItemFunds(items);
    funds.assertHolds(parts);
    const uses: SuspenseUse[] = [];
    for (const part of parts) uses.push({ part, paid: null, account: null, owedTo: null, ...(await this.usePart(booker, funds, part)) });
    return uses;
  }

  private async usePart(booker: BookingContext, funds: ItemFunds, part: SuspensePart): Promise<Partial<SuspenseUse>> {
    switch (part.kind) {
      case 'APPLICATION':
        return { paid: await this.pay(booker, funds, part) };
      case 'AGENT':
        return this.settle(booker, funds, part);
      case 'CREDIT':
        return this.credit(booker, funds, part);
      case 'REFUND':
        return this.refund(booker, funds, part.amount);
    }
  }

  private pay(
    booker: BookingContext,
    funds: ItemFunds,
    { applicationId, ...part }: SuspensePart & { readonly kind: 'APPLICATION' },
  ): Promise<ApplicationRecord> {
    const { reference, valueDate, from } = funds;
    const payer = { ...part, method: 'RF', reference, valueDate, from } as const;
    return this.payments.payAll(booker.actor, applicationId, payer, (tx, actor, amount, { transactionId }) =>
      this.resolve(tx, { ...booker, actor }, funds.take(amount), { kind: 'APPLICATION', transactionId, applicationId }),
    );
  }

  private async settle(
    booker: BookingContext,
    funds: ItemFunds,
    { amount, agentCode }: SuspensePart & { readonly kind: 'AGENT' },
  ): Promise<Partial<SuspenseUse>> {
    const actor = await this.agentClocks.applyClock(booker.actor, agentCode);
    await this.store.transaction(actor, async (tx) => {
      const settlement = { at: actor.at, agentCode, amount, reference: funds.reference };
      const { transactionId } = await this.ledger.settleSuspended(tx, settlement, funds.from);
      const use = { kind: 'AGENT', transactionId, applicationId: null, agentCode } as const;
      await this.resolve(tx, { ...booker, actor }, funds.take(amount), use);
    });
    return {};
  }

  private async credit(
    booker: BookingContext,
    funds: ItemFunds,
    { amount, applicationId }: SuspensePart & { readonly kind: 'CREDIT' },
  ): Promise<Partial<SuspenseUse>> {
    if (funds.from === CUSTOMER_CREDIT) throw buildNotAllowed(ALREADY_CREDIT);
    const { application, actor } = await this.payments.open(booker.actor, applicationId);
    await this.store.transaction(actor, async (tx) => {
      for (const piece of funds.take(amount)) {
        const id = await this.split(tx, piece);
        const { reference } = piece.item;
        const movement = { at: actor.at, applicationId, amount: piece.amount, reference };
        const { transactionId } = await this.ledger.creditSuspended(tx, movement);
        await this.repository.saveCredit(tx, id, applicationId, transactionId, actor.at);
        await booker.audit(tx, { resolution: 'CREDIT', applicationId, amount: piece.amount, reference });
      }
    });
    return { paid: application };
  }

  /** Without an application each sender is owed its part. Returns the first creditor. */
  private async refund(booker: BookingContext, funds: ItemFunds, amount: Amount): Promise<Partial<SuspenseUse>> {
    const owed: Partial<SuspenseUse>[] = [];
    for (const piece of funds.take(amount)) owed.push(await this.refundPiece(booker, funds.from, piece));
    return owed[0] ?? {};
  }

  private async refundPiece(booker: BookingContext, from: Account, piece: ItemShare): Promise<Partial<SuspenseUse>> {
    const { agentCode, creditOf, ...item } = piece.item;
    const applicationId = creditOf ?? item.applicationId;
    const actor = agentCode === null ? booker.actor : await this.agentClocks.applyClock(booker.actor, agentCode);
    return this.store.transaction(actor, async (tx) => {
      if (applicationId !== null) await this.repository.lockApplications(tx, [applicationId]);
      const account = this.senders.toAccount(await this.repository.lockSender(tx, item.id));
      const movement = { at: actor.at, applicationId, amount: piece.amount, reference: item.reference };
      const { transactionId } = await this.ledger.refundSuspended(tx, movement, from, account);
      await this.resolve(tx, { ...booker, actor }, [piece], { kind: 'REFUND', transactionId, applicationId });
      return { account, owedTo: applicationId };
    });
  }

  private async resolve(
    tx: Transaction,
    { actor, audit }: BookingContext,
    pieces: readonly ItemShare[],
    use: Omit<Resolution, 'by' | 'at'>,
  ): Promise<void> {
    const { kind, applicationId, agentCode } = use;
    for (const piece of pieces) {
      const id = await this.split(tx, piece);
      if (!(await this.repository.resolve(tx, id, { ...use, by: actor.name, at: actor.at, amount: piece.amount })))
        throw buildNotAllowed(RESOLVED);
      const { amount, item } = piece;
      await audit(tx, { resolution: kind, applicationId, ...(agentCode ? { agentCode } : {}), amount, reference: item.reference });
    }
  }

  private async split(tx: Transaction, { item, amount, isRest }: ItemShare): Promise<number> {
    if (isRest) return item.id;
    const id = await this.repository.split(tx, item.id, amount);
    if (id === null) throw buildNotAllowed(RESOLVED);
    return id;
  }
}

class ItemFunds {
  private readonly left: Map<SuspenseItem, Amount>;
  readonly from: Account;
  readonly reference: string;
  readonly valueDate: LocalDate;

  constructor(items: readonly SuspenseItem[]) {
    this.left = new Map(items.map((item) => [item, item.amount]));
    const credits = items.filter(({ creditOf }) => creditOf !== null).length;
    if (credits > 0 && credits < items.length) throw buildNotAllowed(MIXED);
    this.from = credits > 0 ? CUSTOMER_CREDIT : SUSPENSE;
    const [first] = items;
    if (!first) throw new Error('There is no item to use.');
    this.reference = first.reference;
    this.valueDate = items.reduce((latest, { valueDate }) => (valueDate > latest ? valueDate : latest), first.valueDate);
  }

  assertHolds(parts: readonly SuspensePart[]): void {
    if (sum(parts.map(({ amount }) => amount)).gt(sum([...this.left.values()]))) throw buildNotAllowed(TOO_LITTLE);
  }

  take(amount: Amount): ItemShare[] {
    const pieces: ItemShare[] = [];
    let wanted = toDecimal(amount);
    for (const [item, left] of this.left) {
      if (wanted.lte(0)) break;
      const isRest = wanted.gte(left);
      const taken = isRest ? toDecimal(left) : wanted;
      pieces.push({ item, amount: toAmount(taken), isRest });
      if (isRest) this.left.delete(item);
      else this.left.set(item, toAmount(toDecimal(left).minus(taken)));
      wanted = wanted.minus(taken);
    }
    return pieces;
  }
}

function requireOpen(item: SuspenseItem | undefined): SuspenseItem {
  if (!item) throw new DomainError(ErrorCode.CHILD_NOT_FOUND, { text: { el: 'Δεν βρέθηκε.', en: 'Not found.' } });
  if (!item.isOpen) throw buildNotAllowed(RESOLVED);
  return item;
}

const RESOLVED: Text = { el: 'Έχει ήδη τακτοποιηθεί.', en: 'It has already been resolved.' };
const TOO_LITTLE: Text = { el: 'Τα μέρη υπερβαίνουν το διαθέσιμο ποσό.', en: 'The parts are more than the money that is left.' };
const ALREADY_CREDIT: Text = { el: 'Είναι ήδη πίστωση πελάτη.', en: 'It is already credit of a customer.' };
const MIXED: Text = {
  el: 'Πίστωση πελάτη και ποσό του μεταβατικού λογαριασμού δεν χρησιμοποιούνται μαζί.',
  en: 'Credit of a customer and money in suspense cannot be used together.',
};

function buildNotAllowed(text: Text): DomainError {
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
