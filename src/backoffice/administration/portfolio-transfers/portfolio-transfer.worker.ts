import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { Clock } from '../../../common/clock.js';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { PortfolioTransferRepository } from '../../../record/contract/transfers/portfolio-transfer.repository.js';
import { PortfolioTransferService } from '../../../record/contract/transfers/portfolio-transfer.service.js';

const INTERVAL_MS = 60_000;

/** Carries out portfolio transfers on their day. One node works on a transfer at a time; another one continues it. */
@Injectable()
export class PortfolioTransferWorker {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly repository: PortfolioTransferRepository,
    private readonly transfers: PortfolioTransferService,
    private readonly clock: Clock,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'transfer portfolios',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.workOnAll(environment, signal),
    });
  }

  private async workOnAll(environment: Environment, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const transfer = await this.repository.lease(environment, after, toLocalDate(this.clock.now()));
      if (transfer === null) return;
      after = transfer.id;
      try {
        while (!signal.aborted && (await this.transfers.moveBatch(environment, this.clock.now(), transfer)));
      } finally {
        await this.repository.release(environment, transfer);
      }
    }
  }
}
