import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock.js';

/** Changes take effect within 2 seconds (gateway.8); this is less, as a margin. */
const STALE_MS = 1_800;
/** Age at which an entry is refreshed in the background. */
const REFRESH_MS = 1_000;

interface Entry<V> {
  readonly number: number;
  readonly value: V;
  readonly confirmedMs: number;
}

interface Flight<V> {
  readonly number: number;
  readonly startedMs: number;
  readonly found: Promise<V | undefined>;
}

export class FreshCache<V extends object> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly flights = new Map<string, Flight<V>>();
  private started = 0;
  /** Look-ups up to this number may be outdated. */
  private cleared = 0;
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

  confirm(atMs: number): void {
    this.allConfirmedMs = atMs;
  }

  clear(): void {
    this.entries.clear();
    this.flights.clear();
    this.cleared = this.started;
  }

  async get(key: string): Promise<V | undefined> {
    const nowMs = this.clock.now().getTime();
    const entry = this.entries.get(key);
    const ageMs = entry === undefined ? STALE_MS : nowMs - Math.max(entry.confirmedMs, this.allConfirmedMs);
    // Ages are negative after the clock was set back.
    if (entry === undefined || ageMs >= STALE_MS || ageMs < 0) return this.refresh(key, nowMs);
    // No call depends on it; the next one retries.
    if (ageMs >= REFRESH_MS) this.refresh(key, nowMs).catch(() => undefined);
    return entry.value;
  }

  private refresh(key: string, nowMs: number): Promise<V | undefined> {
    const running = this.flights.get(key);
    // A slow look-up may return an old value.
    if (running !== undefined && nowMs >= running.startedMs && nowMs - running.startedMs < REFRESH_MS) return running.found;
    this.started += 1;
    const flight: Flight<V> = { number: this.started, startedMs: nowMs, found: this.run(key, this.started, nowMs) };
    this.flights.set(key, flight);
    return flight.found;
  }

  private async run(key: string, number: number, startedMs: number): Promise<V | undefined> {
    try {
      const value = await this.lookUp(key);
      this.store(key, { number, value, confirmedMs: startedMs });
      return value;
    } finally {
      if (this.flights.get(key)?.number === number) this.flights.delete(key);
    }
  }

  private store(key: string, found: { number: number; value: V | undefined; confirmedMs: number }): void {
    const { number, value, confirmedMs } = found;
    // A later look-up or a change came first.
    if (number <= this.cleared || (this.entries.peek(key)?.number ?? 0) > number) return;
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, { number, value, confirmedMs });
  }
}
