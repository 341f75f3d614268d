import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toDecimal, toAmount, type Amount } from '../../../common/money.js';
import { isUniqueViolation, type Transaction } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { CommissionService } from '../commission/commission.service.js';
import {
  buildAgentAccount,
  buildAgentPayable,
  buildBankItemAccount,
  BANK,
  buildCustomerAccount,
  buildReceivable,
  buildUnearnedChange,
  buildUnearnedPremium,
  CUSTOMER_CREDIT,
  SENDER_PAYABLE,
  SUSPENSE,
  WRITE_OFF,
  type Account,
} from './account.js';
import {
  LedgerRepository,
  type BankMovement,
  type NewLedgerTransaction,
  type NewReversal,
  type Posted,
  type SealedAccount,
  type TransactionKind,
} from './ledger.repository.js';
import { buildPremiumEntries, buildTransferEntries, mergeEntries, type PremiumParts } from './posting.js';

interface ReceiptPayment {
  readonly at: Date;
  readonly line: LineCode;
  readonly applicationId: number;
  readonly receiptNo: number;
  readonly parts: PremiumParts;
  readonly reference: string;
  /** The gross when absent. The difference from gross and `owedBack` is written off. */
  readonly paid?: Amount;
  readonly owedBack?: Amount;
  readonly valueDate?: LocalDate | undefined;
}

export interface Charge extends ReceiptPayment {
  readonly agentCode: string;
}

interface RefundPosting extends ReceiptPayment {
  readonly refundedReceiptNo: number;
}

export interface Movement {
  readonly at: Date;
  readonly applicationId: number | null;
  readonly amount: Amount;
  readonly reference: string;
  readonly valueDate?: LocalDate | undefined;
}

export interface AgentMovement extends Omit<Movement, 'applicationId'> {
  readonly agentCode: string;
}

export interface Settlement extends AgentMovement {
  readonly valueDate: LocalDate;
}

export interface UnearnedPremium {
  readonly lastDay: LocalDate;
  readonly unearned: readonly { readonly line: LineCode; readonly taxClass: string; readonly amount: Amount }[];
}

export interface Settled extends Posted {
  readonly valueDate: LocalDate;
  readonly isNew: boolean;
}

export interface Payout extends Movement {
  readonly agentCode: string | null;
}

