import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { EventPublisher } from './event-publisher.js';

const INTERVAL_MS = 400;
/** After a pass that failed: a new epoch may not get its lock, and writers should not wait for it all the time. */
const PAUSE_MS = 4_000;

/** Publishes events. */
@Injectable()
export class EventPublisherScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(EventPublisherScheduler.name);
  /** When a pass last failed, of environments where the latest did. */
  private readonly failedAtMs = new Map<Environment, number>();

  constructor(
    config: Config,
    private readonly publisher: EventPublisher,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  protected async pass(environment: Environment): Promise<void> {
    if (performance.now() - (this.failedAtMs.get(environment) ?? -Infinity) < PAUSE_MS) return;
    await this.publisher.publish(environment);
    this.failedAtMs.delete(environment);
  }

  /** Said once: without a database it fails all the time. */
  protected noteFailure(environment: Environment, reason: string): void {
    if (!this.failedAtMs.has(environment)) this.logger.warn(`Events of ${environment} wait to be published: ${reason}`);
    this.failedAtMs.set(environment, performance.now());
  }
}
