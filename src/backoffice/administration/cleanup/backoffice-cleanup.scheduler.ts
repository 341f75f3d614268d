import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { CachedResponseService } from '../../../gateway/idempotency/cached-response.service.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { EventRetention } from '../../../record/exchange/events/event-retention.js';
import { Store } from '../../../store/store.js';
import { EXPIRED_SESSION_REMEMBERED_MS } from '../../../identity/session.service.js';
import { DEVICE_TTL_MS } from '../../access/accounts/device.service.js';
import { FAILURES_REMEMBERED_MS } from '../../access/accounts/sign-in-backoff.service.js';
import { RetentionService } from '../../underwriting/parties/retention.service.js';

const INTERVAL_MS = 10 * 60_000;

// Anybody can cause rows, one for each account and place. Beyond this number, the oldest are deleted early.
const MAX_FAILURES = 200_000;
const OLD_FAILURES = `
  DELETE FROM sign_in_attempt
  WHERE last_at <= greatest($1, (SELECT last_at FROM sign_in_attempt ORDER BY last_at DESC OFFSET ${MAX_FAILURES} LIMIT 1))`;

@Injectable()
export class BackofficeCleanupScheduler {
  readonly job: Job<'gateway'>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly config: Config,
    private readonly cachedResponses: CachedResponseService,
    private readonly events: EventRetention,
    private readonly retention: RetentionService,
  ) {
    this.job = scheduler.add({
      name: 'delete what has expired',
      everyMs: INTERVAL_MS,
      places: ['gateway'],
      pass: (_, { at }) => this.deleteExpired(at),
    });
  }

  async deleteExpired(at: Date): Promise<void> {
    const ago = (ms: number): Date => new Date(at.getTime() - ms);
    await this.store.query('gateway', 'DELETE FROM staff_session WHERE expires_at <= $1', [ago(EXPIRED_SESSION_REMEMBERED_MS)]);
    await this.store.query('gateway', 'DELETE FROM one_time_token WHERE expires_at <= $1', [ago(0)]);
    await this.store.query('gateway', 'DELETE FROM oidc_sign_in WHERE expires_at <= $1', [ago(0)]);
    await this.store.query('gateway', 'DELETE FROM oidc_logout_token WHERE expires_at <= $1', [ago(0)]);
    await this.store.query('gateway', 'DELETE FROM factor_challenge WHERE expires_at <= $1', [ago(0)]);
    await this.store.query('gateway', 'DELETE FROM staff_device WHERE last_used_at <= $1', [ago(DEVICE_TTL_MS)]);
    await this.store.query('gateway', OLD_FAILURES, [ago(FAILURES_REMEMBERED_MS)]);
    for (const schema of ['gateway', ...this.config.environments] as const) await this.cachedResponses.deleteOld(schema);
    for (const environment of this.config.environments) {
      await this.events.deleteOld(environment);
      await this.store.query(environment, 'DELETE FROM quote_draft WHERE expires_at <= $1', [ago(0)]);
    }
    await this.eraseByAge(at);
  }

  private async eraseByAge(at: Date): Promise<void> {
    const failures: unknown[] = [];
    for (const environment of this.config.environments)
      await this.retention.run({ environment, at }).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
