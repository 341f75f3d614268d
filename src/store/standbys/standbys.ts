import { isConnectionUsable } from '../faults.js';
import type { SchemaPool } from '../pools.js';
import type { Schema } from '../schema.js';
import { ReadIndex, type LogPosition } from './read-index.js';
import { Standby } from './standby.js';

const PROBE_EVERY_MS = 1_000;

export interface StandbySettings {
  readonly urls: readonly string[];
  readonly poolSize: number;
  readonly queryPrimary: (text: string) => Promise<LogPosition[]>;
}

/** A standby answers with every commit that was acknowledged before the read began (gateway.90). */
export class Standbys {
  readonly counts = { standby: 0, primary: 0 };
  private readonly index: ReadIndex;
  private standbys: readonly Standby[] = [];
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(private readonly settings: StandbySettings) {
    this.index = new ReadIndex(settings.queryPrimary);
  }

  start(pools: ReadonlyMap<Schema, SchemaPool>): void {
    const { urls, poolSize } = this.settings;
    if (urls.length === 0) return;
    this.standbys = urls.map((url) => new Standby(url, pools, poolSize));
    this.timer = setInterval(() => this.probe(), PROBE_EVERY_MS).unref();
    this.probe();
  }

  /** Reads on a standby, or on the primary when no standby is usable, or when the chosen one is behind or fails. */
  async read<T>(onStandby: (standby: Standby, position: LogPosition) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    const standby = this.findUsable();
    if (standby !== undefined) {
      try {
        const position = await this.index.getPosition();
        if (position !== null) {
          const result = await this.readOn(standby, () => onStandby(standby, position));
          this.counts.standby += 1;
          return result;
        }
      } catch {
        // The primary repeats the read, so its error counts.
      }
    }
    this.counts.primary += 1;
    return onPrimary();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.standbys.map((standby) => standby.close()));
  }

  private findUsable(): Standby | undefined {
    const usable = this.standbys.filter(({ isUsable }) => isUsable);
    return usable[this.turn++ % usable.length];
  }

  /** Runs a read, and sends the standby no further one after an error of more than this statement. */
  private async readOn<T>(standby: Standby, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionUsable(error)) standby.markUnusable(error);
      throw error;
    }
  }

  private probe(): void {
    for (const standby of this.standbys) if (!standby.isUsable) void this.probeOne(standby).catch(() => undefined);
  }

  private async probeOne(standby: Standby): Promise<void> {
    const position = await this.index.getPosition();
    if (position === null) return;
    await standby.read('gateway', position, () => Promise.resolve());
    standby.markUsable();
  }
}
