import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { getRow, Store } from '../../../store/store.js';
import { REMEMBERED_EPOCHS, type Cursor, type Epoch } from './event-cursor.js';
import type { EventKey, RecordedEvent } from './event.js';
import type { EventType } from './event-types.js';

const MAX_SCANNED = 5_000;

/** A cursor of an unknown epoch starts at the beginning (events.8). $1, $2: its epochs and positions. */
const RANGE = `
  latest AS MATERIALIZED (
    SELECT id, last_position, (SELECT max(aged_until) FROM event_epoch) AS aged_until FROM event_epoch ORDER BY id DESC LIMIT 1),
  known AS MATERIALIZED (
    SELECT e.id, m.position FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS m (code, position, place)
    JOIN event_epoch e ON e.code = m.code ORDER BY m.place LIMIT 1),
  range AS MATERIALIZED (
    SELECT l.last_position AS head, l.aged_until + 1 AS oldest,
           (SELECT least(k.position, l.last_position, (SELECT min(opened_after) FROM event_epoch WHERE id > k.id)) FROM known k) AS after
    FROM latest l)`;

/** $3: agents; $4: limit per agent; $5: page size; $6: types, null for all. */
const READ = `
  WITH ${RANGE},
  looked_at AS MATERIALIZED (
    SELECT p.position, p.event_id, row_number() OVER (PARTITION BY a.code ORDER BY p.position) = $4 AS is_cut
    FROM unnest($3::text[]) AS a (code) CROSS JOIN range r CROSS JOIN LATERAL (
      SELECT position, event_id FROM event_position
      WHERE agent_code = a.code AND position > coalesce(r.after, 0) AND position <= r.head ORDER BY position LIMIT $4) AS p),
  complete AS MATERIALIZED (SELECT coalesce(min(position) FILTER (WHERE is_cut), (SELECT head FROM range)) AS until FROM looked_at),
  page AS (
    SELECT s.position, e.id, e.nonce, e.type, e.at, e.agent_code, e.data
    FROM looked_at s JOIN event e ON e.id = s.event_id
    WHERE s.position <= (SELECT until FROM complete) AND ($6::text[] IS NULL OR e.type = ANY ($6)) ORDER BY s.position LIMIT $5)
  SELECT r.head, r.oldest, r.after, (SELECT until FROM complete) AS until,
         ARRAY(SELECT code FROM event_epoch ORDER BY id DESC LIMIT ${REMEMBERED_EPOCHS}) AS codes,
         ARRAY(SELECT opened_after FROM event_epoch ORDER BY id DESC LIMIT ${REMEMBERED_EPOCHS}) AS "openedAfter",
         p.position, p.id, p.nonce, p.type, p.at, p.agent_code AS "agentCode", p.data
  FROM range r LEFT JOIN page p ON true ORDER BY p.position`;

const FIND = `
  SELECT e.id, e.nonce, e.type, e.at, e.agent_code AS "agentCode", e.data
  FROM event e WHERE e.id = $1 AND e.nonce = $2 AND e.agent_code = ANY ($3) AND EXISTS (SELECT FROM event_position p WHERE p.event_id = e.id)`;

const NEWS = `
  WITH latest AS MATERIALIZED (SELECT last_position FROM event_epoch ORDER BY id DESC LIMIT 1)
  SELECT last_position AS head,
         ARRAY(SELECT DISTINCT agent_code FROM event_position WHERE position > $1 AND position <= l.last_position) AS "agentCodes"
  FROM latest l`;

export interface FeedQuery {
  readonly agentCodes: readonly string[];
  readonly after: Cursor | null;
  readonly limit: number;
  readonly types: readonly EventType[] | null;
}

export interface FeedPart {
  readonly events: readonly RecordedEvent[];
  readonly readUntil: number;
  readonly head: number;
  readonly oldest: number;
  readonly after: number | null;
  readonly epochs: readonly [Epoch, ...Epoch[]];
}

interface Meta {
  readonly head: number;
  readonly oldest: number;
  readonly after: number | null;
  readonly until: number;
  readonly codes: readonly string[];
  readonly openedAfter: readonly number[];
}
type Row = Meta & ((RecordedEvent & { readonly position: number }) | { readonly position: null });

@Injectable()
export class EventFeedRepository {
  constructor(private readonly store: Store) {}

  async read(environment: Environment, { agentCodes, after, limit, types }: FeedQuery): Promise<FeedPart> {
    const ofEach = types === null ? limit : Math.max(1, Math.ceil(MAX_SCANNED / agentCodes.length));
    const marks = [after?.map(({ epoch }) => epoch) ?? [], after?.map(({ position }) => position) ?? []];
    const rows = await this.store.query<Row>(environment, READ, [...marks, agentCodes, ofEach, limit, types]);
    const meta = getRow(rows);
    const found = rows.filter((row) => row.position !== null);
    const epochs = meta.codes.map((code, place): Epoch => ({ code, openedAfter: meta.openedAfter[place] ?? 0 })) as [Epoch, ...Epoch[]];
    const events = found.map(({ id, nonce, type, at, agentCode, data }): RecordedEvent => ({ id, nonce, type, at, agentCode, data }));
    const isFull = found.length === limit;
    return { ...meta, events, epochs, readUntil: isFull ? found.at(-1)!.position : meta.until };
  }

  async find(environment: Environment, { id, nonce }: EventKey, agentCodes: readonly string[]): Promise<RecordedEvent | null> {
    const [event] = await this.store.query<RecordedEvent>(environment, FIND, [id, nonce, agentCodes]);
    return event ?? null;
  }

  async findNews(environment: Environment, position: number): Promise<{ readonly head: number; readonly agentCodes: readonly string[] }> {
    return getRow(await this.store.query<{ head: number; agentCodes: string[] }>(environment, NEWS, [position]));
  }
}
