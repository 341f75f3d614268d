import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isUniqueViolation, Store, type Transaction } from '../../store/store.js';
import type { AdviceOutcome, BankAdvice, CodedInstalment, KeptAdvice } from './bank-advice.js';

const FIND = `
  SELECT b.payment_code AS "paymentCode", b.amount, b.reference, b.application_id AS "applicationId", b.outcome, b.receipt_no AS "receiptNo",
    s.id AS "suspenseId", s.reason
  FROM bank_advice b LEFT JOIN suspense_item s ON s.advice_id = b.id WHERE b.reference = $1`;

const FIND_CODE = `SELECT application_id AS "applicationId", instalment_no AS "instalmentNo" FROM payment_code WHERE code = $1`;

const INSERT = `
  INSERT INTO bank_advice (reference, payment_code, amount, application_id, outcome, receipt_no, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
  RETURNING id`;

export interface NewAdvice {
  readonly advice: BankAdvice;
  readonly applicationId: number | null;
  readonly outcome: AdviceOutcome;
  readonly receiptNo: number | null;
  readonly at: Date;
}

/** What the bank told of payments, and what came of it. SQL of our own: one round trip and a prepared plan for every payment (ADR-2). */
@Injectable()
export class BankAdviceRepository {
  constructor(private readonly store: Store) {}

  async find(environment: Environment, reference: string): Promise<KeptAdvice | null> {
    const [row] = await this.store.query<KeptAdvice>(environment, FIND, [reference]);
    return row ?? null;
  }

  async findCode(environment: Environment, paymentCode: string): Promise<CodedInstalment | null> {
    const [row] = await this.store.query<CodedInstalment>(environment, FIND_CODE, [paymentCode]);
    return row ?? null;
  }

  /**
   * The id of the advice.
   * @throws DomainError IDEMPOTENT_REQUEST_RUNNING when another call kept the reference meanwhile
   */
  async insert(tx: Transaction, { advice, applicationId, outcome, receiptNo, at }: NewAdvice): Promise<number> {
    const values = [advice.reference, advice.paymentCode, advice.amount, applicationId, outcome, receiptNo, at];
    const [row] = await tx.query<{ id: number }>(INSERT, values).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'bank_advice_reference_key')) throw error;
      throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING, { cause: error });
    });
    if (!row) throw new Error('an inserted advice must come back');
    return row.id;
  }
}
