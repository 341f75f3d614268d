import { Injectable } from '@nestjs/common';
import { Scheduler } from '../jobs/scheduler.js';
import { Store } from '../store/store.js';
import { EXPIRED_REMEMBERED_MS } from './token.service.js';

const INTERVAL_MS = 10 * 60_000;

@Injectable()
export class TokenCleanupScheduler {
  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    scheduler.add({ name: 'delete old tokens', everyMs: INTERVAL_MS, places: ['gateway'], pass: (_, { at }) => this.deleteForgotten(at) });
  }

  async deleteForgotten(at: Date): Promise<void> {
    const forgottenSince = new Date(at.getTime() - EXPIRED_REMEMBERED_MS);
    await this.store.query('gateway', 'DELETE FROM token WHERE expires_at <= $1', [forgottenSince]);
    await this.store.query('gateway', `DELETE FROM access_change WHERE at < now() - interval '1 hour'`);
  }
}
