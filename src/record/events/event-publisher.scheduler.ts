import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { Config } from '../../config/config.js';
import { EventPublisher } from './event-publisher.js';

const INTERVAL_MS = 400;
/** After a pass that failed: a new epoch may not get its lock, and writers should not wait for it all the time. */
const PAUSE_MS = 4_000;

/** Publishes events from the start of the process on, in each environment one pass at a time. */
@Injectable()
export class EventPublisherScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventPublisherScheduler.name);
  private readonly timers = new Map<Environment, NodeJS.Timeout>();
  private readonly running = new Map<Environment, Promise<void>>();
  private readonly failing = new Set<Environment>();
  private isStopped = false;

  constructor(
    private readonly config: Config,
    private readonly publisher: EventPublisher,
  ) {}

  onApplicationBootstrap(): void {
    for (const environment of this.config.environments) this.wait(environment, INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.timers.forEach((timer) => clearTimeout(timer));
    await Promise.all(this.running.values());
  }

  private wait(environment: Environment, ms: number): void {
    if (this.isStopped) return;
    const begin = (): void => void this.running.set(environment, this.pass(environment));
    this.timers.set(environment, setTimeout(begin, ms).unref());
  }

  private async pass(environment: Environment): Promise<void> {
    try {
      await this.publisher.publish(environment);
      this.failing.delete(environment);
      this.wait(environment, INTERVAL_MS);
    } catch (error) {
      // Said once: without a database it fails all the time.
      if (!this.failing.has(environment))
        this.logger.warn(`Events of ${environment} wait to be published: ${error instanceof Error ? error.message : String(error)}`);
      this.failing.add(environment);
      this.wait(environment, PAUSE_MS);
    }
  }
}
