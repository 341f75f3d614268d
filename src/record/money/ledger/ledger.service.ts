import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { decimal, toAmount, type Amount } from '../../../common/money.js';
import { isUniqueViolation, type Transaction } from '../../../store/store.js';
import { agentAccount, agentPayable, BANK, customerAccount, SENDER_PAYABLE, SUSPENSE, type Account } from './account.js';
import {
  LedgerRepository,
  type BalanceMismatch,
  type NewLedgerTransaction,
  type Posted,
  type SealedAccount,
  type UnbalancedTransaction,
} from './ledger.repository.js';
import { premiumEntries, transferEntries, type PremiumParts } from './posting.js';

/** When a movement is booked. */
interface Booking {
  readonly at: Date;
}

/** The payment of one receipt. */
export interface ReceiptPayment extends Booking {
  readonly applicationId: number;
  readonly receiptNo: number;
  /** The receipt's figures. */
  readonly parts: PremiumParts;
  /** What the payer knows the payment by. */
  readonly reference: string;
}

export interface Charge extends ReceiptPayment {
  readonly agentCode: string;
}

export interface RefundPosting extends ReceiptPayment {
  /** The paid receipt of the same application that `receiptNo`, of kind REFUND, gives back. */
  readonly refundedReceiptNo: number;
}

/** Money of the bank that pays nothing. */
export interface Suspension extends Booking {
  /** What it was sent for; null when nobody knows. */
  readonly applicationId: number | null;
  /** Above zero. */
  readonly amount: Amount;
  /** The bank's. */
  readonly reference: string;
}

export interface Settlement extends Booking {
  readonly agentCode: string;
  /** What the agent paid, above zero. */
  readonly amount: Amount;
  readonly reference: string;
}

/** Credit of an agent that is to be paid out. */
export interface AgentCredit extends Booking {
  readonly agentCode: string;
  /** Above zero. */
  readonly amount: Amount;
}

/** Money that leaves the bank for whom it is owed to. */
export interface Payout extends Booking {
  /** Whose customer is paid; null when it is the agent or a sender. */
  readonly applicationId: number | null;
  readonly agentCode: string | null;
  /** Above zero. */
  readonly amount: Amount;
  readonly reference: string;
}

export interface LedgerReport {
  readonly unbalanced: readonly UnbalancedTransaction[];
  readonly mismatches: readonly BalanceMismatch[];
}

const SETTLEMENT_REFERENCE_KEY = 'ledger_transaction_settlement_key';

/**
 * The books, in double entry: every movement is a transaction whose entries sum to zero, never changed afterwards. Each method works inside
 * the caller's transaction and holds the agent's account until its end: call it late.
 */
@Injectable()
export class LedgerService {
  constructor(private readonly repository: LedgerRepository) {}

  /**
   * A receipt charged to the agent's account.
   * @throws DomainError CREDIT_LIMIT, CHARGE_REFUSED (no such account), ALREADY_PAID
   */
  charge(tx: Transaction, { agentCode, ...payment }: Charge): Promise<Posted> {
    assertSign(payment.parts.gross, 1);
    return this.post(tx, {
      ...this.receiptTransaction('CHARGE', payment),
      entries: premiumEntries(agentAccount(agentCode), payment.parts),
    });
  }

  /**
   * A receipt paid by the customer, with money that the bank received just now or that was in suspense.
   * @throws DomainError ALREADY_PAID
   */
  collect(tx: Transaction, payment: ReceiptPayment, from: Account = BANK): Promise<Posted> {
    assertSign(payment.parts.gross, 1);
    return this.post(tx, { ...this.receiptTransaction('PAYMENT', payment), entries: premiumEntries(from, payment.parts) });
  }

  /** Money that the bank received and that pays nothing: it waits in suspense. */
  suspend(tx: Transaction, { at, applicationId, amount, reference }: Suspension): Promise<Posted> {
    assertSign(amount, 1);
    const about = { at, applicationId, receiptNo: null, reverses: null };
    return this.post(tx, { ...about, kind: 'SUSPENSE', reference, entries: transferEntries(BANK, SUSPENSE, amount) });
  }

