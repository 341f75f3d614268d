import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { decimal, type Amount } from '../../../common/money.js';
import type { Account } from '../../money/ledger/account.js';
import type { Payment } from '../../core/applications/receipt.js';
import { paidAlready } from './nothing-due.js';

/** Who pays a receipt, and so how it is booked. */
export type Payer = AgentPayer | CustomerPayer;

/** The agent, whose account is charged with whatever is due. */
export interface AgentPayer {
  readonly method: 'CHARGE';
  readonly agentCode: string;
  /** Whatever the limit says (sandbox.23). */
  readonly isOverLimit: boolean;
}

/** The customer, with money that is there already: it pays exactly what is due, or nothing. */
export interface CustomerPayer {
  readonly method: 'RF';
  /** The bank's. */
  readonly reference: string;
  readonly amount: Amount;
  /** The instalment that the payment code was made for; null when staff chose what it pays. */
  readonly instalmentNo: number | null;
  /** Where the money is: at the bank, or in suspense. */
  readonly from: Account;
}

/** What is to be paid. */
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
  if (!decimal(payer.amount).eq(due.gross)) throw new DomainError(ErrorCode.WRONG_AMOUNT);
}

/** A charge is known by the policy and the instalment, a customer's payment by the bank's reference. */
export function paymentBy(payer: Payer, policyNo: string, instalmentNo: number, paidAt: Date): Payment {
  const reference = payer.method === 'CHARGE' ? `${policyNo}/${instalmentNo}` : payer.reference;
  return { method: payer.method, reference, paidAt };
}
