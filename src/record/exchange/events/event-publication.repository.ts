import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { claimTurn } from '../../../store/turn.js';

export const PUBLISHED_AT_ONCE = 5_000;
/** Transactions after which the horizon moves without new events, because every check reads from it. */
const MAX_WINDOW = 100_000;
const LOCK_TIMEOUT_MS = 2_500;
const MAX_AGED = 100;

/** Identifies a history by cluster, timeline (promotion, recovery), database (clone) and table (restore). */
const ORIGIN = `(SELECT system_identifier FROM pg_control_system()) || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
  || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || 'event'::regclass::oid`;

/** OFFSET 0 forces a look-up per event, because the planner could read all positions for a join. */
const HAS_NO_POSITION = 'NOT EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id OFFSET 0)';

/** Selects transactions from the horizon on. Events from before a restore may have higher numbers. */
const recentBelow = (bound: 'xmin' | 'xmax'): string => `
  event e WHERE e.transaction_id >= (SELECT horizon FROM latest) AND e.transaction_id < pg_snapshot_${bound}(pg_current_snapshot())
    AND ${HAS_NO_POSITION}`;

/** Events that an earlier pass did not publish. None are added later. */
const LEFT = `
  event e WHERE e.id >= (SELECT first_left_id FROM latest) AND e.transaction_id < (SELECT horizon FROM latest) AND ${HAS_NO_POSITION} ORDER BY e.id`;

const HAS_WORK = `
  WITH latest AS MATERIALIZED (SELECT origin, horizon, first_left_id, pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM event_epoch ORDER BY id DESC LIMIT 1)
  SELECT (SELECT origin FROM latest) IS DISTINCT FROM ${ORIGIN}
    OR EXISTS (SELECT FROM ${recentBelow('xmin')})
    OR (SELECT settled > horizon AND first_left_id IS NOT NULL OR settled::text::bigint - horizon::text::bigint > ${MAX_WINDOW} FROM latest)
    AS "isNeeded"`;

const WRITE = `
  positioned AS (INSERT INTO event_position (position, event_id, agent_code) SELECT position, id, agent_code FROM numbered),
  addressed AS (
    INSERT INTO webhook_delivery (webhook_id, event_id, next_attempt_at)
    SELECT w.id, n.id, clock_timestamp() FROM numbered n JOIN webhook w ON w.agent_code = n.agent_code
    WHERE w.status = 'enabled' AND (w.types = '{}' OR n.type = ANY (w.types)) AND n.recorded_at >= w.created_at ORDER BY n.id)`;

/** An event waits for unsettled ones with smaller ids, because one may precede it in the same application. */
const PUBLISH = `
  WITH latest AS MATERIALIZED (
    SELECT id, last_position, horizon, first_left_id FROM event_epoch WHERE origin = ${ORIGIN} AND id = (SELECT max(id) FROM event_epoch)),
  recent AS MATERIALIZED (SELECT e.id, e.transaction_id, e.type, e.agent_code, e.recorded_at FROM ${recentBelow('xmax')}),
  bound AS MATERIALIZED (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled,
           (SELECT min(id) FROM recent WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())) AS first_unsettled_id),
  left_over AS MATERIALIZED (SELECT e.id, e.type, e.agent_code, e.recorded_at FROM ${LEFT} LIMIT ${PUBLISHED_AT_ONCE}),
  ready AS MATERIALIZED (
    SELECT id, type, agent_code, recorded_at FROM left_over
    UNION ALL SELECT id, type, agent_code, recorded_at FROM recent WHERE transaction_id < (SELECT settled FROM bound)),
  chosen AS MATERIALIZED (
    SELECT r.* FROM ready r CROSS JOIN bound b WHERE b.first_unsettled_id IS NULL OR r.id < b.first_unsettled_id
    ORDER BY r.id LIMIT ${PUBLISHED_AT_ONCE}),
  numbered AS MATERIALIZED (
    SELECT l.last_position + row_number() OVER (ORDER BY c.id) AS position, c.* FROM chosen c CROSS JOIN latest l),
  rest AS MATERIALIZED (
    SELECT CASE WHEN (SELECT count(*) FROM ready) > (SELECT count(*) FROM chosen) OR (SELECT count(*) FROM left_over) = ${PUBLISHED_AT_ONCE}
             THEN coalesce((SELECT max(id) + 1 FROM chosen), (SELECT min(id) FROM ready)) END AS first_left_id),
  ${WRITE},
  moved AS (
    UPDATE event_epoch e
    SET last_position = l.last_position + (SELECT count(*) FROM numbered), horizon = b.settled, first_left_id = n.first_left_id
    FROM latest l, bound b, rest n
    WHERE e.id = l.id AND (EXISTS (SELECT FROM numbered) OR b.settled > l.horizon OR n.first_left_id IS DISTINCT FROM l.first_left_id))
  SELECT (SELECT count(*) FROM numbered) AS published, EXISTS (SELECT FROM latest) AS "isKnownOrigin"`;

