import type { Clock } from '../../common/clock.js';

/** A change in the database takes effect within 2 seconds (decisions §1): this much, and a margin for the call that is on its way. */
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
 * for it. Keys that are not found are not kept, and of the found ones only the `capacity` used last.
 */
export class FreshCache<V extends object> {
  private readonly entries = new Map<string, Entry<V>>();
  private readonly flights = new Map<string, Flight<V>>();
  private started = 0;

  constructor(
    private readonly clock: Clock,
    private readonly capacity: number,
    private readonly lookUp: (key: string) => Promise<V | undefined>,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  async get(key: string): Promise<V | undefined> {
    const nowMs = this.clock.now().getTime();
    const entry = this.entries.get(key);
    const ageMs = entry === undefined ? STALE_MS : nowMs - entry.confirmedMs;
    // A clock set back makes ages negative: such an entry is not trusted.
    if (entry === undefined || ageMs >= STALE_MS || ageMs < 0) return this.refresh(key, nowMs);
    // A failure here is nobody's: the entry goes on until it is stale, and the next call tries again.
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
    // A look-up that was overtaken by a later one has nothing to add.
    if ((this.entries.get(key)?.number ?? 0) > number) return;
    this.entries.delete(key);
    if (value === undefined) return;
    // Entries in use are looked up every second or two, and so move to the end: the first of the map is the one used longest ago.
    this.entries.set(key, { number, value, confirmedMs });
    if (this.entries.size > this.capacity) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
  }
}
