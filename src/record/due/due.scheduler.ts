import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { DueService } from './due.service.js';

const INTERVAL_MS = 20_000;

/** Runs the clock's work. */
@Injectable()
export class DueScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(DueScheduler.name);

  constructor(
    config: Config,
    private readonly work: DueService,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  protected async pass(environment: Environment): Promise<void> {
    const moved = await this.work.run({ environment, at: this.clock.now() });
    if (moved > 0) this.logger.log(`${moved} applications moved by the clock in ${environment}`);
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`The clock's work in ${environment} failed: ${reason}`);
  }
}
