import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { Scheduler } from '../../../../jobs/scheduler.js';
import { getRow, Store } from '../../../../store/store.js';

const INTERVAL_MS = 10 * 60_000;
const RETENTION_DAYS = 30;
const BATCH = 1_000;

// Plain SQL, because one statement deletes a batch of deliveries with their attempts (ADR-2).
const deleting = (chosen: string): string => `
  WITH chosen AS (${chosen} LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED),
  deleted AS (DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM chosen) RETURNING id)
  SELECT count(*)::int AS count FROM deleted`;
const DELETE_OLD = deleting(`
  SELECT d.id FROM webhook_delivery d WHERE d.ended_at < statement_timestamp() - interval '${RETENTION_DAYS} days' ORDER BY d.ended_at`);
const DELETE_OF_DELETED = deleting(
  `SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.deleted_at IS NOT NULL`,
);
const DELETE_EMPTY = `
  DELETE FROM webhook w WHERE w.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id)`;

@Injectable()
export class DeliveryCleanupScheduler {
  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    scheduler.addToEnvironments({
      name: 'delete old webhook deliveries',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.cleanUp(environment, signal),
    });
  }

  async cleanUp(environment: Environment, signal?: AbortSignal): Promise<number> {
    const count = (await this.deleteAll(environment, DELETE_OLD, signal)) + (await this.deleteAll(environment, DELETE_OF_DELETED, signal));
    await this.store.query(environment, DELETE_EMPTY);
    return count;
  }

  private async deleteAll(environment: Environment, statement: string, signal?: AbortSignal): Promise<number> {
    let all = 0;
    while (signal?.aborted !== true) {
      const { count } = getRow(await this.store.query<{ count: number }>(environment, statement));
      all += count;
      if (count < BATCH) break;
    }
    return all;
  }
}
