import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { getRow, Store } from '../../../store/store.js';
import { SettingsService } from '../../reference/settings/settings.service.js';

const BATCH = 1_000;

// In real time like `recorded_at`, because clocks of the sandbox and of tests differ from it.
const DELETE_OLD = `SELECT delete_events(clock_timestamp() - make_interval(days => $1::integer), ${BATCH}) AS deleted`;

/** Deletes events with their positions and deliveries (events.3). */
@Injectable()
export class EventRetention {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
  ) {}

  async deleteOld(environment: Environment): Promise<void> {
    const { eventRetentionDays } = await this.settings.get(environment);
    for (;;) {
      const { deleted } = getRow(await this.store.query<{ deleted: number }>(environment, DELETE_OLD, [eventRetentionDays]));
      if (deleted < BATCH) return;
    }
  }
}
