import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Job } from '../jobs/job.js';
import { Scheduler } from '../jobs/scheduler.js';
import { Store } from '../store/store.js';
import { ApiKeyService } from './api-key.service.js';
import { ConsoleAccessService } from './console-access.service.js';
import { TokenService } from './token.service.js';

const CHECK_EVERY_MS = 500;
/** After a longer pause rows may have been added and deleted unseen. */
const LONGEST_PAUSE_MS = 60_000;

// Includes transactions that were running at `since`.
const NEW_CHANGES = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since,
         ARRAY(SELECT id::text FROM access_change WHERE transaction_id >= $1::text::xid8) AS ids`;

interface ChangesRow {
  readonly since: string;
  readonly ids: string[];
}

@Injectable()
export class AccessChangeWatcher {
  readonly job: Job;
  private since = '0';
  private seen: ReadonlySet<string> = new Set();
  private lastCheckMs = -Infinity;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly apiKeys: ApiKeyService,
    private readonly tokens: TokenService,
    private readonly consoles: ConsoleAccessService,
  ) {
    this.job = scheduler.add({ name: 'watch access changes', everyMs: CHECK_EVERY_MS, places: ['gateway'], pass: () => this.look() });
  }

  async look(): Promise<void> {
    const atMs = this.clock.now().getTime();
    const begunMs = performance.now();
    const [row] = await this.store.query<ChangesRow>('gateway', NEW_CHANGES, [this.since]);
    if (row === undefined) throw new Error('A SELECT without FROM gave no row.');
    const { since, ids } = row;
    const hasPaused = begunMs - this.lastCheckMs > LONGEST_PAUSE_MS;
    const isChanged = hasPaused || ids.some((id) => !this.seen.has(id));
    [this.since, this.seen, this.lastCheckMs] = [since, new Set(ids), begunMs];
    for (const { cache } of [this.apiKeys, this.tokens, this.consoles]) {
      if (isChanged) cache.clear();
      cache.confirm(atMs);
    }
  }
}
