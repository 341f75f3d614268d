import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { isFree, leasedUntil } from '../../../../store/lease.js';
import { Store } from '../../../../store/store.js';
import { tryTurn } from '../../../../store/turn.js';
import type { RecordedEvent } from '../../events/event.js';
import { HEAD_BYTES, SecretBox } from '../../../reference/secrets/secret-box.js';

/** Deliveries under way at once (events.13): of a webhook, of one that fails, of a program. */
const MOST_OF_WEBHOOK = 4;
const MOST_OF_FAILING_WEBHOOK = 1;
const MOST_OF_PROGRAM = 10;
/** Longer than an attempt and the writing of its outcome. */
const LEASE_SECONDS = 30;

/** A delivery that this node has leased, and what it takes to send it. */
export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  /** Attempts made before. */
  readonly attempts: number;
  /** Tells this lease from every other of the delivery. */
  readonly leasedUntil: Date;
  readonly url: string;
  /** Sealed. */
  readonly secret: Buffer;
  readonly formerSecret: Buffer | null;
  readonly formerSecretUntil: Date | null;
  readonly agentCode: string;
  readonly createdAt: Date;
  /** Null: a test. */
  readonly event: RecordedEvent | null;
}

type Row = Omit<LeasedDelivery, 'event'> & { readonly eventId: number | null } & Pick<RecordedEvent, 'nonce' | 'type' | 'at' | 'data'>;

/** Whether this node can sign for a webhook: its secret begins as the keys of the node do. */
const isReadable = (heads: string): string => `substring(w.secret FROM 1 FOR ${HEAD_BYTES}) = ANY (${heads}::bytea[])`;

/**
 * Webhooks with pending deliveries that this node can send, each found by one step in the index: however much waits for one of them, it is read as
 * fast.
 */
const waiting = (heads: string): string => `
  WITH RECURSIVE step (webhook_id) AS (
    (SELECT webhook_id FROM webhook_delivery WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.webhook_id > s.webhook_id ORDER BY d.webhook_id LIMIT 1)
    FROM step s WHERE s.webhook_id IS NOT NULL),
  waiting AS MATERIALIZED (
    SELECT w.* FROM step s JOIN webhook w ON w.id = s.webhook_id WHERE w.status = 'enabled' AND ${isReadable(heads)})`;

const IS_DUE = `d.status = 'pending' AND d.next_attempt_at <= statement_timestamp()`;
const IS_FREE = isFree('d.leased_until');

/** How many deliveries of a webhook any node has leased. */
const LEASED = `
  leased AS MATERIALIZED (
    SELECT d.webhook_id, w.program_id, count(*)::int AS count
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.leased_until > statement_timestamp() GROUP BY d.webhook_id, w.program_id)`;

/** How many more of webhook `w` may be leased. */
const ROOM_OF_WEBHOOK = `
  greatest(0, CASE WHEN w.failing_since IS NULL THEN ${MOST_OF_WEBHOOK} ELSE ${MOST_OF_FAILING_WEBHOOK} END
    - coalesce((SELECT l.count FROM leased l WHERE l.webhook_id = w.id), 0))`;

const roomOfProgram = (row: string): string =>
  `${MOST_OF_PROGRAM} - coalesce((SELECT sum(l.count) FROM leased l WHERE l.program_id = ${row}.program_id), 0)`;

/** A webhook that has all it may have under way is not looked at: a claim would find nothing. */
const LOOK = `
  ${waiting('$1')}, ${LEASED}
  SELECT EXISTS (SELECT FROM waiting w WHERE ${ROOM_OF_WEBHOOK} > 0 AND ${roomOfProgram('w')} > 0 AND EXISTS (
    SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} AND ${IS_FREE} OFFSET 0)) AS "isDue"`;

/**
 * $1: programs that may be sent to; $2: how many at most; $3: the heads of the keys. Of every webhook the first in turn come before the second ones, those of receivers that do not fail
 * first. A lease is of whole milliseconds, as a Date holds it.
 */
