import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../config/config.js';
import { DueService } from './due.service.js';

const INTERVAL_MS = 20_000;

/** Runs the clock's work from the start of the process on, one pass at a time. A pass that fails is tried again at the next tick. */
@Injectable()
export class DueScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DueScheduler.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly config: Config,
    private readonly work: DueService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running ??= this.pass().finally(() => (this.running = null));
  }

  private async pass(): Promise<void> {
    for (const environment of this.config.environments) {
      try {
        const moved = await this.work.run({ environment, at: this.clock.now() });
        if (moved > 0) this.logger.log(`${moved} applications moved by the clock in ${environment}`);
      } catch (error) {
        this.logger.warn(`The clock's work in ${environment} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
