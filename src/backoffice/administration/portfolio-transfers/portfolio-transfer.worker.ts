import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { Clock } from '../../../common/clock.js';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import type { LeasedTransfer } from '../../../record/contract/transfers/portfolio-transfer.js';
import { PortfolioTransferRepository } from '../../../record/contract/transfers/portfolio-transfer.repository.js';
import { PortfolioTransferService } from '../../../record/contract/transfers/portfolio-transfer.service.js';

const INTERVAL_MS = 60_000;
const MAX_REASON = 200;

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
    const failures: unknown[] = [];
    for (let after = 0; !signal.aborted;) {
      const transfer = await this.repository.lease(environment, after, toLocalDate(this.clock.now()));
      if (transfer === null) break;
      after = transfer.id;
      await this.work(environment, transfer, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private async work(environment: Environment, transfer: LeasedTransfer, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await this.transfers.moveBatch(environment, this.clock.now(), transfer)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await this.repository.saveFailure(environment, transfer, reason.slice(0, MAX_REASON));
      throw error;
    }
    await this.repository.release(environment, transfer);
  }
}
