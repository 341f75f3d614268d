import { Injectable } from '@nestjs/common';
import { getRow, type Transaction } from '../../../store/store.js';
import { claimTurn } from '../../../store/turn.js';
import { OPEN_ITEMS, OPEN_PARTS, selectShares } from './overview-shares.js';

const AT_ONCE = 4_000;

/** Runs after retention deleted events that were not folded. The fill corrects the sums. */
const RESTART_AFTER_GAP = `
  UPDATE overview_progress p SET position = e.last_position, filled_to = 0, as_of = NULL
  FROM (SELECT last_position, aged_until FROM event_epoch ORDER BY id DESC LIMIT 1) AS e WHERE e.aged_until > p.position`;

const PROGRESS = `SELECT position, filled_to AS "filledTo", as_of AS "asOf", clock_timestamp() AS now FROM overview_progress`;

const READ_EVENTS = `
  WITH part AS MATERIALIZED (SELECT position, event_id FROM event_position WHERE position > $1 ORDER BY position LIMIT ${AT_ONCE})
  SELECT max(part.position) AS last, count(*) AS count, coalesce(array_agg(DISTINCT (e.data ->> 'application_id')::bigint)
      FILTER (WHERE e.data ->> 'application_id' IS NOT NULL AND e.type <> 'document.created'), '{}') AS ids
  FROM part JOIN event e ON e.id = part.event_id`;

const DELETE_TOUCHED = `
  DELETE FROM overview_touch WHERE id IN (SELECT id FROM overview_touch ORDER BY id LIMIT ${AT_ONCE}) RETURNING application_id AS id`;

const WALK = `SELECT id FROM application WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}`;

/** The start or cancellation of a renewal changes the figures of the policy before it. */
const WITH_PREVIOUS_YEARS = `
  SELECT id FROM unnest($1::bigint[]) AS id
  UNION SELECT renewal_of FROM application WHERE id = ANY ($1) AND renewal_of IS NOT NULL`;

const FOLD = `
  WITH present AS MATERIALIZED (${selectShares('a.id = ANY ($1::bigint[])')}),
  previous AS MATERIALIZED (
    SELECT s.application_id AS id, s.agent_code, s.line, i ->> 0 AS part, i ->> 1 AS key, (i ->> 2)::bigint AS count,
      (i ->> 3)::numeric AS gross, (i ->> 4)::numeric AS net
    FROM overview_share s CROSS JOIN LATERAL jsonb_array_elements(s.shares) AS i WHERE s.application_id = ANY ($1)),
  stored AS (
    INSERT INTO overview_share (application_id, agent_code, line, shares)
    SELECT id, agent_code, line, jsonb_agg(jsonb_build_array(part, key, count, gross, net) ORDER BY part, key) FROM present GROUP BY id, agent_code, line
    ON CONFLICT (application_id) DO UPDATE SET agent_code = excluded.agent_code, shares = excluded.shares
    WHERE (overview_share.agent_code, overview_share.shares) IS DISTINCT FROM (excluded.agent_code, excluded.shares)),
  gone AS (
    DELETE FROM overview_share s WHERE s.application_id = ANY ($1) AND NOT EXISTS (SELECT FROM present p WHERE p.id = s.application_id)),
  difference AS (
    SELECT o.agent_code, d.part, d.key, d.line, sum(d.count) AS count, sum(d.gross) AS gross, sum(d.net) AS net
    FROM (
      SELECT agent_code, part, key, line, count, gross, net FROM present
      UNION ALL SELECT agent_code, part, key, line, -count, -gross, -net FROM previous) AS d
    CROSS JOIN LATERAL (VALUES (d.agent_code), ('')) AS o(agent_code)
    GROUP BY 1, 2, 3, 4 HAVING sum(d.count) <> 0 OR sum(d.gross) <> 0 OR sum(d.net) <> 0)
  MERGE INTO overview_total t USING difference d ON t.agent_code = d.agent_code AND t.part = d.part AND t.key = d.key AND t.line = d.line
  WHEN MATCHED AND t.count + d.count = 0 AND t.gross + d.gross = 0 AND t.net + d.net = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET count = t.count + d.count, gross = t.gross + d.gross, net = t.net + d.net
  WHEN NOT MATCHED THEN INSERT (agent_code, part, key, line, count, gross, net) VALUES (d.agent_code, d.part, d.key, d.line, d.count, d.gross, d.net)`;

const COUNT_OPEN = `
  WITH present AS MATERIALIZED (${OPEN_ITEMS}),
  gone AS (
    DELETE FROM overview_total t WHERE t.part IN (${OPEN_PARTS.map((part) => `'${part}'`).join(', ')})
      AND NOT EXISTS (SELECT FROM present p WHERE (p.agent_code, p.part, p.key, p.line) = (t.agent_code, t.part, t.key, t.line)))
  INSERT INTO overview_total AS t (agent_code, part, key, line, count, gross, net, oldest) SELECT * FROM present
  ON CONFLICT (agent_code, part, key, line) DO UPDATE SET count = excluded.count, gross = excluded.gross, oldest = excluded.oldest
  WHERE (t.count, t.gross, t.oldest) IS DISTINCT FROM (excluded.count, excluded.gross, excluded.oldest)`;

const MARK = `UPDATE overview_progress SET position = $1, filled_to = $2`;
const SAVE_AS_OF = `UPDATE overview_progress SET as_of = greatest(as_of, $1)`;

interface OverviewProgress {
  readonly position: number;
  /** All applications were filled up to this id; null when all are. */
  readonly filledTo: number | null;
  readonly asOf: Date | null;
  readonly now: Date;
}

interface Ids {
  readonly ids: number[];
  readonly isLast: boolean;
}

@Injectable()
export class OverviewFoldRepository {
  async claimTurn(tx: Transaction): Promise<OverviewProgress | null> {
    if (!(await claimTurn(tx, 'overview'))) return null;
    await tx.query(RESTART_AFTER_GAP);
    return getRow(await tx.query<OverviewProgress>(PROGRESS));
  }

  async foldPart(tx: Transaction, { position, filledTo }: OverviewProgress): Promise<boolean> {
    const [events] = await tx.query<{ last: number | null; count: number; ids: number[] }>(READ_EVENTS, [position]);
    const touched = await this.listIds(tx, DELETE_TOUCHED);
    const walked = filledTo === null ? { ids: [], isLast: true } : await this.listIds(tx, WALK, [filledTo]);
    const ids = [...(events?.ids ?? []), ...touched.ids, ...walked.ids];
    if (ids.length > 0) {
      const all = await this.listIds(tx, WITH_PREVIOUS_YEARS, [ids]);
      await tx.query(FOLD, [all.ids]);
    }
    await tx.query(MARK, [events?.last ?? position, walked.isLast ? null : walked.ids.at(-1)]);
    return (events?.count ?? 0) === AT_ONCE || !touched.isLast || !walked.isLast;
  }

  async countOpen(tx: Transaction, at: Date): Promise<void> {
    await tx.query(COUNT_OPEN, [at]);
  }

  async saveAsOf(tx: Transaction, asOf: Date): Promise<void> {
    await tx.query(SAVE_AS_OF, [asOf]);
  }

  private async listIds(tx: Transaction, text: string, values: readonly unknown[] = []): Promise<Ids> {
    const ids = (await tx.query<{ id: number }>(text, values)).map(({ id }) => id);
    return { ids, isLast: ids.length < AT_ONCE };
  }
}
