/** Keeps the publisher out during a bulk insert of events. */
const TAKE_TURN = `SELECT pg_advisory_xact_lock(hashtextextended('event publisher ' || current_schema(), 0))`;
/** The calling agent, and another one. */
export const AGENTS = ['10001', '10002'];

const INSERT = `
  INSERT INTO event (type, at, agent_code, data)
  SELECT 'policy.issued', now(), coalesce($2, (20000 + n % 500)::text), json_build_object('application_id', n, 'policy_no', 'P26' || n, 'renewal_of', NULL)
  FROM generate_series(1, $1::int) n`;

/**
 * Inserts unpublished events in one transaction: `counts` for each agent in order; `null` for agents without callers.
 */
export async function insertEvents(client, counts) {
  await client.query('BEGIN');
  await client.query(TAKE_TURN);
  for (const [agentCode, count] of counts) await client.query(INSERT, [count, agentCode]);
  await client.query('COMMIT');
}

/**
 * Inserts events with positions up to a total of `size`, in the publisher's turn. Nothing else writes, so all earlier
 * events are published. Every hundredth belongs to the calling agent.
 */
export async function fillFeed(client, size) {
  await client.query('BEGIN');
  await client.query(TAKE_TURN);
  await client.query(
    `WITH last AS (SELECT id, last_position FROM event_epoch ORDER BY id DESC LIMIT 1),
     made AS (
       INSERT INTO event (type, at, agent_code, data)
       SELECT 'policy.issued', now(), CASE WHEN n % 100 = 0 THEN '${AGENTS[0]}' ELSE (20000 + n % 500)::text END,
         json_build_object('application_id', n, 'policy_no', 'P26' || n, 'renewal_of', NULL)
       FROM last, generate_series(1, $1::int - last_position) n RETURNING id, agent_code),
     placed AS (
       INSERT INTO event_position (position, event_id, agent_code)
       SELECT last_position + row_number() OVER (ORDER BY made.id), made.id, made.agent_code FROM made, last RETURNING position)
     UPDATE event_epoch e
     SET last_position = coalesce((SELECT max(position) FROM placed), e.last_position), horizon = (pg_current_xact_id()::text::bigint + 1)::text::xid8
     FROM last WHERE e.id = last.id`,
    [size],
  );
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE event, event_position');
}

export async function lastPosition(client) {
  const { rows } = await client.query('SELECT last_position::int AS position FROM event_epoch ORDER BY id DESC LIMIT 1');
  return rows[0].position;
}
