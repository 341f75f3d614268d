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
  /** The charge is refused regardless of the limit (sandbox.23). */
  readonly isOverLimit: boolean;
}

/** A customer, whose money must be the amount due, but for a small difference. */
export interface CustomerPayer {
  readonly method: 'RF';
  readonly reference: string;
  readonly amount: Amount;
  readonly valueDate: LocalDate;
  /** Null when staff choose the application. */
  readonly instalmentNo: number | null;
  readonly from: Account;
  /** Largest difference from the amount due that is written off (money.105). */
  readonly tolerance: Amount;
}

export interface Due {
  readonly instalmentNo: number;
  readonly gross: Amount;
}

/** `asked` is the premium before a gap in cover (money.83). @throws DomainError ALREADY_PAID, WRONG_AMOUNT */
export function assertPays(payer: Payer, due: Due, asked: Amount = due.gross): void {
  if (payer.method === 'CHARGE') return;
  if (payer.instalmentNo !== null && payer.instalmentNo !== due.instalmentNo) throw buildAlreadyPaid();
  const { amount, tolerance } = payer;
  const [lowest, highest] = [toDecimal(due.gross).minus(tolerance), toDecimal(asked).plus(tolerance)];
  if (lowest.gt(amount) || highest.lt(amount)) throw wrongAmount(amount, due.gross);
}

export function getOwedBack({ amount }: CustomerPayer, gross: Amount, asked: Amount): Amount {
  const used = toDecimal(amount).lt(asked) ? toDecimal(amount) : toDecimal(asked);
  return toAmount(used.gt(gross) ? used.minus(gross) : toDecimal('0'));
}

/** Counts within the tolerance. Returns 1 if the money fits no number of instalments. */
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

/** The bank's value date, or the day of a charge (money.81). */
export function getPaymentDay(payer: Payer, at: Date): LocalDate {
  return payer.method === 'CHARGE' ? toLocalDate(at) : payer.valueDate;
}

export function buildPayment(payer: Payer, policyNo: string, instalmentNo: number, paidAt: Date): Payment {
  const reference = payer.method === 'CHARGE' ? `${policyNo}/${instalmentNo}` : payer.reference;
  return { method: payer.method, reference, paidAt };
}
