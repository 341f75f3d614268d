import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { getRow, Store } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';

const INTERVAL_MS = 1_000;
const AT_ONCE = 1_000;

const HAS_WAITING = `SELECT EXISTS (SELECT FROM receipt_number WHERE number IS NULL) AS "hasWaiting"`;

const NUMBER = `
  WITH waiting AS (
    SELECT n.receipt_no, n.issued_on, CASE current_schema() WHEN 'sandbox' THEN 'S' ELSE '' END || to_char(n.issued_on, 'YY') || left(a.application_no, 1)
      || CASE r.kind WHEN 'REFUND' THEN '-R' ELSE '' END AS series
    FROM receipt_number n JOIN receipt r ON r.receipt_no = n.receipt_no JOIN application a ON a.id = r.application_id
    WHERE n.number IS NULL ORDER BY n.issued_on, n.receipt_no LIMIT ${AT_ONCE}),
  placed AS (SELECT receipt_no, series, row_number() OVER (PARTITION BY series ORDER BY issued_on, receipt_no) AS place FROM waiting),
  numbered AS (
    UPDATE receipt_number n SET series = p.series, number = p.place + coalesce((SELECT max(m.number) FROM receipt_number m WHERE m.series = p.series), 0)
    FROM placed p WHERE n.receipt_no = p.receipt_no RETURNING n.receipt_no)
  SELECT count(*)::int AS count FROM numbered`;

/** Numbers receipts without gaps, after their commit, so that no charge waits for a counter (ADR-24). */
@Injectable()
export class ReceiptNumbers {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'number receipts',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.number(environment, signal),
    });
  }

  /** Safe on several nodes, which wait for each other. */
  async number(environment: Environment, signal?: AbortSignal): Promise<void> {
    const { hasWaiting } = getRow(await this.store.query<{ hasWaiting: boolean }>(environment, HAS_WAITING));
    if (!hasWaiting) return;
    while (signal?.aborted !== true && (await this.numberPart(environment)) === AT_ONCE);
  }

  private numberPart(environment: Environment): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      await lockTurn(tx, 'receipt numbers');
      return getRow(await tx.query<{ count: number }>(NUMBER)).count;
    });
  }
}
