import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { Store, type Transaction } from '../../../store/store.js';
import { RECEIPT_KINDS } from '../../core/applications/receipt.js';
import { ReceiptNumbers } from '../../core/applications/receipt-numbers.js';
import type {
  NewReceipt,
  Payment,
  PaymentMethod,
  Receipt,
  ReceiptCover,
  ReceiptKind,
  ReceiptWithCovers,
} from '../../core/applications/receipt.js';

const COLUMNS = `r.receipt_no AS "receiptNo", r.application_id AS "applicationId", r.policy_no AS "policyNo", r.instalment_no AS "instalmentNo",
  r.kind, r.period_from AS "periodFrom", r.period_to AS "periodTo", r.issue_date AS "issueDate", r.due_date AS "dueDate", r.status, r.gap_from AS "gapFrom", r.notice_on AS "noticeOn", r.amendment_id AS "amendmentId",
  r.net, r.fee, r.tax, r.levy, r.gross, r.taxes, r.levies,
  r.payment_method AS "paymentMethod", r.payment_reference AS "paymentReference", r.paid_at AS "paidAt"`;

const NUMBER = `(SELECT n.series || ' ' || n.number FROM receipt_number n WHERE n.receipt_no = r.receipt_no) AS number,
  EXISTS (SELECT FROM receipt_number n WHERE n.receipt_no = r.receipt_no AND n.number IS NULL) AS "isUnnumbered"`;

/** Amounts as text, because JSON numbers are binary floats. */
const COVERS = `coalesce((
  SELECT jsonb_agg(jsonb_build_object('objectId', c.object_id, 'code', c.code, 'title', c.title, 'sumInsured', c.sum_insured::text,
    'net', c.net::text, 'taxClass', c.tax_class) ORDER BY c.position)
  FROM receipt_cover c WHERE c.receipt_no = r.receipt_no), '[]') AS covers`;

const INSERT = `
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset($3::jsonb) AS s("instalmentNo" smallint, kind text, "periodFrom" date, "periodTo" date, "issueDate" date,
      "dueDate" date, net numeric, fee numeric, tax numeric, levy numeric, gross numeric, taxes jsonb, levies jsonb, covers jsonb, "gapFrom" date, replaces bigint)),
  paid AS (
    SELECT (SELECT min("instalmentNo") FROM sent) AS "instalmentNo", p.method, p.reference, p."paidAt"
    FROM jsonb_to_record($4::jsonb) AS p(method text, reference text, "paidAt" timestamptz) WHERE p.method IS NOT NULL),
  inserted AS (
    INSERT INTO receipt (application_id, policy_no, instalment_no, kind, period_from, period_to, issue_date, due_date, status, net, fee, tax,
      levy, gross, taxes, levies, payment_method, payment_reference, paid_at, changed_at, gap_from, replaces, agent_code, amendment_id)
    SELECT $1, $2, "instalmentNo", s.kind, s."periodFrom", s."periodTo", s."issueDate", s."dueDate",
      CASE WHEN p.method IS NULL THEN 'PENDING' ELSE 'PAID' END, s.net, s.fee, s.tax, s.levy, s.gross, s.taxes, s.levies, p.method, p.reference,
      p."paidAt", $5, s."gapFrom", s.replaces, (SELECT a.agent_code FROM application a WHERE a.id = $1), $6
    FROM sent s LEFT JOIN paid p USING ("instalmentNo") ORDER BY "instalmentNo"
    RETURNING *),
  covered AS (
    INSERT INTO receipt_cover (receipt_no, position, object_id, code, title, sum_insured, net, tax_class)
    SELECT r.receipt_no, c.position, c."objectId", c.code, c.title, c."sumInsured", c.net, c."taxClass"
    FROM inserted r JOIN sent s ON s."instalmentNo" = r.instalment_no AND s.kind = r.kind
    CROSS JOIN ROWS FROM (jsonb_to_recordset(s.covers) AS ("objectId" bigint, code text, title text, "sumInsured" numeric, net numeric,
      "taxClass" text)) WITH ORDINALITY AS c("objectId", code, title, "sumInsured", net, "taxClass", position))
  SELECT ${COLUMNS} FROM inserted r ORDER BY r.receipt_no`;

/** Returns one row of nulls when the application is readable but has no receipt. */
const FIND_ALL = `
  SELECT ${COLUMNS}, ${NUMBER} FROM application a LEFT JOIN receipt r ON r.application_id = a.id
  WHERE a.id = $1 AND a.agent_code = ANY($2) ORDER BY r.receipt_no`;

const FIND_ONE = `
  SELECT ${COLUMNS}, ${COVERS}, ${NUMBER} FROM application a LEFT JOIN receipt r ON r.application_id = a.id AND r.receipt_no = $3
  WHERE a.id = $1 AND a.agent_code = ANY($2)`;

const FIND_NEXT_PENDING = `
  SELECT ${COLUMNS}, ${COVERS} FROM receipt r WHERE r.application_id = $1 AND r.status = 'PENDING' ORDER BY r.instalment_no LIMIT 1`;