/** Each method locks the agent's account until the caller's transaction ends, so call it late. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly repository: LedgerRepository,
    private readonly commissions: CommissionService,
  ) {}

  /** Does nothing when the receipt is already written (books.2). */
  write(tx: Transaction, { line, parts, valueDate, ...receipt }: ReceiptPayment): Promise<void> {
    return this.repository.write(tx, { ...receipt, valueDate: valueDate ?? null, premium: buildPremiumEntries(line, parts) });
  }

  charge(tx: Transaction, { agentCode, ...payment }: Charge): Promise<Posted> {
    return this.postReceipt(tx, 'CHARGE', payment, buildAgentAccount(agentCode));
  }

  /** Writes off the difference between money and uses (money.105). */
  collect(tx: Transaction, payment: ReceiptPayment, from: Account = BANK): Promise<Posted> {
    return this.postReceipt(tx, 'PAYMENT', payment, from);
  }

  /** Returns the ids of the transactions, in the order of the movements. */
  async suspendAll(tx: Transaction, at: Date, movements: readonly BankMovement[]): Promise<number[]> {
    for (const { amount } of movements) assertAboveZero(amount);
    return this.repository.postAll(tx, { at, kind: 'SUSPENSE', debit: BANK, credit: SUSPENSE }, movements);
  }

  creditSuspended(tx: Transaction, suspension: Movement): Promise<Posted> {
    return this.transfer(tx, 'SUSPENSE_CREDIT', suspension, { debit: SUSPENSE, credit: CUSTOMER_CREDIT });
  }

  /** @throws DomainError CHARGE_REFUSED (no such account) */
  settleSuspended(tx: Transaction, { agentCode, ...settlement }: AgentMovement, debit: Account): Promise<Posted> {
    const movement = { ...settlement, applicationId: null };
    return this.transfer(tx, 'SUSPENSE_SETTLEMENT', movement, { debit, credit: buildAgentAccount(agentCode) });
  }

  /** Books a debt to the customer, or to the sender when there is no application (money.70). */
  async refundSuspended(tx: Transaction, suspension: Movement, debit: Account, account: SealedAccount | null): Promise<Posted> {
    const { at, applicationId, amount } = suspension;
    const credit = applicationId === null ? SENDER_PAYABLE : buildCustomerAccount(applicationId);
    const posted = await this.transfer(tx, 'SUSPENSE_REFUND', suspension, { debit, credit });
    const debt = { at, kind: 'SUSPENSE', applicationId, agentCode: null, receiptNo: null, amount, account } as const;
    await this.repository.insertDebt(tx, posted.transactionId, debt);
    return posted;
  }

  /** Refunds in whole or in part, to the payer (money.14). The parts are negative. */
  async refund(tx: Transaction, { refundedReceiptNo, ...refund }: RefundPosting): Promise<Posted> {
    const { at, applicationId, receiptNo, line, parts } = refund;
    const amount = toAmount(toDecimal(parts.gross).neg());
    assertAboveZero(amount);
    const paying = await this.repository.findPayingTransaction(tx, applicationId, refundedReceiptNo);
    if (!paying) throw new DomainError(ErrorCode.RECEIPT_NOT_FOUND);
    const isCustomers = paying.agentCode === null;
    const creditor = isCustomers ? buildCustomerAccount(applicationId) : buildAgentAccount(paying.agentCode);
    const entries = buildTransferEntries(buildReceivable(line), creditor, amount);
    const premium = buildPremiumEntries(line, parts);
    const posted = await joinCommission(
      this.post(tx, { ...toTransaction('REFUND', refund), receiptNo, reverses: paying.id, entries, premium }),
      this.commissions.takeBack(tx, { receiptNo, refundedReceiptNo, at }),
    );
    if (isCustomers)
      await this.repository.insertDebt(tx, posted.transactionId, {
        at,
        kind: 'CANCELLATION',
        applicationId,
        agentCode: null,
        receiptNo,
        amount,
      });
    return posted;
  }

  /** The receipts of the amendment use the money. The difference from `due` is written off. */
  receiveForAmendment(tx: Transaction, { due, ...payment }: Movement & { readonly due: Amount }, from: Account): Promise<Posted> {
    const { applicationId, amount } = payment;
    if (applicationId === null) throw new Error('The money for an amendment has no policy.');
    const difference = toAmount(toDecimal(amount).minus(due));
    const writtenOff = toDecimal(difference).eq(0) ? [] : buildTransferEntries(from, WRITE_OFF, difference);
    const entries = mergeEntries([...buildTransferEntries(from, buildCustomerAccount(applicationId), due), ...writtenOff]);
    return this.post(tx, { ...toTransaction('AMENDMENT_PAYMENT', payment), entries });
  }

  /** Credits the payer of the period; the parts are negative. `oweForAmendment` inserts what the customer is owed. */
  async returnPayment(tx: Transaction, { agentCode, ...refund }: ReceiptPayment & { readonly agentCode: string | null }): Promise<Posted> {
    const { applicationId, line, parts, receiptNo, at } = refund;
    const creditor = agentCode === null ? buildCustomerAccount(applicationId) : buildAgentAccount(agentCode);
    const entries = buildTransferEntries(buildReceivable(line), creditor, toAmount(toDecimal(parts.gross).neg()));
    return joinCommission(
      this.post(tx, { ...toTransaction('REFUND', refund), receiptNo, entries, premium: buildPremiumEntries(line, parts) }),
      this.commissions.earn(tx, { receiptNo, at }),
    );
  }

  oweForAmendment(
    tx: Transaction,
    { transactionId }: Posted,
    debt: { readonly at: Date; readonly applicationId: number; readonly receiptNo: number; readonly amount: Amount },
  ): Promise<number> {
    return this.repository.insertDebt(tx, transactionId, { ...debt, kind: 'AMENDMENT', agentCode: null });
  }

  async findPayingAgent(tx: Transaction, applicationId: number, receiptNo: number): Promise<string | null> {
    return (await this.repository.findPayingTransaction(tx, applicationId, receiptNo))?.agentCode ?? null;
  }

  /** Returns the stored booking of an equal payment with this reference. */
  async settle(tx: Transaction, { agentCode, ...settlement }: Settlement): Promise<Settled> {
    const { amount, reference, valueDate } = settlement;
    assertAboveZero(amount);
    const stored = await this.repository.findSettlement(tx, reference);
    if (stored) {
      const isSameDay = stored.valueDate === null || stored.valueDate === valueDate;
      if (stored.agentCode !== agentCode || !toDecimal(stored.amount).eq(amount) || !isSameDay)
        throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
      return { transactionId: stored.transactionId, balance: stored.balance, valueDate: stored.valueDate ?? valueDate, isNew: false };
    }
    const movement = { ...settlement, applicationId: null };
    const posted = await this.transfer(tx, 'SETTLEMENT', movement, { debit: BANK, credit: buildAgentAccount(agentCode) });
    return { ...posted, valueDate, isNew: true };
  }

  async isSettled(tx: Transaction, reference: string): Promise<boolean> {
    return (await this.repository.findSettlement(tx, reference)) !== null;
  }

  /** Keeps charges from using the credit. Returns the id of the refund. */
  async setCreditAside(tx: Transaction, { at, agentCode, amount }: Omit<AgentMovement, 'reference'>): Promise<number> {
    const movement = { at, applicationId: null, amount, reference: `CREDIT/${agentCode}` };
    const accounts = { debit: buildAgentAccount(agentCode), credit: buildAgentPayable(agentCode) };
    const { transactionId, balance } = await this.transfer(tx, 'AGENT_CREDIT', movement, accounts).catch((error: unknown) => {
      // A charge above the credit limit has used up all credit.
      throw error instanceof DomainError && error.code === ErrorCode.CREDIT_LIMIT ? creditTooLow() : error;
    });
    if (toDecimal(balance ?? '0.00').gt(0)) throw creditTooLow();
    return this.repository.insertDebt(tx, transactionId, { at, kind: 'AGENT', applicationId: null, agentCode, receiptNo: null, amount });
  }

  returnCredit(tx: Transaction, { at, agentCode, amount }: Omit<AgentMovement, 'reference'>, transactionId: number): Promise<Posted> {
    const movement = { at, applicationId: null, amount, reference: `CREDIT/${agentCode}/RETURN` };
    const accounts = { debit: buildAgentPayable(agentCode), credit: buildAgentAccount(agentCode), reverses: transactionId };
    return this.transfer(tx, 'AGENT_CREDIT_RETURN', movement, accounts);
  }

  bookBankItem(tx: Transaction, item: Omit<Movement, 'applicationId'>, name: string, isCredit: boolean): Promise<Posted> {
    const account = buildBankItemAccount(name);
    const accounts = isCredit ? { debit: BANK, credit: account } : { debit: account, credit: BANK };
    return this.transfer(tx, 'BANK_ITEM', { ...item, applicationId: null }, accounts);
  }

  payOut(tx: Transaction, payout: Payout): Promise<Posted> {
    return this.transfer(tx, 'PAYOUT', payout, { debit: getPayable(payout), credit: BANK });
  }

  returnPayout(tx: Transaction, payout: Payout, transactionId: number): Promise<Posted> {
    return this.transfer(tx, 'PAYOUT_RETURN', payout, { debit: BANK, credit: getPayable(payout), reverses: transactionId });
  }

  /** Reverses the commission of its receipt too, regardless of a credit limit (money.96). */
  async reverse(tx: Transaction, { receiptNo, ...reversal }: NewReversal & { readonly receiptNo: number | null }): Promise<Posted> {
    const posted = await this.repository.reverse(tx, reversal).catch((error: unknown) => {
      throw toDomainError(error);
    });
    if (!posted) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: ALREADY_REVERSED });
    if (receiptNo !== null) await this.commissions.reverse(tx, { receiptNo, at: reversal.at });
    return posted;
  }

  /** Books on its last day, and the opposite on the first day of the next month. */
  async bookUnearned(tx: Transaction, at: Date, { lastDay, unearned }: UnearnedPremium): Promise<number | null> {
    const entries = unearned.flatMap(({ line, taxClass, amount }) =>
      toDecimal(amount).eq(0)
        ? []
        : buildTransferEntries(buildUnearnedChange(line, taxClass), buildUnearnedPremium(line, taxClass), amount),
    );
    if (entries.length === 0) return null;
    const reference = `UNEARNED/${lastDay.slice(0, 'YYYY-MM'.length)}`;
    const movement = { at, applicationId: null, reference };
    const booked = await this.post(tx, { ...toTransaction('UNEARNED_PREMIUM', { ...movement, valueDate: lastDay }), entries });
    const opposite = entries.map(({ account, amount }) => ({ account, amount: toAmount(toDecimal(amount).neg()) }));
    const released = toTransaction('UNEARNED_RELEASE', { ...movement, valueDate: addDays(lastDay, 1) });
    await this.post(tx, { ...released, entries: opposite });
    return booked.transactionId;
  }

  private async postReceipt(tx: Transaction, kind: 'CHARGE' | 'PAYMENT', payment: ReceiptPayment, debtor: Account): Promise<Posted> {
    const { at, line, applicationId, receiptNo, parts, paid = parts.gross, owedBack: overpaid = '0.00' } = payment;
    assertAboveZero(parts.gross);
    const isOverpaid = toDecimal(overpaid).gt(0);
    const owed = isOverpaid ? buildTransferEntries(debtor, buildCustomerAccount(applicationId), overpaid) : [];
    const difference = toAmount(toDecimal(paid).minus(parts.gross).minus(overpaid));
    const writtenOff = toDecimal(difference).eq(0) ? [] : buildTransferEntries(debtor, WRITE_OFF, difference);
    const entries = mergeEntries([...buildTransferEntries(debtor, buildReceivable(line), parts.gross), ...owed, ...writtenOff]);
    const premium = buildPremiumEntries(line, parts);
    const posted = await joinCommission(
      this.post(tx, { ...toTransaction(kind, payment), receiptNo, entries, premium }),
      this.commissions.earn(tx, payment),
    );
    if (!isOverpaid) return posted;
    const debt = { at, kind: 'OVERPAYMENT', applicationId, agentCode: null, receiptNo: null, amount: overpaid } as const;
    await this.repository.insertDebt(tx, posted.transactionId, debt);
    return posted;
  }

  private transfer(
    tx: Transaction,
    kind: TransactionKind,
    movement: Movement,
    { debit, credit, reverses = null }: { readonly debit: Account; readonly credit: Account; readonly reverses?: number | null },
  ): Promise<Posted> {
    assertAboveZero(movement.amount);
    return this.post(tx, { ...toTransaction(kind, movement), reverses, entries: buildTransferEntries(debit, credit, movement.amount) });
  }

  private async post(tx: Transaction, transaction: NewLedgerTransaction): Promise<Posted> {
    const outcome = await this.repository.post(tx, transaction).catch((error: unknown) => {
      throw toDomainError(error);
    });
    if (outcome === 'OVER_LIMIT') throw new DomainError(ErrorCode.CREDIT_LIMIT);
    if (outcome === 'NO_AGENT_ACCOUNT') throw new DomainError(ErrorCode.CHARGE_REFUSED);
    return outcome;
  }
}

