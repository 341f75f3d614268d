import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { Store } from '../../../store/store.js';
import { EventLag } from '../events/event-lag.js';
import { OverviewFoldRepository } from './overview-fold.repository.js';

const INTERVAL_MS = 15_000;
/** A younger fold of another node is not repeated. */
const FRESH_MS = 8_000;

/** `done`: nothing is left; `more`: another part is left; `idle`: another node folds or has just done so. */
type FoldResult = 'done' | 'more' | 'idle';

/** Runs on one node per environment at a time (backoffice.35, ADR-19). */
@Injectable()
export class OverviewFold {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly repository: OverviewFoldRepository,
    private readonly lag: EventLag,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'update the overview',
      everyMs: INTERVAL_MS,
      pass: (environment, { at, signal }) => this.run({ environment, at }, { signal }),
    });
  }

  async run(
    context: OperationContext & Writer,
    { signal, evenIfFresh = false }: { signal?: AbortSignal; evenIfFresh?: boolean } = {},
  ): Promise<void> {
    let result: FoldResult = 'more';
    while (result === 'more' && signal?.aborted !== true) result = await this.foldPart(context, evenIfFresh);
  }

  private async foldPart({ environment, at }: OperationContext & Writer, evenIfFresh: boolean): Promise<FoldResult> {
    // Read before the feed, because committed events without a position are not part of the figures.
    const completeUntil = await this.lag.completeUntil(environment);
    return this.store.transaction(environment, async (tx) => {
      const progress = await this.repository.claimTurn(tx);
      if (progress === null) return 'idle';
      const { asOf, now } = progress;
      if (!evenIfFresh && asOf !== null && now.getTime() - asOf.getTime() < FRESH_MS) return 'idle';
      if (await this.repository.foldPart(tx, progress)) return 'more';
      await this.repository.countOpen(tx, at);
      await this.repository.saveAsOf(tx, completeUntil);
      return 'done';
    });
  }
}
