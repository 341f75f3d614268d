import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { OverviewFold } from './overview-fold.js';

/** An overview may be a minute old. */
const INTERVAL_MS = 15_000;

/** Folds what happened into the figures of the overview. */
@Injectable()
export class OverviewFoldScheduler extends PeriodicWork<Environment> {
  private readonly logger = new Logger(OverviewFoldScheduler.name);

  constructor(
    config: Config,
    private readonly fold: OverviewFold,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  protected pass(environment: Environment): Promise<void> {
    return this.fold.run({ environment, at: this.clock.now() }, { isEnding: () => this.isClosing });
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`The overview of ${environment} waits for its next pass: ${reason}`);
  }
}