const HAS_PENDING = `SELECT FROM receipt WHERE application_id = $1 AND status = 'PENDING' AND kind = ANY ($2) LIMIT 1`;

const LIST_PENDING = `
  SELECT instalment_no AS "instalmentNo", gross FROM receipt WHERE application_id = $1 AND status = 'PENDING' ORDER BY instalment_no`;

const FIND_PAID = `
  SELECT ${COLUMNS}, ${COVERS} FROM receipt r
  WHERE r.application_id = $1 AND r.status = 'PAID' AND r.kind <> 'REFUND' ORDER BY r.instalment_no`;

const LIST_BOOKED = `
  SELECT ${COLUMNS}, ${COVERS} FROM receipt r
  WHERE r.application_id = ANY ($1) AND r.status IN ('PAID', 'PENDING') AND r.kind NOT IN ('REFUND', 'EARNED') ORDER BY r.instalment_no, r.receipt_no`;

const CANCEL_PENDING = `UPDATE receipt SET status = 'CANCELLED', changed_at = $2 WHERE application_id = $1 AND status = 'PENDING'`;

/** A separate statement, because it must see the clock's entries. */
const CANCEL_PREMIUMS = `
  WITH written AS (
    SELECT t.id, t.receipt_no, t.reference FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM'
    WHERE r.application_id = $1 AND r.status = 'CANCELLED'
      AND NOT EXISTS (SELECT FROM ledger_transaction c WHERE c.receipt_no = r.receipt_no AND c.kind = 'PREMIUM_CANCELLATION')),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference)
    SELECT $2::timestamptz, 'PREMIUM_CANCELLATION', $1, receipt_no, reference FROM written RETURNING id, receipt_no)
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT posted.id, e.account_id, -e.amount, $2 FROM posted JOIN written USING (receipt_no) JOIN ledger_entry e ON e.transaction_id = written.id`;

function selectUnwritten(scope: string): string {
  return `
  SELECT ${COLUMNS}, a.line FROM receipt r JOIN application a ON a.id = r.application_id
  WHERE r.status = 'PENDING' AND r.period_from <= $1 AND (a.cancels_on > r.period_from) IS NOT FALSE AND r.gross <> 0 AND ${scope}
    AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM')
  LIMIT $2 FOR NO KEY UPDATE OF r SKIP LOCKED`;
}

const LOCK_UNWRITTEN = selectUnwritten('true');
const LOCK_UNWRITTEN_IN_REAL_TIME = selectUnwritten(
  `r.agent_code IN (SELECT agent_code FROM agent_clock WHERE frozen_at IS NULL AND state = 'ready')`,
);
const LOCK_UNWRITTEN_OF_AGENT = selectUnwritten('r.agent_code = $3');
const CANCEL = `UPDATE receipt SET status = 'CANCELLED', changed_at = $2 WHERE receipt_no = $1 AND status = 'PENDING'`;

const SET_NOTICE = `
  UPDATE receipt SET notice_on = $2 WHERE application_id = $1 AND status = 'PENDING'
    AND instalment_no = (SELECT min(instalment_no) FROM receipt WHERE application_id = $1 AND status = 'PENDING')`;

const MARK_PAID = `
  UPDATE receipt r SET status = 'PAID', payment_method = $2, payment_reference = $3, paid_at = $4, changed_at = $4
  WHERE r.receipt_no = $1 AND r.status = 'PENDING' RETURNING ${COLUMNS}`;

const REOPEN = `
  UPDATE receipt SET status = 'PENDING', payment_method = NULL, payment_reference = NULL, paid_at = NULL, changed_at = $2
  WHERE receipt_no = $1 AND status = 'PAID' RETURNING receipt_no`;

type ReceiptRow = Omit<Receipt, 'payment' | 'number'> & {
  readonly number?: string | null;
  readonly isUnnumbered?: boolean;
  readonly paymentMethod: PaymentMethod | null;
  readonly paymentReference: string | null;
  readonly paidAt: Date | null;
};
export interface UnwrittenReceipt extends Receipt {
  readonly line: LineCode;
}
type RowWithCovers = ReceiptRow & { readonly covers: readonly ReceiptCover[] };
type OuterRow<Row> = Row | (Omit<Row, 'receiptNo'> & { readonly receiptNo: null });

@Injectable()
export class ReceiptRepository {
  constructor(
    private readonly store: Store,
    private readonly numbers: ReceiptNumbers,
  ) {}

  async insertReceipts(
    tx: Transaction,
    policy: { readonly applicationId: number; readonly policyNo: string; readonly amendmentId?: number | null },
    receipts: readonly NewReceipt[],
    payment: Payment | null,
    at: Date,
  ): Promise<Receipt[]> {
    const values = [
      policy.applicationId,
      policy.policyNo,
      JSON.stringify(receipts),
      JSON.stringify(payment ?? {}),
      at,
      policy.amendmentId ?? null,
    ];
    return (await tx.query<ReceiptRow>(INSERT, values)).map(toReceipt);
  }

