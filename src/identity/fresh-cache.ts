import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock.js';

/** Changes take effect within 2 seconds (gateway.8), with a margin. */
const STALE_MS = 1_800;
/** Age from which an entry is looked up again in the background. */
const REFRESH_MS = 1_000;

interface Entry<V> {
  /** Ascending number of its look-up. */
  readonly number: number;
  readonly value: V;
  /** Start of its look-up. */
  readonly confirmedMs: number;
}

interface Flight<V> {
  readonly number: number;
  readonly startedMs: number;
  readonly found: Promise<V | undefined>;
}

/** Caches values of the database, never older than two seconds. Entries older than 1 s are refreshed behind the call, older than 1.8 s before it; callers share a look-up. */
export class FreshCache<V extends object> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly flights = new Map<string, Flight<V>>();
  private started = 0;
  /** Look-ups up to this number may be outdated. */
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

  /** Confirms all entries as of that moment. */
  confirm(atMs: number): void {
    this.allConfirmedMs = atMs;
  }

  /** Removes all entries, and those being looked up. */
  clear(): void {
    this.entries.clear();
    this.flights.clear();
    this.forgotten = this.started;
  }

  async get(key: string): Promise<V | undefined> {
    const nowMs = this.clock.now().getTime();
    const entry = this.entries.get(key);
    const ageMs = entry === undefined ? STALE_MS : nowMs - Math.max(entry.confirmedMs, this.allConfirmedMs);
    // A clock that was set back makes ages negative.
    if (entry === undefined || ageMs >= STALE_MS || ageMs < 0) return this.refresh(key, nowMs);
    // No call depends on it: the next one tries again.
    if (ageMs >= REFRESH_MS) this.refresh(key, nowMs).catch(() => undefined);
    return entry.value;
  }

  private refresh(key: string, nowMs: number): Promise<V | undefined> {
    const running = this.flights.get(key);
    // A look-up that hangs may have read an old value.
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
    // Overtaken by a later look-up or a change.
    if (number <= this.forgotten || (this.entries.peek(key)?.number ?? 0) > number) return;
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, { number, value, confirmedMs });
  }
}
