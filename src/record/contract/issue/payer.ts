import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro } from '../../../common/formats.js';
import { toAmount, toDecimal, type Amount } from '../../../common/money.js';
import type { Account } from '../../money/ledger/account.js';
import type { Payment } from '../../core/applications/receipt.js';
import { buildAlreadyPaid } from './nothing-due.js';

export type Payer = AgentPayer | CustomerPayer;

interface AgentPayer {
  readonly method: 'CHARGE';
  readonly agentCode: string;
  /** Whether the charge is refused regardless of the limit (sandbox.23). */
  readonly isOverLimit: boolean;
}

/** A customer, whose money must be the amount due, but for a small difference. */
export interface CustomerPayer {
  readonly method: 'RF';
  readonly reference: string;
  readonly amount: Amount;
  /** Day on which the bank booked the money. */
  readonly valueDate: LocalDate;
  /** Instalment of the payment code; null when staff choose the application. */
  readonly instalmentNo: number | null;
  /** Account that the money comes from: bank, suspense or credit. */
  readonly from: Account;
  /** Largest difference from the amount due that is written off (money.105). */
  readonly tolerance: Amount;
}

export interface Due {
  readonly instalmentNo: number;
  readonly gross: Amount;
}

/**
 * Asserts that the money pays the instalment due within the tolerance, or at most `asked`, the premium that was asked
 * for before a gap in cover (money.83). @throws DomainError ALREADY_PAID for another instalment, WRONG_AMOUNT
 */
export function assertPays(payer: Payer, due: Due, asked: Amount = due.gross): void {
  if (payer.method === 'CHARGE') return;
  if (payer.instalmentNo !== null && payer.instalmentNo !== due.instalmentNo) throw buildAlreadyPaid();
  const { amount, tolerance } = payer;
  const [lowest, highest] = [toDecimal(due.gross).minus(tolerance), toDecimal(asked).plus(tolerance)];
  if (lowest.gt(amount) || highest.lt(amount)) throw wrongAmount(amount, due.gross);
}

/** Returns the part of a payment that is owed back: what was asked for above the gross. */
export function getOwedBack({ amount }: CustomerPayer, gross: Amount, asked: Amount): Amount {
  const used = toDecimal(amount).lt(asked) ? toDecimal(amount) : toDecimal(asked);
  return toAmount(used.gt(gross) ? used.minus(gross) : toDecimal('0'));
}

/** Returns how many of the next instalments the money pays within the tolerance, or 1 if it fits no number of them. */
export function countPaid(dues: readonly Due[], { amount, tolerance }: Pick<CustomerPayer, 'amount' | 'tolerance'>): number {
  let sum = toDecimal('0');
  for (const [index, { gross }] of dues.entries()) {
    sum = sum.plus(gross);
    if (sum.minus(amount).abs().lte(tolerance)) return index + 1;
  }
  return 1;
}

function wrongAmount(amount: Amount, gross: Amount): DomainError {
  const [paid, owed] = [formatEuro(amount), formatEuro(gross)];
  const text = { el: `Καταβλήθηκαν ${paid.el}, οφείλονται ${owed.el}.`, en: `${paid.en} was paid, ${owed.en} is due.` };
  return new DomainError(ErrorCode.WRONG_AMOUNT, { text });
}

/** Returns the day that a payment counts on: the bank's value date, or the day of a charge (money.81). */
export function getPaymentDay(payer: Payer, at: Date): LocalDate {
  return payer.method === 'CHARGE' ? toLocalDate(at) : payer.valueDate;
}

/** Builds a payment. The reference of a charge consists of policy and instalment. */
export function buildPayment(payer: Payer, policyNo: string, instalmentNo: number, paidAt: Date): Payment {
  const reference = payer.method === 'CHARGE' ? `${policyNo}/${instalmentNo}` : payer.reference;
  return { method: payer.method, reference, paidAt };
}
