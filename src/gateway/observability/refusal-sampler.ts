import type { LoggedCall } from './logged-call.js';

const WINDOW_MS = 60_000;
/** Refusals of one kind that have a row of their own in a window. */
const WHOLE_IN_WINDOW = 10;
/** Far more kinds than a program's keys, routes and codes make; beyond it every refusal has its row. */
const MAX_KINDS = 20_000;

interface Kind {
  readonly sinceMs: number;
  count: number;
  /** Stands for the refusals since the last `takeHeld`. */
  held: LoggedCall | null;
}

/**
 * Keeps a program that is refused again and again from pushing other calls out of the request log. Refusals are of one kind that have key, route,
 * status and code in common: the first ten of a minute pass, of the others one stands for all until it is taken.
 */
export class RefusalSampler {
  private readonly kinds = new Map<string, Kind>();

  /** Whether the refusal is to be written as it is. */
  admits(row: LoggedCall): boolean {
    const name = `${row.programId} ${row.keyPrefix} ${row.environment} ${row.method} ${row.route} ${row.status} ${row.errorCode}`;
    const kind = this.kinds.get(name);
    if (kind === undefined) {
      if (this.kinds.size < MAX_KINDS) this.kinds.set(name, { sinceMs: row.atMs, count: 1, held: null });
      return true;
    }
    kind.count += 1;
    if (kind.count <= WHOLE_IN_WINDOW) return true;
    if (kind.held === null) kind.held = row;
    else kind.held.repeats += 1;
    return false;
  }

  /** The rows that stand for others, and forgets kinds whose minute is over. */
  takeHeld(nowMs: number): LoggedCall[] {
    const rows: LoggedCall[] = [];
    for (const [name, kind] of this.kinds) {
      if (kind.held !== null) rows.push(kind.held);
      kind.held = null;
      if (nowMs - kind.sinceMs >= WINDOW_MS || nowMs < kind.sinceMs) this.kinds.delete(name);
    }
    return rows;
  }
}
