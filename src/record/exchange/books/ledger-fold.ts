import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { getRow, Store } from '../../../store/store.js';
import { claimTurn } from '../../../store/turn.js';

const INTERVAL_MS = 10_000;
const AT_ONCE = 10_000;

const FOLD = `
  WITH taken AS (
    DELETE FROM ledger_unfolded WHERE transaction_id IN (SELECT transaction_id FROM ledger_unfolded ORDER BY transaction_id LIMIT ${AT_ONCE})
    RETURNING transaction_id),
  sums AS (
    SELECT ledger_account_group(a.code, a.kind) AS account, t.booked_on AS day, a.kind, sum(greatest(e.amount, 0)) AS debit, sum(greatest(-e.amount, 0)) AS credit
    FROM taken JOIN ledger_transaction t ON t.id = taken.transaction_id JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
    GROUP BY 1, 2, 3),
  added AS (
    INSERT INTO ledger_day AS d (account, day, kind, debit, credit) SELECT account, day, kind, debit, credit FROM sums ORDER BY account, day
    ON CONFLICT (account, day) DO UPDATE SET debit = d.debit + excluded.debit, credit = d.credit + excluded.credit)
  SELECT count(*)::int AS count FROM taken`;

/** Runs on one node per environment at a time (books.5). */
@Injectable()
export class LedgerFold {
  readonly job: Job<Environment>;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'add up the ledger by day',
      everyMs: INTERVAL_MS,
      pass: (environment, { signal }) => this.run(environment, signal),
    });
  }

  async run(environment: Environment, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true && (await this.foldPart(environment)) === AT_ONCE);
  }

  private foldPart(environment: Environment): Promise<number> {
    return this.store.transaction(environment, async (tx) => {
      if (!(await claimTurn(tx, 'ledger fold'))) return 0;
      return getRow(await tx.query<{ count: number }>(FOLD)).count;
    });
  }
}
