import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import type { Actor, ApplicationFields } from '../../core/applications/application.js';
import type { AdviceOutcome, CodedInstalment, DatedAdvice, StoredAdvice } from './bank-advice.js';

const FIND = `
  SELECT b.payment_code AS "paymentCode", b.amount, b.reference, b.value_date AS "valueDate", b.application_id AS "applicationId", b.outcome, b.receipt_no AS "receiptNo",
    s.id AS "suspenseId", CASE b.outcome WHEN 'SUSPENDED' THEN s.reason END AS reason, b.transaction_id AS "transactionId"
  FROM bank_advice b LEFT JOIN LATERAL (SELECT s.id, s.reason FROM suspense_item s WHERE s.advice_id = b.id ORDER BY s.id LIMIT 1) s ON true
  WHERE b.reference = $1 AND b.agent_code IS NOT DISTINCT FROM $2 AND b.reversed_at IS NULL`;

const FIND_CODE = `
  SELECT c.application_id AS "applicationId", c.instalment_no AS "instalmentNo", c.amount, c.created_at AS "createdAt", a.agent_code AS "agentCode"
  FROM payment_code c JOIN application a ON a.id = c.application_id WHERE c.code = $1 AND ($2::text IS NULL OR a.agent_code = $2)`;

const INSERT = `
  INSERT INTO bank_advice (reference, payment_code, amount, application_id, outcome, receipt_no, at, agent_code, value_date, transaction_id)
  SELECT e.reference, e."paymentCode", e.amount, e."applicationId", e.outcome, e."receiptNo", $1, $2, e."valueDate", e."transactionId"
  FROM jsonb_to_recordset($3::jsonb) AS e(reference text, "paymentCode" text, amount numeric, "applicationId" bigint, outcome text, "receiptNo" bigint,
    "valueDate" date, "transactionId" bigint)
  RETURNING id`;

const FIND_LAST_DAY = `
  SELECT c.due_date AS "lastDay" FROM application a JOIN payment_code c ON c.code = a.payment_code
  WHERE a.id = $1 AND a.version = $2 AND a.last_action = 'prepay_expires'`;

interface NewAdvice {
  readonly advice: DatedAdvice;
  readonly applicationId: number | null;
  readonly outcome: AdviceOutcome;
  readonly receiptNo: number | null;
  readonly transactionId: number;
}

/** An agent that plays the bank in the sandbox has its own advices (sandbox.13). */
@Injectable()
export class BankAdviceRepository {
  constructor(private readonly store: Store) {}

  async find(actor: Actor, reference: string): Promise<StoredAdvice | null> {
    const [row] = await this.store.query<StoredAdvice>(actor, FIND, [reference, actor.agentCode]);
    return row ?? null;
  }

  async findCode(actor: Actor, paymentCode: string): Promise<CodedInstalment | null> {
    const [row] = await this.store.query<CodedInstalment>(actor, FIND_CODE, [paymentCode, actor.agentCode]);
    return row ?? null;
  }

  async findLastDayOfExpired(actor: Actor, { id, version }: ApplicationFields): Promise<LocalDate | null> {
    const [row] = await this.store.query<{ lastDay: LocalDate }>(actor, FIND_LAST_DAY, [id, version]);
    return row?.lastDay ?? null;
  }

  /**
   * Returns the ids in the order of the advices.
   * @throws DomainError IDEMPOTENT_REQUEST_RUNNING when another call has just stored a reference
   */
  async insertAll(tx: Transaction, { at, agentCode }: Actor, advices: readonly NewAdvice[]): Promise<number[]> {
    const entries = advices.map(({ advice: { reference, paymentCode, amount, valueDate }, ...outcome }) => {
      return { reference, paymentCode, amount, valueDate, ...outcome };
    });
    const rows = await tx.query<{ id: number }>(INSERT, [at, agentCode, JSON.stringify(entries)]).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'bank_advice_reference_key')) throw error;
      throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING, { cause: error });
    });
    return rows.map(({ id }) => id);
  }
}
