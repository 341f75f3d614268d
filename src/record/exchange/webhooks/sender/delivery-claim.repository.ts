import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { buildFreeCondition, buildLeaseEnd } from '../../../../store/lease.js';
import { getRow, Store } from '../../../../store/store.js';
import { claimTurn } from '../../../../store/turn.js';
import type { RecordedEvent } from '../../events/event.js';
import { HEAD_BYTES, SecretBox } from '../../../reference/secrets/secret-box.js';

/** Limits simultaneous deliveries (events.13). */
const MAX_OF_WEBHOOK = 4;
const MAX_OF_FAILING_WEBHOOK = 1;
const MAX_OF_PROGRAM = 10;
/** Longer than an attempt and the write of its outcome. */
const LEASE_SECONDS = 30;

export interface LeasedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly attempts: number;
  readonly leasedUntil: Date;
  readonly url: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  readonly agentCode: string;
  readonly createdAt: Date;
  readonly traceparent: string | null;
  readonly event: RecordedEvent | null;
}

type Row = Omit<LeasedDelivery, 'event'> & { readonly eventId: number | null } & Pick<RecordedEvent, 'nonce' | 'type' | 'at' | 'data'>;

/** This node can sign for webhook `w`. $1: the heads of its keys. */
const IS_READABLE = `substring(w.secret FROM 1 FOR ${HEAD_BYTES}) = ANY ($1::bytea[])`;

/** The program of webhook `w` may be sent to (events.10). $2: the environment. */
const IS_GRANTED = `EXISTS (
    SELECT FROM gateway.api_key k WHERE k.program_id = w.program_id AND k.status = 'active' AND 'events-api' = ANY (k.services)
      AND $2 = ANY (k.environments) AND (k.expires_at IS NULL OR k.expires_at > statement_timestamp()))`;

const WAITING = `
  WITH RECURSIVE step (webhook_id) AS (
    (SELECT webhook_id FROM webhook_delivery WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.webhook_id > s.webhook_id ORDER BY d.webhook_id LIMIT 1)
    FROM step s WHERE s.webhook_id IS NOT NULL),
  waiting AS MATERIALIZED (
    SELECT w.* FROM step s JOIN webhook w ON w.id = s.webhook_id
    WHERE w.status = 'enabled' AND ${IS_READABLE} AND ${IS_GRANTED})`;

const IS_DUE = `d.status = 'pending' AND d.next_attempt_at <= statement_timestamp()`;
const IS_FREE = buildFreeCondition('d.leased_until');

const LEASED = `
  leased AS MATERIALIZED (
    SELECT d.webhook_id, w.program_id, count(*)::int AS count
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.leased_until > statement_timestamp() GROUP BY d.webhook_id, w.program_id)`;

const ROOM_OF_WEBHOOK = `
  greatest(0, CASE WHEN w.failing_since IS NULL THEN ${MAX_OF_WEBHOOK} ELSE ${MAX_OF_FAILING_WEBHOOK} END
    - coalesce((SELECT l.count FROM leased l WHERE l.webhook_id = w.id), 0))`;

const roomOfProgram = (row: string): string =>
  `${MAX_OF_PROGRAM} - coalesce((SELECT sum(l.count) FROM leased l WHERE l.program_id = ${row}.program_id), 0)`;

const HAS_DUE = `
  ${WAITING}, ${LEASED}
  SELECT EXISTS (SELECT FROM waiting w WHERE ${ROOM_OF_WEBHOOK} > 0 AND ${roomOfProgram('w')} > 0 AND EXISTS (
    SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} AND ${IS_FREE} OFFSET 0)) AS "isDue"`;

