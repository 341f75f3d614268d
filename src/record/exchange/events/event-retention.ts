import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { SettingsService } from '../../reference/settings/settings.service.js';

const BATCH = 1_000;

// By real time, as `recorded_at` is: the clock of a test, or of the sandbox, moves on its own.
const DELETE_OLD = `SELECT delete_events(clock_timestamp() - make_interval(days => $1::integer), ${BATCH}) AS deleted`;

/** Deletes events by their age (events.3), with their positions and deliveries. */
@Injectable()
export class EventRetention {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
  ) {}

  /** Deletes what is older than the environment's `eventRetentionDays`, the oldest first, in batches. */
  async deleteOld(environment: Environment): Promise<void> {
    const { eventRetentionDays } = await this.settings.get(environment);
    for (;;) {
      const [row] = await this.store.query<{ deleted: number }>(environment, DELETE_OLD, [eventRetentionDays]);
      if ((row?.deleted ?? 0) < BATCH) return;
    }
  }
}
