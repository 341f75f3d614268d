import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { PeriodicWork } from '../../../common/periodic-work.js';
import { Config } from '../../../config/config.js';
import { Store } from '../../../store/store.js';

const INTERVAL_MS = 10 * 60_000;
const KEPT_DAYS = 30;
const BATCH = 1_000;

// SQL of our own: a batch in one statement, the attempts with their deliveries (ADR-2).
const DELETE_OLD = `
  WITH old AS (
    SELECT id FROM webhook_delivery WHERE ended_at < statement_timestamp() - interval '${KEPT_DAYS} days' ORDER BY ended_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
  deleted AS (DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM old) RETURNING id)
  SELECT count(*)::int AS count FROM deleted`;

/** Deletes deliveries that ended thirty days ago. Those that wait go with their events. */
@Injectable()
export class DeliveryCleanupScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(DeliveryCleanupScheduler.name);

  constructor(
    config: Config,
    private readonly store: Store,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  /** Returns how many went. */
  async deleteOld(environment: Environment): Promise<number> {
    let all = 0;
    while (!this.isClosing) {
      const [row] = await this.store.query<{ count: number }>(environment, DELETE_OLD);
      const count = row?.count ?? 0;
      all += count;
      if (count < BATCH) break;
    }
    return all;
  }

  protected async pass(environment: Environment): Promise<void> {
    await this.deleteOld(environment);
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`The clean-up of deliveries in ${environment} failed until its next run: ${reason}`);
  }
}
