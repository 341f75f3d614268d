import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { PeriodicWork } from '../../../common/periodic-work.js';
import { Config } from '../../../config/config.js';
import { Store } from '../../../store/store.js';

const INTERVAL_MS = 10 * 60_000;
const KEPT_DAYS = 30;
const BATCH = 1_000;

// SQL of our own: a batch in one statement, the attempts with their deliveries (ADR-2).
const deleting = (chosen: string): string => `
  WITH chosen AS (${chosen} LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED),
  deleted AS (DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM chosen) RETURNING id)
  SELECT count(*)::int AS count FROM deleted`;
const DELETE_OLD = deleting(`
  SELECT d.id FROM webhook_delivery d WHERE d.ended_at < statement_timestamp() - interval '${KEPT_DAYS} days' ORDER BY d.ended_at`);
const DELETE_OF_DELETED = deleting(
  `SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.deleted_at IS NOT NULL`,
);
const DELETE_EMPTY = `
  DELETE FROM webhook w WHERE w.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id)`;

/** Deletes deliveries that ended thirty days ago, and in parts what is left of deleted webhooks. Deliveries that wait go with their events. */
@Injectable()
export class DeliveryCleanupScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(DeliveryCleanupScheduler.name);

  constructor(
    config: Config,
    private readonly store: Store,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  /** Returns how many deliveries went. */
  async cleanUp(environment: Environment): Promise<number> {
    const count = (await this.deleteAll(environment, DELETE_OLD)) + (await this.deleteAll(environment, DELETE_OF_DELETED));
    await this.store.query(environment, DELETE_EMPTY);
    return count;
  }

  protected async pass(environment: Environment): Promise<void> {
    await this.cleanUp(environment);
  }

  private async deleteAll(environment: Environment, statement: string): Promise<number> {
    let all = 0;
    while (!this.isClosing) {
      const [row] = await this.store.query<{ count: number }>(environment, statement);
      const count = row?.count ?? 0;
      all += count;
      if (count < BATCH) break;
    }
    return all;
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`The clean-up of deliveries in ${environment} failed until its next run: ${reason}`);
  }
}
