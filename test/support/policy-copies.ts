type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Columns that a copy does not take over, with their values; `c` is the copy of the policy, `o` the copied row. */
interface CopiedTable {
  readonly table: string;
  readonly from: string;
  readonly own: Readonly<Record<string, string>>;
}

const NUMBER = `lpad((c.id % 10000000)::text, 7, '0')`;
const TABLES: readonly CopiedTable[] = [
  {
    table: 'agent',
    from: 'agent_copies g JOIN agent o ON o.code = g.old AND $1::bigint IS NOT NULL',
    own: { code: 'g.code' },
  },
  {
    table: 'account',
    from: 'agent_copies g JOIN account o ON o.agent_code = g.old AND $1::bigint IS NOT NULL',
    own: { id: 'g.account_id', code: `'agent:' || g.code`, agent_code: 'g.code' },
  },
  {
    table: 'application',
    from: 'application o JOIN copies c ON true WHERE o.id = $1',
    own: { id: 'c.id', application_no: `'F26' || ${NUMBER}`, policy_no: `'P26' || ${NUMBER}`, agent_code: 'c.agent_code' },
  },
  {
    table: 'contract_segment',
    from: 'contract_segment o JOIN copies c ON true WHERE o.application_id = $1',
    own: { id: `nextval(pg_get_serial_sequence('contract_segment', 'id'))`, application_id: 'c.id' },
  },
  {
    table: 'receipt',
    from: 'receipt_copies r JOIN receipt o ON o.receipt_no = r.old JOIN copies c ON c.id = r.application_id AND o.application_id = $1',
    own: {
      receipt_no: 'r.new',
      application_id: 'c.id',
      policy_no: `'P26' || ${NUMBER}`,
      agent_code: 'c.agent_code',
      payment_reference: `CASE WHEN o.payment_reference IS NOT NULL THEN 'P26' || ${NUMBER} || '/' || o.instalment_no END`,
    },
  },
  {
    table: 'receipt_cover',
    from: 'receipt_copies r JOIN receipt_cover o ON o.receipt_no = r.old AND $1::bigint IS NOT NULL',
    own: { receipt_no: 'r.new' },
  },
  {
    table: 'ledger_transaction',
    from: 'booking_copies b JOIN ledger_transaction o ON o.id = b.old JOIN copies c ON c.id = b.application_id AND o.application_id = $1',
    own: { id: 'b.new', application_id: 'c.id', receipt_no: 'b.receipt_no', reference: `'P26' || ${NUMBER} || '/1'` },
  },
  {
    table: 'ledger_entry',
    from: `booking_copies b JOIN copies c ON c.id = b.application_id JOIN ledger_entry o ON o.transaction_id = b.old AND $1::bigint IS NOT NULL
      JOIN agent_copies g ON g.code = c.agent_code JOIN account n ON n.id = o.account_id`,
    own: { transaction_id: 'b.new', account_id: 'CASE WHEN n.agent_code IS NULL THEN n.id ELSE g.account_id END' },
  },
];

const PREPARE = [
  `CREATE TEMP TABLE agent_copies AS
   SELECT 'C' || k AS code, a.agent_code AS old, nextval(pg_get_serial_sequence('account', 'id')) AS account_id FROM application a, generate_series(1, $2::integer) k WHERE a.id = $1`,
  `CREATE TEMP TABLE copies AS
   SELECT nextval('application_id_seq') AS id, 'C' || (1 + k % $2::integer) AS agent_code FROM generate_series(1, $1::integer) k`,
  `CREATE TEMP TABLE receipt_copies AS
   SELECT c.id AS application_id, r.receipt_no AS old, nextval(pg_get_serial_sequence('receipt', 'receipt_no')) AS new FROM copies c, receipt r WHERE r.application_id = $1`,
  `CREATE TEMP TABLE booking_copies AS
   SELECT c.id AS application_id, t.id AS old, r.new AS receipt_no, nextval(pg_get_serial_sequence('ledger_transaction', 'id')) AS new
   FROM copies c, ledger_transaction t JOIN receipt_copies r ON r.old = t.receipt_no WHERE r.application_id = c.id AND t.application_id = $1`,
];
const DEBITS = `
  INSERT INTO debit_day (account_id, day, amount)
  SELECT e.account_id, (e.at AT TIME ZONE 'Europe/Athens')::date, sum(e.amount) FROM ledger_entry e JOIN agent_copies g ON g.account_id = e.account_id
  WHERE e.amount > 0 GROUP BY 1, 2`;
const BALANCES = `
  UPDATE account a SET balance = (SELECT coalesce(sum(e.amount), 0) FROM ledger_entry e WHERE e.account_id = a.id) WHERE a.kind = 'AGENT'`;

/**
 * Copies an issued policy, whose agent earns no commission, to policies of new agents with their receipts and bookings,
 * without history, events and documents. Uses one connection.
 */
export async function copyPolicy(query: Query, id: number, count: number, agents: number): Promise<number[]> {
  const [ofAgents, copies, ...others] = PREPARE;
  await query(ofAgents!, [id, agents]);
  await query(copies!, [count, agents]);
  for (const text of others) await query(text, [id]);
  await query('BEGIN');
  for (const { table, from, own } of TABLES) {
    const columns = await query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => own[name] ?? `o.${name}`);
    await query(`INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM ${from}`, [id]);
  }
  await query(BALANCES);
  await query(DEBITS);
  await query('COMMIT');
  const rows = await query<{ id: string }>('SELECT id FROM copies ORDER BY id');
  await query('DROP TABLE agent_copies, copies, receipt_copies, booking_copies');
  await query('ANALYZE');
  return rows.map((row) => Number(row.id));
}