/** $3: limit. Each webhook's first delivery comes before any second one; receivers that do not fail come first. */
const CLAIM = `
  ${WAITING}, ${LEASED},
  due AS MATERIALIZED (
    SELECT d.id, d.next_attempt_at, w.id AS webhook_id, w.program_id, w.failing_since
    FROM waiting w CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} AND ${IS_FREE}
      ORDER BY d.next_attempt_at, d.id
      LIMIT ${ROOM_OF_WEBHOOK}
      FOR UPDATE SKIP LOCKED) AS d),
  placed AS (SELECT *, row_number() OVER (PARTITION BY webhook_id ORDER BY next_attempt_at, id) AS place FROM due),
  ranked AS (SELECT *, row_number() OVER (PARTITION BY program_id ORDER BY place, next_attempt_at, id) AS program_place FROM placed),
  chosen AS MATERIALIZED (
    SELECT r.id FROM ranked r
    WHERE r.program_place <= ${roomOfProgram('r')}
    ORDER BY r.place, r.failing_since IS NOT NULL, r.next_attempt_at, r.id LIMIT $3),
  claimed AS (
    UPDATE webhook_delivery d SET leased_until = ${buildLeaseEnd(LEASE_SECONDS)}
    FROM chosen c WHERE d.id = c.id RETURNING d.*)
  SELECT c.id, c.webhook_id AS "webhookId", c.attempts, c.leased_until AS "leasedUntil", c.created_at AS "createdAt", w.url, w.secret,
         w.former_secret AS "previousSecret", w.former_secret_until AS "previousSecretUntil", w.agent_code AS "agentCode",
         e.id AS "eventId", e.nonce, e.type, e.at, e.data, e.traceparent
  FROM claimed c JOIN webhook w ON w.id = c.webhook_id LEFT JOIN event e ON e.id = c.event_id`;

const RELEASE = `UPDATE webhook_delivery SET leased_until = NULL WHERE id = $1 AND leased_until = $2`;

/** Ignores receivers that fail, because their deliveries wait for the next attempt. */
const LAG = `
  ${WAITING}
  SELECT coalesce(extract(epoch FROM statement_timestamp() - min(first.next_attempt_at)), 0)::float8 AS seconds
  FROM waiting w CROSS JOIN LATERAL (
    SELECT d.next_attempt_at FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${IS_DUE} ORDER BY d.next_attempt_at LIMIT 1) AS first
  WHERE w.failing_since IS NULL`;

const DISABLE_UNREADABLE = `
  UPDATE webhook SET status = 'disabled', disabled_reason = 'SECRET_UNREADABLE', updated_at = statement_timestamp()
  WHERE id = $1 AND status = 'enabled' AND secret = $2`;
const COUNT_UNREADABLE = `SELECT count(*)::int AS count FROM webhook w WHERE w.status = 'enabled' AND NOT ${IS_READABLE}`;

@Injectable()
export class DeliveryClaimRepository {
  constructor(
    private readonly store: Store,
    private readonly box: SecretBox,
  ) {}

  async hasDue(environment: Environment): Promise<boolean> {
    return getRow(await this.store.query<{ isDue: boolean }>(environment, HAS_DUE, [this.box.heads, environment])).isDue;
  }

  /** Null while another node claims, because each claim counts earlier leases. */
  claim(environment: Environment, limit: number): Promise<LeasedDelivery[] | null> {
    return this.store.transaction(environment, async (tx) => {
      if (!(await claimTurn(tx, 'webhook claim'))) return null;
      const rows = await tx.query<Row>(CLAIM, [this.box.heads, environment, limit]);
      return rows.map(({ eventId, nonce, type, at, data, ...delivery }) => {
        const { agentCode } = delivery;
        return { ...delivery, event: eventId === null ? null : { id: eventId, nonce, type, at, agentCode, data } };
      });
    });
  }

  async release(environment: Environment, { id, leasedUntil }: LeasedDelivery): Promise<void> {
    await this.store.query(environment, RELEASE, [id, leasedUntil]);
  }

  async lagSeconds(environment: Environment): Promise<number> {
    return getRow(await this.store.query<{ seconds: number }>(environment, LAG, [this.box.heads, environment])).seconds;
  }

  async countUnreadable(environment: Environment): Promise<number> {
    return getRow(await this.store.query<{ count: number }>(environment, COUNT_UNREADABLE, [this.box.heads])).count;
  }

  /** Disables a webhook whose secret is damaged, unless the secret has been replaced. */
  async disableUnreadable(environment: Environment, { webhookId, secret }: LeasedDelivery): Promise<void> {
    await this.store.query(environment, DISABLE_UNREADABLE, [webhookId, secret]);
  }
}
