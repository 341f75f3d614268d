import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Store } from '../../../../store/store.js';
import type { AttemptFailure } from './post.js';

/** Days with failures after which a webhook is disabled (events.12). */
const FAILING_DAYS = 5;
const SUCCESS_UPDATE_INTERVAL = '1 second';

export interface AttemptOutcome {
  readonly deliveryId: number;
  /** Outcomes of earlier leases are not written. */
  readonly leasedUntil: Date;
  readonly at: Date;
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  readonly durationMs: number;
  readonly waitMs: number | null;
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
  results AS MATERIALIZED (
    SELECT webhook_id, bool_or(failure IS NULL) AS succeeds, bool_or(is_gone) AS is_gone FROM written GROUP BY webhook_id),
  judged AS MATERIALIZED (
    SELECT w.id, t.succeeds, CASE
        WHEN t.is_gone THEN 'GONE'
        WHEN NOT t.succeeds AND w.failing_since < statement_timestamp() - interval '${FAILING_DAYS} days' THEN 'FAILING' END AS disabled_reason
    FROM results t JOIN webhook w ON w.id = t.webhook_id
    WHERE w.status = 'enabled' AND (t.is_gone OR NOT t.succeeds OR w.failing_since IS NOT NULL OR w.last_success_at IS NULL
      OR w.last_success_at < statement_timestamp() - interval '${SUCCESS_UPDATE_INTERVAL}')
    ORDER BY w.id FOR NO KEY UPDATE OF w)
  UPDATE webhook w SET
    last_success_at = CASE WHEN j.succeeds THEN statement_timestamp() ELSE w.last_success_at END,
    failing_since = CASE WHEN NOT j.succeeds THEN coalesce(w.failing_since, statement_timestamp()) END,
    status = CASE WHEN j.disabled_reason IS NULL THEN w.status ELSE 'disabled' END,
    disabled_reason = j.disabled_reason,
    notice_due_at = CASE WHEN j.disabled_reason = 'FAILING' THEN statement_timestamp() ELSE w.notice_due_at END,
    updated_at = CASE WHEN j.disabled_reason IS NULL THEN w.updated_at ELSE statement_timestamp() END
  FROM judged j WHERE w.id = j.id`;

@Injectable()
export class DeliveryOutcomeRepository {
  constructor(private readonly store: Store) {}

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
    // In a transaction, because that is retried after a conflict with a write of the owner.
    await this.store.transaction(environment, (tx) => tx.query(WRITE, values));
  }
}
