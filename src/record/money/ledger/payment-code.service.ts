import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Amount } from '../../../common/money.js';
import { buildPaymentReference, buildRfCode } from '../../../common/rf-code.js';
import type { Transaction } from '../../../store/store.js';

export interface PaymentCode {
  readonly code: string;
  readonly applicationId: number;
  readonly instalmentNo: number;
  readonly amount: Amount;
  readonly dueDate: LocalDate;
}

// ON CONFLICT names no constraint, because a code that is inserted twice may violate either of the two.
const INSERT = `
  INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at) VALUES ($1, $2, $3::smallint, $3::smallint, $4, $5, $6)
  ON CONFLICT DO NOTHING`;

@Injectable()
export class PaymentCodeService {
  build({ creditorCode, ...payment }: Omit<PaymentCode, 'code'> & { readonly creditorCode: string }): PaymentCode {
    const reference15 = buildPaymentReference(payment.applicationId, payment.instalmentNo);
    return { ...payment, code: buildRfCode({ creditor: creditorCode, reference15, amount: payment.amount, standing: false }) };
  }

  async insert(tx: Transaction, { code, applicationId, instalmentNo, amount, dueDate }: PaymentCode, at: Date): Promise<void> {
    await tx.query(INSERT, [code, applicationId, instalmentNo, amount, dueDate, at]);
  }
}
