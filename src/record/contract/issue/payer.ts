import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro } from '../../../common/formats.js';
import { decimal, type Amount } from '../../../common/money.js';
import type { Account } from '../../money/ledger/account.js';
import type { Payment } from '../../core/applications/receipt.js';
import { paidAlready } from './nothing-due.js';

export type Payer = AgentPayer | CustomerPayer;

export interface AgentPayer {
  readonly method: 'CHARGE';
  readonly agentCode: string;
  /** Refuses the charge whatever the limit is (sandbox.23). */
  readonly isOverLimit: boolean;
}

/** The customer, whose money pays exactly what is due, or nothing. */
export interface CustomerPayer {
  readonly method: 'RF';
  readonly reference: string;
  readonly amount: Amount;
  /** Instalment of the payment code; null when staff chose what is paid. */
  readonly instalmentNo: number | null;
  /** Account of the money: bank or suspense. */
  readonly from: Account;
}

export interface Due {
  readonly instalmentNo: number;
  readonly gross: Amount;
}

/**
 * Refuses money that is not for what is due.
 * @throws DomainError ALREADY_PAID when its instalment is not the one that is due, WRONG_AMOUNT
 */
export function assertPays(payer: Payer, due: Due): void {
  if (payer.method === 'CHARGE') return;
  if (payer.instalmentNo !== null && payer.instalmentNo !== due.instalmentNo) throw paidAlready();
  if (!decimal(payer.amount).eq(due.gross)) throw wrongAmount(payer.amount, due.gross);
}

function wrongAmount(amount: Amount, gross: Amount): DomainError {
  const [paid, owed] = [formatEuro(amount), formatEuro(gross)];
  const text = { el: `Καταβλήθηκαν ${paid.el}, οφείλονται ${owed.el}.`, en: `${paid.en} was paid, ${owed.en} is due.` };
  return new DomainError(ErrorCode.WRONG_AMOUNT, { text });
}

/** Builds a payment; the reference of a charge is policy and instalment. */
export function paymentBy(payer: Payer, policyNo: string, instalmentNo: number, paidAt: Date): Payment {
  const reference = payer.method === 'CHARGE' ? `${policyNo}/${instalmentNo}` : payer.reference;
  return { method: payer.method, reference, paidAt };
}
