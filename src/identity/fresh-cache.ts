import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock.js';

/** A change in the database takes effect within 2 seconds (gateway.8): this much, and a margin for the call that is on its way. */
const STALE_MS = 1_800;
/** From this age on an entry is still served, but looked up again in the background. */
const REFRESH_MS = 1_000;

interface Entry<V> {
  /** Number of the look-up that found it; they ascend. */
  readonly number: number;
  readonly value: V;
  /** When the look-up that found it began: what was changed before is in it. */
  readonly confirmedMs: number;
}

interface Flight<V> {
  readonly number: number;
  readonly startedMs: number;
  readonly found: Promise<V | undefined>;
}

/**
 * Values of the database by key, never older than two seconds. An entry confirmed less than 1 s ago is served; until 1.8 s it is served
 * while one look-up runs behind; after that the caller waits for a look-up, shared by all who wait. A failed look-up fails those who wait
 * for it. Keys that are not found are not kept, and of the found ones only the `capacity` asked for last. Who knows that nothing was changed
 * confirms all entries at once, so that none needs to be looked up again.
 */
export class FreshCache<V extends object> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly flights = new Map<string, Flight<V>>();
  private started = 0;
  /** Look-ups up to this number may have read what is no longer so. */
  private forgotten = 0;
  private allConfirmedMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    capacity: number,
    private readonly lookUp: (key: string) => Promise<V | undefined>,
  ) {
    this.entries = new LRUCache({ max: capacity });
  }

  get size(): number {
    return this.entries.size;
  }

  /** At that moment every entry was as the database has it. */
  confirm(atMs: number): void {
    this.allConfirmedMs = atMs;
  }

  /** Something was changed: nothing that was looked up before now is kept, nor what is being looked up. */
  forget(): void {
    this.entries.clear();
    this.flights.clear();
    this.forgotten = this.started;
  }

  async get(key: string): Promise<V | undefined> {
    const nowMs = this.clock.now().getTime();
    const entry = this.entries.get(key);
    const ageMs = entry === undefined ? STALE_MS : nowMs - Math.max(entry.confirmedMs, this.allConfirmedMs);
    // A clock set back makes ages negative: such an entry is not trusted.
    if (entry === undefined || ageMs >= STALE_MS || ageMs < 0) return this.refresh(key, nowMs);
    // A failure here concerns no call: the entry is used until it is stale, and the next call tries again.
    if (ageMs >= REFRESH_MS) this.refresh(key, nowMs).catch(() => undefined);
    return entry.value;
  }

  private refresh(key: string, nowMs: number): Promise<V | undefined> {
    const running = this.flights.get(key);
    // A look-up that hangs may have read before the change: it is joined only while what it finds is young enough.
    if (running !== undefined && nowMs >= running.startedMs && nowMs - running.startedMs < REFRESH_MS) return running.found;
    this.started += 1;
    const flight: Flight<V> = { number: this.started, startedMs: nowMs, found: this.run(key, this.started, nowMs) };
    this.flights.set(key, flight);
    return flight.found;
  }

  private async run(key: string, number: number, startedMs: number): Promise<V | undefined> {
    try {
      const value = await this.lookUp(key);
      this.keep(key, { number, value, confirmedMs: startedMs });
      return value;
    } finally {
      if (this.flights.get(key)?.number === number) this.flights.delete(key);
    }
  }

  private keep(key: string, found: { number: number; value: V | undefined; confirmedMs: number }): void {
    const { number, value, confirmedMs } = found;
    // A look-up that was overtaken, by a later one or by a change, has nothing to add.
    if (number <= this.forgotten || (this.entries.peek(key)?.number ?? 0) > number) return;
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, { number, value, confirmedMs });
  }
}
