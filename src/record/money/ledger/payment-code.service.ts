import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import { paymentReference, rfCode } from '../../../common/rf-code.js';
import type { Transaction } from '../../../store/store.js';

/** One amount of one application that a customer can pay at a bank. */
export interface PaymentCode {
  /** RF creditor reference, 25 characters. */
  readonly code: string;
  readonly applicationId: number;
  readonly instalmentNo: number;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
}

// No constraint is named: two that insert the same code at once may meet at either of those that the table has.
const INSERT = `
  INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at) VALUES ($1, $2, $3::smallint, $3::smallint, $4, $5, $6)
  ON CONFLICT DO NOTHING`;

/**
 * The payment codes given out; each instalment of an application has one, so its number is the code's sequence.
 * SQL of our own: one prepared statement, on the way to every policy (ADR-2).
 */
@Injectable()
export class PaymentCodeService {
  plan({ creditorCode, ...payment }: Omit<PaymentCode, 'code'> & { readonly creditorCode: string }): PaymentCode {
    const reference15 = paymentReference(payment.applicationId, payment.instalmentNo);
    return { ...payment, code: rfCode({ creditor: creditorCode, reference15, amount: payment.amount, standing: false }) };
  }

  async insert(tx: Transaction, { code, applicationId, instalmentNo, amount, dueDate }: PaymentCode, at: Date): Promise<void> {
    await tx.query(INSERT, [code, applicationId, instalmentNo, amount, dueDate, at]);
  }
}
