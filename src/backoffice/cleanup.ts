import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { PeriodicWork } from '../common/periodic-work.js';
import { Config } from '../config/config.js';
import { KeptResponseService } from '../gateway/idempotency/kept-response.service.js';
import { EventRetention } from '../record/events/event-retention.js';
import { Store } from '../store/store.js';
import { EXPIRED_REMEMBERED_MS } from '../identity/session.service.js';
import { DEVICE_TTL_MS } from './accounts/device.service.js';
import { FAILURES_REMEMBERED_MS } from './accounts/sign-in-backoff.service.js';
import { RetentionService } from './parties/retention.service.js';

const INTERVAL_MS = 10 * 60_000;

// SQL of our own: whole sets of rows in one statement.
// Anybody may write them, a row for each account and place that is typed in: beyond so many the oldest go before their time.
const MAX_FAILURES = 200_000;
const OLD_FAILURES = `
  DELETE FROM sign_in_attempt
  WHERE last_at <= greatest($1, (SELECT last_at FROM sign_in_attempt ORDER BY last_at DESC OFFSET ${MAX_FAILURES} LIMIT 1))`;

/** Deletes what time has made worthless: expired sessions and links, devices, old failures, kept responses, events, persons. */
@Injectable()
export class BackofficeCleanupScheduler extends PeriodicWork<'gateway'> {
  private readonly logger = new Logger(BackofficeCleanupScheduler.name);
  private deleting: Promise<void> | null = null;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly keptResponses: KeptResponseService,
    private readonly events: EventRetention,
    private readonly retention: RetentionService,
  ) {
    super(INTERVAL_MS, ['gateway']);
  }

  /** One run at a time: erasing a hundred persons may take longer than the time between two runs. */
  deleteForgotten(): Promise<void> {
    return (this.deleting ??= this.deleteAll().finally(() => (this.deleting = null)));
  }

  private async deleteAll(): Promise<void> {
    await this.store.query('gateway', 'DELETE FROM staff_session WHERE expires_at <= $1', [this.ago(EXPIRED_REMEMBERED_MS)]);
    await this.store.query('gateway', 'DELETE FROM one_time_token WHERE expires_at <= $1', [this.ago(0)]);
    await this.store.query('gateway', 'DELETE FROM staff_device WHERE last_used_at <= $1', [this.ago(DEVICE_TTL_MS)]);
    await this.store.query('gateway', OLD_FAILURES, [this.ago(FAILURES_REMEMBERED_MS)]);
    for (const schema of ['gateway', ...this.config.environments] as const) await this.keptResponses.deleteOld(schema);
    for (const environment of this.config.environments) await this.events.deleteOld(environment);
    await this.eraseByAge();
  }

  /** What fails in one environment is thrown once the other is done. */
  private async eraseByAge(): Promise<void> {
    const failures: unknown[] = [];
    for (const environment of this.config.environments)
      await this.retention.run({ environment, at: this.clock.now() }).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private ago(ms: number): Date {
    return new Date(this.clock.now().getTime() - ms);
  }

  protected pass(): Promise<void> {
    return this.deleteForgotten();
  }

  protected noteFailure(_place: 'gateway', reason: string): void {
    this.logger.warn(`The clean-up of sessions, links, kept responses, events and persons failed until its next run: ${reason}`);
  }
}