  /**
   * Books money in suspense as owed to the customer, or to its sender without an application (money.70).
   * @throws DomainError NOT_ALLOWED_IN_STATUS when it was refunded before
   */
  async refundSuspended(tx: Transaction, suspension: Suspension, transactionId: number, account: SealedAccount | null): Promise<Posted> {
    const { at, applicationId, amount, reference } = suspension;
    assertSign(amount, 1);
    const about = { at, applicationId, receiptNo: null, reverses: transactionId };
    const creditor = applicationId === null ? SENDER_PAYABLE : customerAccount(applicationId);
    const entries = transferEntries(SUSPENSE, creditor, amount);
    const posted = await this.post(tx, { ...about, kind: 'SUSPENSE_REFUND', reference, entries });
    const debt = { at, kind: 'SUSPENSE', applicationId, agentCode: null, receiptNo: null, amount, account } as const;
    await this.repository.owe(tx, posted.transactionId, debt);
    return posted;
  }

  /**
   * A paid receipt given back, in whole or in part, the way its premium came: to the agent's account, or to what is owed to the customer
   * (money.14). The parts are those of the refund's receipt, negative.
   * @throws DomainError RECEIPT_NOT_FOUND when the receipt was never paid, NOT_ALLOWED_IN_STATUS when it was refunded before
   */
  async refund(tx: Transaction, { refundedReceiptNo, ...refund }: RefundPosting): Promise<Posted> {
    assertSign(refund.parts.gross, -1);
    const paying = await this.repository.findPaying(tx, refund.applicationId, refundedReceiptNo);
    if (!paying) throw new DomainError(ErrorCode.RECEIPT_NOT_FOUND);
    const { applicationId, receiptNo, at } = refund;
    const isCustomers = paying.agentCode === null;
    const creditor = isCustomers ? customerAccount(applicationId) : agentAccount(paying.agentCode);
    const entries = premiumEntries(creditor, refund.parts);
    const posted = await this.post(tx, { ...this.receiptTransaction('REFUND', refund), reverses: paying.id, entries });
    const amount = toAmount(decimal(refund.parts.gross).neg());
    if (isCustomers)
      await this.repository.owe(tx, posted.transactionId, { at, kind: 'CANCELLATION', applicationId, agentCode: null, receiptNo, amount });
    return posted;
  }

