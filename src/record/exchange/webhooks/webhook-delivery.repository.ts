import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { buildFreeCondition } from '../../../store/lease.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import {
  MAX_RESENT_EVENTS,
  type DeliveryStatus,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookOwner,
} from './webhook.js';

const MAX_ATTEMPTS = 100;
/** Tests are deleted after this, because no event deletes them. */
const TEST_DAYS = 7;

const DELIVERIES = `
  SELECT d.id, d.webhook_id AS "webhookId", d.status, d.attempts, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt",
    d.ended_at AS "endedAt", CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'nonce', e.nonce, 'type', e.type) END AS event
  FROM webhook_delivery d LEFT JOIN event e ON e.id = d.event_id`;
const SEARCH = `${DELIVERIES} WHERE d.webhook_id = $1 AND ($2::text IS NULL OR d.status = $2) ORDER BY d.id DESC OFFSET $3 LIMIT $4`;
const COUNT = `
  SELECT count(*)::int AS total FROM (
    SELECT FROM webhook_delivery d WHERE d.webhook_id = $1 AND ($2::text IS NULL OR d.status = $2) LIMIT ${MAX_COUNTED + 1}) AS hit`;
const FIND = `
  ${DELIVERIES} JOIN webhook w ON w.id = d.webhook_id WHERE d.id = $1 AND w.agent_code = $2 AND ($3::integer IS NULL OR w.program_id = $3)
    AND w.deleted_at IS NULL`;
const FIND_ATTEMPTS = `
  SELECT at, status, failure, duration_ms AS "durationMs" FROM (
    SELECT * FROM webhook_attempt WHERE delivery_id = $1 ORDER BY id DESC LIMIT ${MAX_ATTEMPTS}) AS latest
  ORDER BY id`;

const DELETE_OLD_TESTS = `
  DELETE FROM webhook_delivery
  WHERE webhook_id = $1 AND event_id IS NULL AND status <> 'pending' AND created_at < clock_timestamp() - interval '${TEST_DAYS} days'`;
const INSERT_TEST = `INSERT INTO webhook_delivery (webhook_id, next_attempt_at) VALUES ($1, clock_timestamp()) RETURNING id`;

const AGAIN = `status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), leased_until = NULL, ended_at = NULL`;
const IS_FREE = buildFreeCondition('d.leased_until');
const RESEND = `UPDATE webhook_delivery d SET ${AGAIN} WHERE d.id = $1 AND ${IS_FREE}`;

/** Sends published events only, because the webhook receives the others anyway. */
const RESEND_PERIOD = `
  WITH due AS MATERIALIZED (
    SELECT e.id FROM event e
    WHERE e.agent_code = $2 AND e.recorded_at >= $3 AND e.recorded_at < $4 AND (cardinality($5::text[]) = 0 OR e.type = ANY ($5))
      AND EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id)
    ORDER BY e.id LIMIT ${MAX_RESENT_EVENTS + 1}),
  sent AS (
    INSERT INTO webhook_delivery AS d (webhook_id, event_id, next_attempt_at)
    SELECT $1, due.id, clock_timestamp() FROM due WHERE (SELECT count(*) FROM due) <= ${MAX_RESENT_EVENTS} ORDER BY due.id
    ON CONFLICT (webhook_id, event_id) DO UPDATE SET ${AGAIN} WHERE ${IS_FREE})
  SELECT count(*)::int AS found FROM due`;

const END_WAITING = `
  UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL, leased_until = NULL, ended_at = clock_timestamp()
  WHERE d.webhook_id = $1 AND d.status = 'pending' AND ${IS_FREE}`;

/** `to` is exclusive. */
export interface RecordedPeriod {
  readonly from: Date;
  readonly to: Date;
}

@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly store: Store) {}

  async search(
    environment: Environment,
    webhookId: number,
    status: DeliveryStatus | null,
    { start, limit }: PageWindow,
  ): Promise<Page<WebhookDelivery>> {
    const [counted] = await this.store.readAnywhere(environment, (reader) => reader.query<{ total: number }>(COUNT, [webhookId, status]));
    const items = await this.store.readAnywhere(environment, (reader) =>
      reader.query<WebhookDelivery>(SEARCH, [webhookId, status, start - 1, limit]),
    );
    return { items, ...toCappedTotal(counted?.total ?? 0) };
  }

  async find(reader: Writer, owner: WebhookOwner, id: number): Promise<WebhookDelivery | null> {
    const [delivery] = await this.store.query<WebhookDelivery>(reader, FIND, [id, owner.agentCode, owner.programId ?? null]);
    return delivery ?? null;
  }

  listAttempts(environment: Environment, id: number): Promise<WebhookAttempt[]> {
    return this.store.query<WebhookAttempt>(environment, FIND_ATTEMPTS, [id]);
  }

  async insertTest(tx: Transaction, webhookId: number): Promise<number> {
    await tx.query(DELETE_OLD_TESTS, [webhookId]);
    return getRow(await tx.query<{ id: number }>(INSERT_TEST, [webhookId])).id;
  }

  async resend(tx: Transaction, id: number): Promise<void> {
    await tx.query(RESEND, [id]);
  }

  /** Returns the number of events. Above `MAX_RESENT_EVENTS` nothing is sent. */
  async resendPeriod(tx: Transaction, { agentCode }: WebhookOwner, { id, types }: Webhook, { from, to }: RecordedPeriod): Promise<number> {
    return getRow(await tx.query<{ found: number }>(RESEND_PERIOD, [id, agentCode, from, to, types])).found;
  }

  async failPending(tx: Transaction, webhookId: number): Promise<void> {
    await tx.query(END_WAITING, [webhookId]);
  }
}
