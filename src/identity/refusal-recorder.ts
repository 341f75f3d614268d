import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Scheduler } from '../jobs/scheduler.js';
import { Store, type Transaction } from '../store/store.js';
import { type AuditActor, insertAuditEntry } from './audit-entry.js';

const EVERY_MS = 60_000;
const MAX_KINDS = 10_000;
/** Maximum number of entries of a node in a minute, so that strangers cannot fill the record. */
const MAX_ENTRIES = 20;

export interface Refusal {
  readonly subject: 'api_key' | 'session';
  readonly id: string | number | null;
  readonly address: string | null;
}

interface CountedRefusal extends Refusal {
  count: number;
}

/** Counts refused keys and failed sign-ins, and writes them to the audit record every minute (backoffice.282). */
@Injectable()
export class RefusalRecorder implements OnApplicationShutdown {
  private counted = new Map<string, CountedRefusal>();
  private others = 0;

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    scheduler.add({ name: 'record refused access', everyMs: EVERY_MS, places: ['gateway'], pass: () => this.write() });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write().catch(() => undefined);
  }

  record(refusal: Refusal): void {
    this.add({ ...refusal, count: 1 });
  }

  /** Counts again what cannot be written; it is lost with the process. */
  async write(): Promise<void> {
    const [counted, others] = [[...this.counted.values()].toSorted((one, other) => other.count - one.count), this.others];
    if (counted.length === 0) return;
    this.counted = new Map();
    this.others = 0;
    try {
      await this.store.transaction('gateway', (tx) => this.insert(tx, counted, others));
    } catch (error) {
      for (const refusal of counted) this.add(refusal);
      this.others += others;
      throw error;
    }
  }

  private add(refusal: CountedRefusal): void {
    const kind = JSON.stringify([refusal.subject, refusal.id, refusal.address]);
    const counted = this.counted.get(kind);
    if (counted !== undefined) counted.count += refusal.count;
    else if (this.counted.size < MAX_KINDS) this.counted.set(kind, { ...refusal });
    else this.others += refusal.count;
  }

  private async insert(tx: Transaction, counted: readonly CountedRefusal[], others: number): Promise<void> {
    const at = this.clock.now();
    for (const { subject, id, address, count } of counted.slice(0, MAX_ENTRIES))
      await insertAuditEntry(tx, at, toActor(address), { action: 'refuse', subject, id: id ?? '-', details: { count } });
    const count = counted.slice(MAX_ENTRIES).reduce((sum, refusal) => sum + refusal.count, others);
    if (count === 0) return;
    const event = { action: 'refuse', subject: 'session', id: '-', details: { count, others: true } };
    await insertAuditEntry(tx, at, toActor(null), event);
  }
}

function toActor(address: string | null): AuditActor {
  return { userId: null, name: 'stranger', address, requestId: null };
}
