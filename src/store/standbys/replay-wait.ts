import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_IDENTITY, type LogPosition } from './read-index.js';

const MAX_WAIT_MS = 60;
const CHECK_EVERY_MS = 3;

/** A standby left behind has its own log, so timelines count too; the control file names one late, never early. */
const HAS_REPLAYED = `
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
    AND (SELECT greatest(c.timeline_id, r.min_recovery_end_timeline) FROM pg_control_checkpoint() AS c, pg_control_recovery() AS r) = $2::integer
    AND ${DATABASE_IDENTITY} = $3
    AS "hasReplayed"`;

export type RunQuery = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export class StandbyBehindError extends Error {}

export async function hasReplayed(query: RunQuery, { lsn, timeline, database }: LogPosition): Promise<boolean> {
  const [row] = await query<{ hasReplayed: boolean | null }>(HAS_REPLAYED, [lsn, timeline, database]);
  return row?.hasReplayed === true;
}

/** @throws StandbyBehindError after 60 ms */
export async function waitForReplay(query: RunQuery, position: LogPosition): Promise<void> {
  for (const deadline = performance.now() + MAX_WAIT_MS; !(await hasReplayed(query, position)); await sleep(CHECK_EVERY_MS))
    if (performance.now() >= deadline) throw new StandbyBehindError(`The standby does not show the position ${position.lsn} yet.`);
}
