import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { PeriodicWork } from '../common/periodic-work.js';
import { Store } from '../store/store.js';
import { EXPIRED_REMEMBERED_MS } from './token.service.js';

const INTERVAL_MS = 10 * 60_000;

/**
 * Deletes tokens that expired more than a day ago, and notes of changes that every node has seen, so that the tables do not grow with time.
 * SQL of our own: whole sets of rows in one statement (ADR-2).
 */
@Injectable()
export class TokenCleanupScheduler extends PeriodicWork<'gateway'> {
  private readonly logger = new Logger(TokenCleanupScheduler.name);

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, ['gateway']);
  }

  async deleteForgotten(): Promise<void> {
    const forgottenSince = new Date(this.clock.now().getTime() - EXPIRED_REMEMBERED_MS);
    await this.store.query('gateway', 'DELETE FROM token WHERE expires_at <= $1', [forgottenSince]);
    await this.store.query('gateway', `DELETE FROM access_change WHERE at < now() - interval '1 hour'`);
  }

  protected pass(): Promise<void> {
    return this.deleteForgotten();
  }

  protected noteFailure(_place: 'gateway', reason: string): void {
    this.logger.warn(`The clean-up of tokens failed until its next run: ${reason}`);
  }
}
