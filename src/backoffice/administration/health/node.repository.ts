import { Injectable } from '@nestjs/common';
import { Store } from '../../../store/store.js';

/** A process, as it tells of itself. */
export interface ThisNode {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
}

export interface KnownNode extends ThisNode {
  readonly seenAt: Date;
  /** It missed two signs of life: killed, cut off from the database, or held up. */
  readonly isSilent: boolean;
}

/** How often a process tells that it lives. */
export const SIGN_EVERY_MS = 30_000;
const SILENT_AFTER_SECONDS = 75;
const FORGOTTEN_AFTER_SECONDS = 86_400;

// By the clock of the database, which is the same for all. A process that was killed takes no leave: the others forget it after a day.
const SIGN = `
  WITH forgotten AS (DELETE FROM node WHERE seen_at < now() - interval '${FORGOTTEN_AFTER_SECONDS} s' AND id <> $1)
  INSERT INTO node (id, host, pid, version, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
const FIND = `
  SELECT id, host, pid, version, started_at AS "startedAt", seen_at AS "seenAt", seen_at < now() - interval '${SILENT_AFTER_SECONDS} s' AS "isSilent"
  FROM node ORDER BY started_at, id`;

/** Which processes serve this database. */
@Injectable()
export class NodeRepository {
  constructor(private readonly store: Store) {}

  async sign({ id, host, pid, version, startedAt }: ThisNode): Promise<void> {
    await this.store.query('gateway', SIGN, [id, host, pid, version, startedAt]);
  }

  async leave({ id }: ThisNode): Promise<void> {
    await this.store.query('gateway', 'DELETE FROM node WHERE id = $1', [id]);
  }

  /** The oldest first. */
  find(): Promise<KnownNode[]> {
    return this.store.query<KnownNode>('gateway', FIND);
  }
}