const CLAIM = `
  ${waiting('$3')}, ${LEASED},
  due AS MATERIALIZED (
    SELECT d.id, d.next_attempt_at, w.id AS webhook_id, w.program_id, w.failing_since
    FROM waiting w CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} AND ${IS_FREE}
      ORDER BY d.next_attempt_at, d.id
      LIMIT ${ROOM_OF_WEBHOOK}
      FOR UPDATE SKIP LOCKED) AS d
    WHERE w.program_id = ANY ($1::integer[])),
  placed AS (SELECT *, row_number() OVER (PARTITION BY webhook_id ORDER BY next_attempt_at, id) AS place FROM due),
  ranked AS (SELECT *, row_number() OVER (PARTITION BY program_id ORDER BY place, next_attempt_at, id) AS program_place FROM placed),
  chosen AS MATERIALIZED (
    SELECT r.id FROM ranked r
    WHERE r.program_place <= ${roomOfProgram('r')}
    ORDER BY r.place, r.failing_since IS NOT NULL, r.next_attempt_at, r.id LIMIT $2),
  claimed AS (
    UPDATE webhook_delivery d SET leased_until = ${leasedUntil(LEASE_SECONDS)}
    FROM chosen c WHERE d.id = c.id RETURNING d.*)
  SELECT c.id, c.webhook_id AS "webhookId", c.attempts, c.leased_until AS "leasedUntil", c.created_at AS "createdAt", w.url, w.secret,
         w.former_secret AS "formerSecret", w.former_secret_until AS "formerSecretUntil", w.agent_code AS "agentCode",
         e.id AS "eventId", e.nonce, e.type, e.at, e.data
  FROM claimed c JOIN webhook w ON w.id = c.webhook_id LEFT JOIN event e ON e.id = c.event_id`;

const GIVE_BACK = `
  UPDATE webhook_delivery d SET leased_until = NULL FROM unnest($1::bigint[], $2::timestamptz[]) AS l (id, leased_until)
  WHERE d.id = l.id AND d.leased_until = l.leased_until`;

/** A receiver that fails makes its deliveries wait by itself; a test is no event. */
const LAG = `
  ${waiting('$2')}
  SELECT coalesce(extract(epoch FROM statement_timestamp() - min(first.next_attempt_at)), 0)::float8 AS seconds
  FROM waiting w CROSS JOIN LATERAL (
    SELECT d.next_attempt_at FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} ORDER BY d.next_attempt_at LIMIT 1) AS first
  WHERE w.failing_since IS NULL AND w.program_id = ANY ($1::integer[])`;

const COUNT_UNREADABLE = `SELECT count(*)::int AS count FROM webhook w WHERE w.status = 'enabled' AND NOT ${isReadable('$1')}`;

/** The queue of deliveries. SQL of our own: a claim is one statement, whatever waits (ADR-2). */
@Injectable()
export class DeliveryClaimRepository {
  constructor(
    private readonly store: Store,
    private readonly box: SecretBox,
  ) {}

  /** Whether any delivery is due that nobody sends: without a lock. */
  async look(environment: Environment): Promise<boolean> {
    const [row] = await this.store.query<{ isDue: boolean }>(environment, LOOK, [this.box.heads]);
    return row?.isDue ?? false;
  }

  /**
   * Leases deliveries that are due to this node, `most` of them at most, of these programs only. Claims of all nodes take turns: each counts what the one
   * before it leased. Null: another node has its turn.
   */
  claim(environment: Environment, programIds: readonly number[], most: number): Promise<LeasedDelivery[] | null> {
    return this.store.transaction(environment, async (tx) => {
      if (!(await tryTurn(tx, 'webhook claim'))) return null;
      const rows = await tx.query<Row>(CLAIM, [programIds, most, this.box.heads]);
      return rows.map(({ eventId, nonce, type, at, data, ...delivery }) => {
        const { agentCode } = delivery;
        return { ...delivery, event: eventId === null ? null : { id: eventId, nonce, type, at, agentCode, data } };
      });
    });
  }

  /** Any node may take them now. */
  async giveBack(environment: Environment, deliveries: readonly LeasedDelivery[]): Promise<void> {
    await this.store.query(environment, GIVE_BACK, [deliveries.map(({ id }) => id), deliveries.map(({ leasedUntil }) => leasedUntil)]);
  }

  /** Age of the oldest due delivery, in seconds; 0 without any. Deliveries to failing receivers do not count. */
  async lagSeconds(environment: Environment, programIds: readonly number[]): Promise<number> {
    const [row] = await this.store.query<{ seconds: number }>(environment, LAG, [programIds, this.box.heads]);
    return row?.seconds ?? 0;
  }

  /** Webhooks that this node sends nothing to, for want of the key of their secrets. */
  async unreadableCount(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ count: number }>(environment, COUNT_UNREADABLE, [this.box.heads]);
    return row?.count ?? 0;
  }
}
