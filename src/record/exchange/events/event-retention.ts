import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { SettingsService } from '../../reference/settings/settings.service.js';

const BATCH = 1_000;

// In real time, as `recorded_at` is; clocks of tests and of the sandbox move on their own.
const DELETE_OLD = `SELECT delete_events(clock_timestamp() - make_interval(days => $1::integer), ${BATCH}) AS deleted`;

/** Deletes events by their age (events.3), with their positions and deliveries. */
@Injectable()
export class EventRetention {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
  ) {}

  async deleteOld(environment: Environment): Promise<void> {
    const { eventRetentionDays } = await this.settings.get(environment);
    for (;;) {
      const [row] = await this.store.query<{ deleted: number }>(environment, DELETE_OLD, [eventRetentionDays]);
      if ((row?.deleted ?? 0) < BATCH) return;
    }
  }
}
