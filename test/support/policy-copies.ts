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
    table: 'application',
    from: 'application o JOIN copies c ON true WHERE o.id = $1',
    own: { id: 'c.id', application_no: `'F26' || ${NUMBER}`, policy_no: `'P26' || ${NUMBER}`, renewal_of: 'NULL', renewed_by: 'NULL' },
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
    from: 'booking_copies b JOIN ledger_entry o ON o.transaction_id = b.old AND $1::bigint IS NOT NULL',
    own: { transaction_id: 'b.new' },
  },
];

const PREPARE = [
  `CREATE TEMP TABLE copies AS SELECT nextval('application_id_seq') AS id FROM generate_series(1, $1::integer)`,
  `CREATE TEMP TABLE receipt_copies AS
   SELECT c.id AS application_id, r.receipt_no AS old, nextval(pg_get_serial_sequence('receipt', 'receipt_no')) AS new FROM copies c, receipt r WHERE r.application_id = $1`,
  `CREATE TEMP TABLE booking_copies AS
   SELECT c.id AS application_id, t.id AS old, r.new AS receipt_no, nextval(pg_get_serial_sequence('ledger_transaction', 'id')) AS new
   FROM copies c, ledger_transaction t JOIN receipt_copies r ON r.old = t.receipt_no WHERE r.application_id = c.id AND t.application_id = $1`,
];
const BALANCES = `
  UPDATE account a SET balance = (SELECT coalesce(sum(e.amount), 0) FROM ledger_entry e WHERE e.account_id = a.id) WHERE a.kind = 'AGENT'`;

/** Copies an issued policy with its receipts and bookings, without history, events and documents. Uses one connection. */
export async function copyPolicy(query: Query, id: number, count: number): Promise<number[]> {
  const [copies, ...others] = PREPARE;
  await query(copies!, [count]);
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
  await query('COMMIT');
  const rows = await query<{ id: string }>('SELECT id FROM copies ORDER BY id');
  await query('DROP TABLE copies, receipt_copies, booking_copies');
  await query('ANALYZE');
  return rows.map((row) => Number(row.id));
}