  async findReceipts(environment: Environment, applicationId: number, agents: readonly string[]): Promise<Receipt[] | null> {
    const rows = await this.queryNumbered<OuterRow<ReceiptRow>>(environment, FIND_ALL, [applicationId, agents]);
    return rows.length === 0 ? null : rows.filter(isFound).map(toReceipt);
  }

  /** Null when none of the agents may read the application, undefined when it has no such receipt. */
  async findReceipt(
    environment: Environment,
    applicationId: number,
    receiptNo: number,
    agents: readonly string[],
  ): Promise<ReceiptWithCovers | null | undefined> {
    const [row] = await this.queryNumbered<OuterRow<RowWithCovers>>(environment, FIND_ONE, [applicationId, agents, receiptNo]);
    if (!row) return null;
    return isFound(row) ? toReceiptWithCovers(row) : undefined;
  }

  private async queryNumbered<Row extends Pick<ReceiptRow, 'isUnnumbered'>>(
    environment: Environment,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const rows = await this.store.query<Row>(environment, text, [...values]);
    if (!rows.some(({ isUnnumbered }) => isUnnumbered)) return rows;
    await this.numbers.number(environment);
    return this.store.query<Row>(environment, text, [...values]);
  }

  async hasPending(environment: Environment, applicationId: number, kinds: readonly ReceiptKind[] = RECEIPT_KINDS): Promise<boolean> {
    return (await this.store.query(environment, HAS_PENDING, [applicationId, kinds])).length > 0;
  }

  listPending(where: Writer, applicationId: number): Promise<Pick<Receipt, 'instalmentNo' | 'gross'>[]> {
    return this.store.query(where, LIST_PENDING, [applicationId]);
  }

  async findNextPending(tx: Transaction, applicationId: number): Promise<ReceiptWithCovers | null> {
    const [row] = await tx.query<RowWithCovers>(FIND_NEXT_PENDING, [applicationId]);
    return row ? toReceiptWithCovers(row) : null;
  }

  async findPaid(tx: Transaction, applicationId: number): Promise<ReceiptWithCovers[]> {
    return (await tx.query<RowWithCovers>(FIND_PAID, [applicationId])).map(toReceiptWithCovers);
  }

  listBooked(where: Environment | Writer, applicationId: number): Promise<ReceiptWithCovers[]> {
    return this.listBookedOfMany(where, [applicationId]);
  }

  async listBookedOfMany(where: Environment | Writer, applicationIds: readonly number[]): Promise<ReceiptWithCovers[]> {
    return (await this.store.query<RowWithCovers>(where, LIST_BOOKED, [applicationIds])).map(toReceiptWithCovers);
  }

  /** Cancels the premium too if it is written (books.3). */
  async cancel(tx: Transaction, { receiptNo, applicationId }: Receipt, at: Date): Promise<void> {
    await Promise.all([tx.query(CANCEL, [receiptNo, at]), tx.query(CANCEL_PREMIUMS, [applicationId, at])]);
  }

  async setNotice(tx: Transaction, applicationId: number, day: LocalDate): Promise<void> {
    await tx.query(SET_NOTICE, [applicationId, day]);
  }

  async cancelPending(tx: Transaction, applicationId: number, at: Date): Promise<void> {
    await Promise.all([tx.query(CANCEL_PENDING, [applicationId, at]), tx.query(CANCEL_PREMIUMS, [applicationId, at])]);
  }

  /** Locks receipts of the clock's agent, otherwise of all in real time. */
  async lockUnwritten(tx: Transaction, { environment, clock }: Writer, today: LocalDate, limit: number): Promise<UnwrittenReceipt[]> {
    const real = environment === 'sandbox' ? LOCK_UNWRITTEN_IN_REAL_TIME : LOCK_UNWRITTEN;
    const values = clock ? [today, limit, clock.agentCode] : [today, limit];
    const rows = await tx.query<ReceiptRow & { readonly line: LineCode }>(clock ? LOCK_UNWRITTEN_OF_AGENT : real, values);
    return rows.map((row) => ({ ...toReceipt(row), line: row.line }));
  }

  async reopen(tx: Transaction, receiptNo: number, at: Date): Promise<boolean> {
    return (await tx.query(REOPEN, [receiptNo, at])).length === 1;
  }

  async markPaid(tx: Transaction, receiptNo: number, { method, reference, paidAt }: Payment): Promise<Receipt | null> {
    const [row] = await tx.query<ReceiptRow>(MARK_PAID, [receiptNo, method, reference, paidAt]);
    return row ? toReceipt(row) : null;
  }
}

function isFound<Row extends ReceiptRow>(row: OuterRow<Row>): row is Row {
  return row.receiptNo !== null;
}

function toReceiptWithCovers(row: RowWithCovers): ReceiptWithCovers {
  return { ...toReceipt(row), covers: row.covers };
}

function toReceipt({
  paymentMethod: method,
  paymentReference: reference,
  paidAt,
  number = null,
  isUnnumbered: _,
  ...row
}: ReceiptRow): Receipt {
  const payment = method !== null && reference !== null && paidAt !== null ? { method, reference, paidAt } : null;
  return { ...row, number, payment };
}
