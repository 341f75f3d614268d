import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Store } from '../store/store.js';
import { EXPIRED_REMEMBERED_MS } from './token.service.js';

const INTERVAL_MS = 10 * 60_000;

/**
 * Deletes tokens that expired more than a day ago, and notes of changes that every node has seen, so that the tables do not grow with time.
 * SQL of our own: whole sets of rows in one statement (ADR-2).
 */
@Injectable()
export class TokenCleanupScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TokenCleanupScheduler.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async deleteForgotten(): Promise<void> {
    const forgottenSince = new Date(this.clock.now().getTime() - EXPIRED_REMEMBERED_MS);
    await this.store.query('gateway', 'DELETE FROM token WHERE expires_at <= $1', [forgottenSince]);
    await this.store.query('gateway', `DELETE FROM access_change WHERE at < now() - interval '1 hour'`);
  }

  private async run(): Promise<void> {
    try {
      await this.deleteForgotten();
    } catch (error) {
      this.logger.warn(`The clean-up of tokens failed until its next run: ${String(error)}`);
    }
  }
}