/** Runs while no other events are written. $1, $2: id and position of the last published event. */
const PUBLISH_REST = `
  WITH numbered AS MATERIALIZED (
    SELECT $2::bigint + row_number() OVER (ORDER BY c.id) AS position, c.* FROM (
      SELECT e.id, e.type, e.agent_code, e.recorded_at FROM event e WHERE e.id > $1 AND ${HAS_NO_POSITION}
      ORDER BY e.id LIMIT ${PUBLISHED_AT_ONCE}) c),
  ${WRITE}
  SELECT max(id) AS "lastId", max(position) AS "lastPosition", count(*) AS published FROM numbered`;

const LOCK_EVENTS = 'LOCK TABLE event IN SHARE MODE';
const LAST_POSITION = 'SELECT last_position AS "lastPosition" FROM event_epoch ORDER BY id DESC LIMIT 1';

const OPEN_EPOCH = `
  INSERT INTO event_epoch (origin, opened_after, last_position, horizon)
  VALUES (${ORIGIN}, $1, $2, pg_snapshot_xmin(pg_current_snapshot()))`;

const ofUnpublished = (value: string): string => `
  WITH latest AS MATERIALIZED (SELECT horizon, first_left_id FROM event_epoch ORDER BY id DESC LIMIT 1)
  SELECT ${value}
  FROM ((SELECT e.recorded_at FROM ${recentBelow('xmax')} ORDER BY e.transaction_id LIMIT ${MAX_AGED})
        UNION ALL (SELECT e.recorded_at FROM ${LEFT} LIMIT ${MAX_AGED})) AS oldest`;
const LAG = ofUnpublished('coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0)::float8 AS seconds');
// The statement starts before its snapshot, so all events committed by then are published or among these.
const COMPLETE_UNTIL = ofUnpublished('coalesce(min(recorded_at), statement_timestamp()) AS moment');

interface Publication {
  readonly published: number;
  readonly isKnownOrigin: boolean;
}

interface Rest {
  readonly published: number;
  readonly lastId: number | null;
  readonly lastPosition: number | null;
}

/** Assigns positions (events.4, events.6, events.8). Plain SQL, because a pass is one statement (ADR-2). */
@Injectable()
export class EventPublicationRepository {
  constructor(private readonly store: Store) {}

  /** Takes no lock and reads only the latest events. */
  async hasWork(environment: Environment): Promise<boolean> {
    return getRow(await this.store.query<{ isNeeded: boolean }>(environment, HAS_WORK)).isNeeded;
  }

  claimTurn(tx: Transaction): Promise<boolean> {
    return claimTurn(tx, 'event publisher');
  }

  async publish(tx: Transaction): Promise<Publication> {
    return getRow(await tx.query<Publication>(PUBLISH));
  }

  /** Publishes all events first and returns their number. Blocks writers of events. */
  async openEpoch(tx: Transaction): Promise<number> {
    await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx.query(LOCK_EVENTS);
    const { lastPosition: openedAfter } = getRow(await tx.query<{ lastPosition: number }>(LAST_POSITION));
    let [id, position, published] = [0, openedAfter, 0];
    for (;;) {
      const [rest] = await tx.query<Rest>(PUBLISH_REST, [id, position]);
      if (!rest || rest.lastId === null || rest.lastPosition === null) break;
      [id, position, published] = [rest.lastId, rest.lastPosition, published + rest.published];
    }
    await tx.query(OPEN_EPOCH, [openedAfter, position]);
    return published;
  }

  async completeUntil(environment: Environment): Promise<Date> {
    return getRow(await this.store.query<{ moment: Date }>(environment, COMPLETE_UNTIL)).moment;
  }

  async lagSeconds(environment: Environment): Promise<number> {
    return getRow(await this.store.query<{ seconds: number }>(environment, LAG)).seconds;
  }
}
