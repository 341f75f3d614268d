import type { LoggedCall } from './logged-call.js';

const WINDOW_MS = 60_000;
const WHOLE_IN_WINDOW = 10;
const MAX_KINDS = 20_000;

interface Kind {
  readonly sinceMs: number;
  count: number;
  held: LoggedCall | null;
}

/** Passes ten failed calls a minute for each key, route, status and code; one row counts the others. */
export class RefusalSampler {
  private readonly kinds = new Map<string, Kind>();

  admits(row: LoggedCall): boolean {
    const name = `${row.program_id} ${row.key_prefix} ${row.environment} ${row.method} ${row.route} ${row.status} ${row.error_code}`;
    const kind = this.kinds.get(name);
    if (kind === undefined) {
      if (this.kinds.size < MAX_KINDS) this.kinds.set(name, { sinceMs: row.at.getTime(), count: 1, held: null });
      return true;
    }
    kind.count += 1;
    if (kind.count <= WHOLE_IN_WINDOW) return true;
    if (kind.held === null) kind.held = row;
    else kind.held.repeats += 1;
    return false;
  }

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
