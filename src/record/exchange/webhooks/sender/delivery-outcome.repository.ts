import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Store } from '../../../../store/store.js';
import type { AttemptFailure } from './attempt-failure.js';

/** So long without a success after a failure, and a webhook is disabled (events.12). */
const FAILING_DAYS = 5;
/** Success after success is noted once in so long. */
const SUCCESS_NOTED_EVERY = '1 second';

/** What came of an attempt, and what it means for the delivery. */
export interface AttemptOutcome {
  readonly deliveryId: number;
  /** The lease under which it was made: another one's outcome is not written. */
  readonly leasedUntil: Date;
  readonly at: Date;
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  readonly durationMs: number;
  /** Until the next attempt; null: there is none. */
  readonly waitMs: number | null;
  /** The receiver wants no more. */
  readonly isGone: boolean;
}

const WRITE = `
  WITH outcome AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::smallint[], $5::text[], $6::integer[], $7::bigint[], $8::boolean[])
      AS o (delivery_id, leased_until, at, status, failure, duration_ms, wait_ms, is_gone)),
  written AS (
    UPDATE webhook_delivery d SET attempts = d.attempts + 1, leased_until = NULL,
      status = CASE WHEN o.failure IS NULL THEN 'delivered' WHEN o.wait_ms IS NULL THEN 'failed' ELSE 'pending' END,
      next_attempt_at = statement_timestamp() + o.wait_ms * interval '1 millisecond',
      ended_at = CASE WHEN o.wait_ms IS NULL THEN statement_timestamp() END
    FROM outcome o WHERE d.id = o.delivery_id AND d.leased_until = o.leased_until
    RETURNING d.webhook_id, o.*),
  noted AS (
    INSERT INTO webhook_attempt (delivery_id, at, status, failure, duration_ms)
    SELECT delivery_id, at, status, failure, duration_ms FROM written ORDER BY at, delivery_id),
  told AS MATERIALIZED (
    SELECT webhook_id, bool_or(failure IS NULL) AS succeeds, bool_or(is_gone) AS is_gone FROM written GROUP BY webhook_id),
  judged AS MATERIALIZED (
    SELECT w.id, t.succeeds, CASE
        WHEN t.is_gone THEN 'GONE'
        WHEN NOT t.succeeds AND w.failing_since < statement_timestamp() - interval '${FAILING_DAYS} days' THEN 'FAILING' END AS disabled_reason
    FROM told t JOIN webhook w ON w.id = t.webhook_id
    WHERE w.status = 'enabled' AND (t.is_gone OR NOT t.succeeds OR w.failing_since IS NOT NULL OR w.last_success_at IS NULL
      OR w.last_success_at < statement_timestamp() - interval '${SUCCESS_NOTED_EVERY}')
    ORDER BY w.id FOR NO KEY UPDATE OF w)
  UPDATE webhook w SET
    last_success_at = CASE WHEN j.succeeds THEN statement_timestamp() ELSE w.last_success_at END,
    failing_since = CASE WHEN NOT j.succeeds THEN coalesce(w.failing_since, statement_timestamp()) END,
    status = CASE WHEN j.disabled_reason IS NULL THEN w.status ELSE 'disabled' END,
    disabled_reason = j.disabled_reason,
    notice_due_at = CASE WHEN j.disabled_reason = 'FAILING' THEN statement_timestamp() ELSE w.notice_due_at END,
    updated_at = CASE WHEN j.disabled_reason IS NULL THEN w.updated_at ELSE statement_timestamp() END
  FROM judged j WHERE w.id = j.id`;

const DISABLE_UNREADABLE = `
  UPDATE webhook SET status = 'disabled', disabled_reason = 'SECRET_UNREADABLE', updated_at = statement_timestamp()
  WHERE id = $1 AND status = 'enabled' AND secret = $2`;

/** What came of attempts. SQL of our own: delivery, attempt and webhook change in one statement, of many attempts at once (ADR-2). */
@Injectable()
export class DeliveryOutcomeRepository {
  constructor(private readonly store: Store) {}

  /** Writes outcomes. A webhook that is disabled by it because its receiver failed for too long, has a notice due for its owner. */
  async write(environment: Environment, outcomes: readonly AttemptOutcome[]): Promise<void> {
    const column = <Key extends keyof AttemptOutcome>(key: Key): AttemptOutcome[Key][] => outcomes.map((outcome) => outcome[key]);
    const values = [
      column('deliveryId'),
      column('leasedUntil'),
      column('at'),
      column('status'),
      column('failure'),
      column('durationMs'),
      column('waitMs'),
      column('isGone'),
    ];
    // Alone in its transaction, which is repeated when another one, of the webhook's owner for instance, is in its way.
    await this.store.transaction(environment, (tx) => tx.query(WRITE, values));
  }

  /** Its secret was damaged, and no node can open it; one that replaced it meanwhile may be good. */
  async disableUnreadable(environment: Environment, webhookId: number, secret: Buffer): Promise<void> {
    await this.store.query(environment, DISABLE_UNREADABLE, [webhookId, secret]);
  }
}