/** Waits for a booking and its commission, which are sent together, so that either may fail first. */
async function joinCommission(posting: Promise<Posted>, commission: Promise<void>): Promise<Posted> {
  const [posted] = await Promise.all([posting, commission]).catch((error: unknown) => {
    throw toDomainError(error);
  });
  return posted;
}

function toTransaction(kind: TransactionKind, movement: Omit<Movement, 'amount'>): Omit<NewLedgerTransaction, 'entries'> {
  const { at, applicationId, reference, valueDate = null } = movement;
  return { at, kind, applicationId, receiptNo: null, reference, reverses: null, valueDate, premium: [] };
}

/** One payment per receipt, one refund per payment, one settlement per reference. */
function toDomainError(cause: unknown): unknown {
  if (isUniqueViolation(cause, 'ledger_transaction_receipt_no_key'))
    return new DomainError(ErrorCode.ALREADY_PAID, { reason: 'PAID', cause });
  if (isUniqueViolation(cause, 'ledger_transaction_settlement_key'))
    return new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING, { cause });
  if (!isUniqueViolation(cause, 'ledger_transaction_reverses_key')) return cause;
  const text = { el: 'Το ποσό έχει ήδη επιστραφεί.', en: 'The money is already refunded.' };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text, cause });
}

const ALREADY_REVERSED = { el: 'Η εγγραφή έχει ήδη αντιλογιστεί.', en: 'The booking has already been reversed.' };

function creditTooLow(): DomainError {
  const text = { el: 'Το πιστωτικό υπόλοιπο του συνεργάτη δεν επαρκεί.', en: 'The agent has less credit than that.' };
  return DomainError.ofViolations([{ path: 'amount', code: ErrorCode.INVALID, text }]);
}

function getPayable({ applicationId, agentCode }: Payout): Account {
  if (agentCode !== null) return buildAgentPayable(agentCode);
  return applicationId === null ? SENDER_PAYABLE : buildCustomerAccount(applicationId);
}

function assertAboveZero(amount: Amount): void {
  if (toDecimal(amount).lte(0)) throw new RangeError(`The amount must be above zero: ${amount}`);
}
