import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Job } from '../jobs/job.js';
import { Scheduler } from '../jobs/scheduler.js';
import { Store } from '../store/store.js';

const SAVE_INTERVAL_MS = 10_000;
const HOUR_MS = 3_600_000;

// Another node may have written the hour, and a key may have been deleted.
const SAVE = `
  INSERT INTO api_key_use (api_key_id, used_at)
  SELECT n.id, n.used_at FROM json_to_recordset($1::json) AS n (id integer, used_at timestamptz)
  WHERE EXISTS (SELECT FROM api_key k WHERE k.id = n.id)
    AND NOT EXISTS (SELECT FROM api_key_use u WHERE u.api_key_id = n.id AND u.used_at >= n.used_at)
  ORDER BY n.id
  ON CONFLICT (api_key_id) DO UPDATE SET used_at = excluded.used_at WHERE api_key_use.used_at < excluded.used_at`;

/** Saves the hour in which a key was last used (auth.20). No call waits for it. */
@Injectable()
export class KeyUseRecorder implements OnApplicationShutdown {
  readonly job: Job<'gateway'>;
  /** Last known hour of each key that was used in this hour or the one before. */
  private hours = new Map<number, number>();
  private unsaved = new Map<number, number>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
  ) {
    this.job = scheduler.add({
      name: 'save the last use of keys',
      everyMs: SAVE_INTERVAL_MS,
      places: ['gateway'],
      pass: () => this.save(),
    });
  }

  record(keyId: number, atMs: number): void {
    const hourMs = atMs - (atMs % HOUR_MS);
    if ((this.hours.get(keyId) ?? -Infinity) >= hourMs) return;
    this.hours.set(keyId, hourMs);
    this.unsaved.set(keyId, hourMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.save().catch((error: unknown) => this.job.reportFailure('gateway', error));
  }

  private async save(): Promise<void> {
    const uses = this.unsaved;
    if (uses.size === 0) return;
    this.unsaved = new Map();
    try {
      await this.store.query('gateway', SAVE, [JSON.stringify(Array.from(uses, toRow))]);
      this.deleteOldHours();
    } catch (error) {
      this.unsaved = new Map([...uses, ...this.unsaved]);
      throw error;
    }
  }

  private deleteOldHours(): void {
    let latestMs = -Infinity;
    for (const hourMs of this.hours.values()) latestMs = Math.max(latestMs, hourMs);
    for (const [keyId, hourMs] of this.hours) if (hourMs < latestMs - HOUR_MS) this.hours.delete(keyId);
  }
}

function toRow([id, hourMs]: readonly [number, number]): { id: number; used_at: string } {
  return { id, used_at: new Date(hourMs).toISOString() };
}
