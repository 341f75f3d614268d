import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { ApiKeyRegistry } from '../../../identity/api-key-registry.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Store } from '../../../store/store.js';
import { type AuditActor, AuditService } from '../audit/audit.service.js';
import { KeyNoticeRepository } from '../mail/key-notice.repository.js';

const INTERVAL_MS = 10 * 60_000;
const CLOCK_ACTOR: AuditActor = { userId: null, name: 'clock', address: null, requestId: null };

/** Disables keys that nobody used for API_KEY_UNUSED_DAYS, 30 days after the mail about it (auth.22). */
@Injectable()
export class UnusedKeysScheduler {
  readonly job: Job<'gateway'>;

  constructor(
    scheduler: Scheduler,
    private readonly config: Config,
    private readonly store: Store,
    private readonly notices: KeyNoticeRepository,
    private readonly registry: ApiKeyRegistry,
    private readonly audit: AuditService,
  ) {
    this.job = scheduler.add({
      name: 'disable unused keys',
      everyMs: INTERVAL_MS,
      places: ['gateway'],
      pass: (_, { at }) => this.disable(at),
    });
  }

  private async disable(at: Date): Promise<void> {
    const { unusedDays } = this.config.apiKeys;
    if (unusedDays === 0) return;
    await this.store.transaction('gateway', async (tx) => {
      for (const { id, lastUse } of await this.notices.lockUnused(tx, at, unusedDays)) {
        await this.registry.changeKey(tx, id, { status: 'disabled' });
        const details = { unusedSince: lastUse.toISOString(), unusedDays };
        await this.audit.record(tx, CLOCK_ACTOR, { action: 'disable', subject: 'api_key', id, details });
      }
    });
  }
}
