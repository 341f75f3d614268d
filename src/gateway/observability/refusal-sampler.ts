import type { LoggedCall } from './logged-call.js';

const WINDOW_MS = 60_000;
/** Refusals of one kind with their own row. */
const WHOLE_IN_WINDOW = 10;
/** Above it every refusal has a row. */
const MAX_KINDS = 20_000;

interface Kind {
  readonly sinceMs: number;
  count: number;
  held: LoggedCall | null;
}

/** Bounds the rows of refused calls: of each kind (key, route, status, code) ten a minute pass, and one row counts the others. */
export class RefusalSampler {
  private readonly kinds = new Map<string, Kind>();

  /** Whether the refusal gets its own row. */
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

  /** Returns the rows that stand for others, and removes kinds whose minute is over. */
  releaseHeld(nowMs: number): LoggedCall[] {
    const rows: LoggedCall[] = [];
    for (const [name, kind] of this.kinds) {
      if (kind.held !== null) rows.push(kind.held);
      kind.held = null;
      if (nowMs - kind.sinceMs >= WINDOW_MS || nowMs < kind.sinceMs) this.kinds.delete(name);
    }
    return rows;
  }
}
