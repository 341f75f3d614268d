import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { getRow, Store } from '../../../store/store.js';
import { claimTurn } from '../../../store/turn.js';

const INTERVAL_MS = 10 * 60_000;
/** A backup may lock the tables for a long time, and writers would wait behind this transaction. */
const LIMIT_WAIT = `SELECT set_config('lock_timeout', '1s', true)`;
const ADD_BLOCKS = 'SELECT add_history_blocks() AS added';

/** Takes no lock when no block is missing (ADR-29). */
@Injectable()
export class HistoryBlocksScheduler {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'add blocks of the history',
      everyMs: INTERVAL_MS,
      pass: (environment) => this.addBlocks(environment),
    });
  }

  async addBlocks(environment: Environment): Promise<number> {
    return this.store.alterTables(environment, async (tx) => {
      if (!(await claimTurn(tx, 'blocks of the history'))) return 0;
      await tx.query(LIMIT_WAIT);
      return getRow(await tx.query<{ added: number }>(ADD_BLOCKS)).added;
    });
  }
}