  /**
   * An agent's payment of what it owes. The same reference with the same agent and amount is booked once and returned again.
   * @throws DomainError CHARGE_REFUSED (no such account), IDEMPOTENCY_KEY_REUSED, IDEMPOTENT_REQUEST_RUNNING
   */
  async settle(tx: Transaction, { at, agentCode, amount, reference }: Settlement): Promise<Posted & { readonly isNew: boolean }> {
    assertSign(amount, 1);
    const former = await this.repository.findSettlement(tx, reference);
    if (former) {
      if (former.agentCode !== agentCode || !decimal(former.amount).eq(amount)) throw new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED);
      return { transactionId: former.transactionId, balance: former.balance, isNew: false };
    }
    const entries = transferEntries(BANK, agentAccount(agentCode), amount);
    const about = { at, applicationId: null, receiptNo: null, reverses: null };
    return { ...(await this.post(tx, { ...about, kind: 'SETTLEMENT', reference, entries })), isNew: true };
  }

  /**
   * Sets credit of an agent aside, to be paid out: it can no longer be charged. Returns the id of the refund.
   * @throws DomainError CHARGE_REFUSED (no such account), INVALID at `amount` when the agent has less credit
   */
  async setCreditAside(tx: Transaction, { at, agentCode, amount }: AgentCredit): Promise<number> {
    assertSign(amount, 1);
    const about = { at, applicationId: null, receiptNo: null, reverses: null, reference: `CREDIT/${agentCode}` };
    const entries = transferEntries(agentAccount(agentCode), agentPayable(agentCode), amount);
    const { transactionId, balance } = await this.post(tx, { ...about, kind: 'AGENT_CREDIT', entries }).catch((error: unknown) => {
      // The limit of what it may owe was passed: so was its credit.
      throw error instanceof DomainError && error.code === ErrorCode.CREDIT_LIMIT ? noSuchCredit() : error;
    });
    if (decimal(balance ?? '0.00').gt(0)) throw noSuchCredit();
    return this.repository.owe(tx, transactionId, { at, kind: 'AGENT', applicationId: null, agentCode, receiptNo: null, amount });
  }

  /** Credit that was set aside is the agent's again. */
  returnCredit(tx: Transaction, { at, agentCode, amount }: AgentCredit, transactionId: number): Promise<Posted> {
    const about = { at, applicationId: null, receiptNo: null, reverses: transactionId, reference: `CREDIT/${agentCode}/RETURN` };
    return this.post(tx, {
      ...about,
      kind: 'AGENT_CREDIT_RETURN',
      entries: transferEntries(agentPayable(agentCode), agentAccount(agentCode), amount),
    });
  }

  /** What was owed is paid by the bank. */
  payOut(tx: Transaction, payout: Payout): Promise<Posted> {
    const { at, applicationId, amount, reference } = payout;
    const entries = transferEntries(payableOf(payout), BANK, amount);
    return this.post(tx, { at, applicationId, receiptNo: null, reverses: null, kind: 'PAYOUT', reference, entries });
  }

  /**
   * Money that the bank could not pay is back, and owed again.
   * @throws DomainError NOT_ALLOWED_IN_STATUS when it came back before
   */
  takeBack(tx: Transaction, payout: Payout, transactionId: number): Promise<Posted> {
    const { at, applicationId, amount, reference } = payout;
    const entries = transferEntries(BANK, payableOf(payout), amount);
    return this.post(tx, { at, applicationId, receiptNo: null, reverses: transactionId, kind: 'PAYOUT_RETURN', reference, entries });
  }

  /** What is wrong in the books: nothing, ever. */
  async verifyLedger(environment: Environment): Promise<LedgerReport> {
    const [unbalanced, mismatches] = await Promise.all([
      this.repository.findUnbalanced(environment),
      this.repository.findMismatches(environment),
    ]);
    return { unbalanced, mismatches };
  }

  private receiptTransaction(kind: 'CHARGE' | 'PAYMENT' | 'REFUND', payment: ReceiptPayment): Omit<NewLedgerTransaction, 'entries'> {
    const { at, applicationId, receiptNo, reference } = payment;
    return { at, kind, applicationId, receiptNo, reference, reverses: null };
  }

  private async post(tx: Transaction, transaction: NewLedgerTransaction): Promise<Posted> {
    const outcome = await this.repository.post(tx, transaction).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (outcome === 'OVER_LIMIT') throw new DomainError(ErrorCode.CREDIT_LIMIT);
    if (outcome === 'NO_AGENT_ACCOUNT') throw new DomainError(ErrorCode.CHARGE_REFUSED);
    return outcome;
  }
}

/** A receipt is paid once, a payment refunded once, a settlement booked once: the database says so, whatever came between. */
function refusalOf(error: unknown): unknown {
  if (isUniqueViolation(error, 'ledger_transaction_receipt_no_key'))
    return new DomainError(ErrorCode.ALREADY_PAID, { reason: 'PAID', cause: error });
  if (isUniqueViolation(error, 'ledger_transaction_reverses_key')) return alreadyRefunded(error);
  if (isUniqueViolation(error, SETTLEMENT_REFERENCE_KEY)) return new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING, { cause: error });
  return error;
}

function alreadyRefunded(cause: unknown): DomainError {
  const text = { el: 'Το ποσό έχει ήδη επιστραφεί.', en: 'The money was refunded already.' };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text, cause });
}

function noSuchCredit(): DomainError {
  const text = { el: 'Ο συνεργάτης δεν έχει τόσο πιστωτικό υπόλοιπο.', en: 'The agent has not that much credit.' };
  return DomainError.ofFaults([{ path: 'amount', code: ErrorCode.INVALID, text }]);
}

function payableOf({ applicationId, agentCode }: Payout): Account {
  if (agentCode !== null) return agentPayable(agentCode);
  return applicationId === null ? SENDER_PAYABLE : customerAccount(applicationId);
}

function assertSign(amount: Amount, sign: 1 | -1): void {
  if (decimal(amount).times(sign).lte(0)) throw new RangeError(`The amount must be ${sign > 0 ? 'above' : 'below'} zero: ${amount}`);
}
