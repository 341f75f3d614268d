const BATCH = 50_000;
const AGENTS = 200;
/** Agent with the same number of policies at every size. */
export const FEW_AGENT = 'BENCH-FEW';
const FEW = 100;
/** Percentage of policies that are issued in the year of the reports. */
const SHARE = 30;
/** Days before today on which the last instalments are charged, for each agent on each day. */
const RECENT_DAYS = 90;
/** Every hundredth booking of the bank account is by hand and on no statement. */
const HAND_SHARE = 100;
/** Lines of statements without a booking. */
const OPEN_LINES = 1_000;
/** Number of days whose charges each agent has not paid. */
const UNPAID_DAYS = 60;
/** Tables that are filled with the indexes of their constraints only. */
const TABLES = [
  'application',
  'receipt',
  'receipt_cover',
  'receipt_number',
  'ledger_transaction',
  'ledger_entry',
  'status_transition',
  'payment_code',
];
const NAMES = ['Γεώργιος', 'Μαρία', 'Ιωάννης', 'Ελένη', 'Δημήτριος', 'Αικατερίνη', 'Νικόλαος', 'Σοφία', 'Στυλιανός'];

/** Number of the copy `n.id`, from 1; $4 is the id before the first copy. */
const K = '(n.id - $4::bigint)';
/** Names all parameters, so that each statement takes the same ones. */
const NAMED = '$1::bigint + $2::bigint + $3::bigint + $4::bigint + $5::bigint > 0';
const AGENT = `CASE WHEN ${K} <= ${FEW} THEN '${FEW_AGENT}' ELSE 'BENCH-' || ${K} % ${AGENTS} END`;
const IS_OF_YEAR = `${K} / ${AGENTS} % 100 < ${SHARE}`;
/** Every third policy is paid at the bank, the others are charged. */
const IS_PAID_AT_BANK = `${K} % 3 = 0`;
const ISSUED_ON = `(CASE WHEN ${IS_OF_YEAR} THEN date '2025-01-01' ELSE date '2020-01-01' END + (n.id % 360)::int)`;
const APPLICATION = {
  id: 'n.id',
  application_no: `'B' || n.id`,
  policy_no: `'PB' || n.id`,
  agent_code: AGENT,
  // Nothing is due, so that no scheduled work changes or renews it.
  status: `CASE WHEN ${ISSUED_ON} + 370 > current_date + 70 THEN '50' ELSE '60' END`,
  client_name: `CASE WHEN ${K} <= ${FEW} THEN 'Ζερβός ' ELSE 'Παπαδόπουλος ' END || ('{${NAMES.join(',')}}'::text[])[1 + ${K} * 104729 % ${NAMES.length}]`,
  start_date: `${ISSUED_ON} + 5`,
  end_date: `${ISSUED_ON} + 370`,
  issue_date: ISSUED_ON,
  policy_document_id: 'NULL',
};
const receiptOf = (each) => {
  const bookedOn = `CASE WHEN i > 1 AND i = ${each} THEN current_date - 1 - (${K} / ${AGENTS} % ${RECENT_DAYS})::int ELSE ${ISSUED_ON} END`;
  return {
    receipt_no: `nextval('receipt_no_seq')`,
    application_id: 'n.id',
    policy_no: `'PB' || n.id`,
    instalment_no: 'i',
    kind: `CASE i WHEN 1 THEN 'NEW' ELSE 'INSTALMENT' END`,
    issue_date: ISSUED_ON,
    due_date: `${bookedOn} + CASE WHEN n.id % 10 = 0 THEN 20 ELSE 0 END`,
    paid_at: `(${bookedOn})::timestamp + interval '10 hours'`,
    payment_method: `CASE WHEN ${IS_PAID_AT_BANK} THEN 'RF' ELSE 'CHARGE' END`,
  };
};
/** Books the receipts from number $5 on by the entries of the copied policy. */
const BOOKINGS = `
  WITH booked AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, booked_on)
    SELECT r.paid_at, CASE WHEN k.kind = 'CHARGE' AND r.payment_method = 'RF' THEN 'PAYMENT' ELSE k.kind END, r.application_id, r.receipt_no,
      'bench ' || r.receipt_no, (r.paid_at AT TIME ZONE 'Europe/Athens')::date
    FROM receipt r, (VALUES (1, 'PREMIUM'), (2, 'CHARGE')) AS k(place, kind)
    WHERE r.receipt_no > $5::bigint AND ${NAMED} ORDER BY r.receipt_no, k.place
    RETURNING id, at, application_id, kind)
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT b.id, CASE WHEN e.is_agent THEN CASE b.kind WHEN 'PAYMENT' THEN e.bank_id ELSE own.id END ELSE e.account_id END, e.amount, b.at
  FROM booked b JOIN bench_entry e ON e.kind = CASE b.kind WHEN 'PAYMENT' THEN 'CHARGE' ELSE b.kind END
    CROSS JOIN LATERAL (SELECT b.application_id AS id) AS n JOIN account own ON own.agent_code = ${AGENT}`;
const DECISIONS = `
  INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, at)
  SELECT n.id, a.from_status, a.to_status, a.action, a.actor, 'Bench', ${ISSUED_ON}::timestamp + interval '10 hours' + a.hours * interval '1 hour'
  FROM generate_series($2::bigint, $3::bigint) AS n(id),
    (VALUES (NULL, '25', 'insert', 'agent', -3), ('25', '30', 'request_approval', 'agent', -2), ('30', '01', 'approve', 'underwriter', -1),
      ('01', '45', 'prepay', 'agent', 0), ('45', '50', 'issue', 'agent', 0)) AS a(from_status, to_status, action, actor, hours)
  WHERE ${K} / ${AGENTS} % 20 = 0 AND ${NAMED}`;
/** Payment code requested for the last instalment; all have the same amount. */
const codesOf = (each) => `
  INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at)
  SELECT 'RF' || lpad(n.id::text, 23, '0'), n.id, ${each}, ${each}, r.gross, r.due_date, r.paid_at
  FROM generate_series($2::bigint, $3::bigint) AS n(id) JOIN receipt r ON r.application_id = n.id AND r.instalment_no = ${each} WHERE r.receipt_no > $5::bigint AND ${NAMED}`;
/** Debits by day as the ledger stores them (ADR-24), for all bookings. */
const DEBITS = `
  WITH debited AS (
    SELECT e.account_id, (e.at AT TIME ZONE 'Europe/Athens')::date AS day, r.due_date, e.amount
    FROM account c JOIN ledger_entry e ON e.account_id = c.id JOIN ledger_transaction t ON t.id = e.transaction_id JOIN receipt r ON r.receipt_no = t.receipt_no
    WHERE c.agent_code LIKE 'BENCH-%' AND e.amount > 0),
  of_day AS (INSERT INTO debit_day (account_id, day, amount) SELECT account_id, day, sum(amount) FROM debited GROUP BY 1, 2 ORDER BY 2, 1)
  INSERT INTO debit_ahead (account_id, due_date, day, amount) SELECT account_id, due_date, day, sum(amount) FROM debited WHERE due_date > day GROUP BY 1, 2, 3`;
/** Each agent has paid older debts, minus what it paid at a smaller size. */
const SETTLEMENTS = `
  WITH owed AS (
    SELECT c.id, c.agent_code, coalesce(sum(e.amount), 0) AS all, coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND e.at >= current_date - ${UNPAID_DAYS}), 0) AS unpaid
    FROM account c JOIN ledger_entry e ON e.account_id = c.id WHERE c.agent_code LIKE 'BENCH-%' GROUP BY c.id),
  paid AS (
    INSERT INTO ledger_transaction (at, kind, reference, booked_on)
    SELECT current_date - 1, 'SETTLEMENT', 'bench ' || $1 || ' ' || agent_code, current_date - 1 FROM owed WHERE owed.all > unpaid RETURNING id, at, reference),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
    SELECT p.id, side.account_id, side.amount, p.at FROM paid p JOIN owed o ON p.reference = 'bench ' || $1 || ' ' || o.agent_code
      CROSS JOIN LATERAL (VALUES (o.id, o.unpaid - o.all), ((SELECT id FROM account WHERE code = 'bank'), o.all - o.unpaid)) AS side(account_id, amount))
  UPDATE account SET balance = owed.unpaid FROM owed WHERE account.id = owed.id`;

/** Sums of accounts by day, as the fold of the ledger adds them up (books.5). */
const DAYS = `
  INSERT INTO ledger_day (account, day, kind, debit, credit)
  SELECT ledger_account_group(a.code, a.kind), t.booked_on, a.kind, sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
  FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id GROUP BY 1, 2, 3`;
/** Numbers of the receipts that are written (money.18). */
const NUMBERS = `
  INSERT INTO receipt_number (receipt_no, issued_on, series, number)
  SELECT r.receipt_no, t.booked_on, to_char(t.booked_on, 'YY') || 'F', row_number() OVER (PARTITION BY to_char(t.booked_on, 'YY') ORDER BY r.receipt_no)
  FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM'`;

const IBAN = 'GR9608100010000001234567890';
/** Lines of the bank's statements: bookings that are not by hand, some a day later, and debits that nobody booked. */
const LINES = `
  CREATE TEMPORARY TABLE bench_line AS
  SELECT t.id, t.reference, t.application_id, t.receipt_no, e.amount, t.booked_on + (t.id % 20 = 0)::int AS day
  FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id WHERE a.code = 'bank' AND t.id % ${HAND_SHARE} <> 0
  UNION ALL SELECT NULL, 'debit ' || n, NULL, NULL, -1, current_date - 10 - n % 300 FROM generate_series(1, ${OPEN_LINES}) n`;
const STATEMENTS = `
  INSERT INTO bank_statement (format, account, bank_statement_id, message_id, page, created_on, from_date, to_date, opening_balance, closing_balance, entry_count,
    transfer_count, sha256, content, state, uploaded_by_id, uploaded_by, actor, uploaded_at, done_at)
  SELECT 'camt.053.001.08', '${IBAN}', 'BENCH-' || day, 'BENCH-' || day, 1, day, day, day, sum(moved) OVER upTo - moved, sum(moved) OVER upTo, count, count,
    sha256(day::text::bytea), sha256(day::text::bytea), 'DONE', 1, 'Bench', '{}', day, day
  FROM (SELECT day, sum(amount) AS moved, count(*) AS count FROM bench_line GROUP BY day) AS d WINDOW upTo AS (ORDER BY day)`;
const STATEMENT_LINES = `
  INSERT INTO bank_statement_entry (statement_id, entry_no, detail_no, is_credit, amount, currency, booking_date, value_date, bank_reference, reference, result, reason,
    application_id, receipt_no, transaction_id, line_day, is_open)
  SELECT s.id, row_number() OVER (PARTITION BY s.id), 1, l.amount > 0, abs(l.amount), 'EUR', l.day, l.day, l.reference, l.reference,
    CASE WHEN l.id IS NULL THEN 'NOT_BOOKED' ELSE 'PAID' END, CASE WHEN l.id IS NULL THEN 'DEBIT' END, l.application_id, l.receipt_no, l.id, l.day, l.id IS NULL
  FROM bench_line l JOIN bank_statement s ON s.bank_statement_id = 'BENCH-' || l.day`;
const BANK_BOOKINGS = `
  INSERT INTO bank_booking (transaction_id, amount, day, entry_id, cleared_on)
  SELECT t.id, e.amount, t.booked_on, l.id, l.line_day
  FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
    LEFT JOIN bank_statement_entry l ON l.transaction_id = t.id AND l.bank_reference LIKE 'bench %' WHERE a.code = 'bank'`;

/**
 * Inserts copies of the policy up to the size, issued over the years, each with paid receipts, and the bank's
 * statements. The client is a superuser, because triggers and foreign keys are off meanwhile.
 */
export async function fillBooks(real, id, { size, receiptsEach }) {
  const client = {
    query: async (text, values) => {
      const b = performance.now();
      const r = await real.query(text, values);
      if (performance.now() - b > 300)
        console.error(Math.round(performance.now() - b), 'ms', text.trim().slice(0, 70).replaceAll('\n', ' '));
      return r;
    },
  };
  await client.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`,
  );
  await client.query(
    `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
     SELECT code, 'Πρακτορείο ' || code, 'broker', 0, now(), now() FROM (SELECT 'BENCH-' || n AS code FROM generate_series(0, ${AGENTS - 1}) n UNION ALL VALUES ('${FEW_AGENT}')) c
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO account (code, kind, agent_code, balance) SELECT 'agent:' || code, 'AGENT', code, 0 FROM agent WHERE code LIKE 'BENCH-%' ON CONFLICT DO NOTHING`,
  );
  await createTemplates(client, id);
  const copies = 'generate_series($2::bigint, $3::bigint) AS n(id)';
  const texts = [
    await copy(client, 'application', APPLICATION, `bench_application t, ${copies} WHERE t.id = $1 AND ${NAMED}`),
    await copy(
      client,
      'receipt',
      receiptOf(receiptsEach),
      `bench_receipt t, ${copies}, generate_series(1, ${receiptsEach}) i WHERE t.application_id = $1 AND ${NAMED} ORDER BY n.id`,
    ),
    await copy(
      client,
      'receipt_cover',
      { receipt_no: 'r.receipt_no' },
      `bench_receipt_cover t CROSS JOIN receipt r WHERE r.receipt_no > $5::bigint AND r.kind = 'NEW' AND ${NAMED}`,
    ),
    BOOKINGS,
    DECISIONS,
    codesOf(receiptsEach),
  ];
  const first = 1_000_000;
  const { rows } = await client.query('SELECT greatest(max(id), $1)::int AS last FROM application', [first]);
  const definitions = await dropIndexes(client);
  for (let done = rows[0].last - first; done < size; done += BATCH) {
    const { rows: numbers } = await client.query('SELECT max(receipt_no) AS last FROM receipt');
    const values = [id, first + 1 + done, first + Math.min(size, done + BATCH), first, numbers[0].last];
    await client.query('BEGIN');
    for (const text of texts) await client.query(text, values);
    await client.query('COMMIT');
  }
  await client.query('TRUNCATE debit_day, debit_ahead, ledger_day, ledger_unfolded, receipt_number, bank_booking');
  await client.query(`DELETE FROM bank_statement_entry WHERE reference LIKE 'bench %' OR reference LIKE 'debit %'`);
  await client.query(`DELETE FROM bank_statement WHERE bank_statement_id LIKE 'BENCH-____-__-__'`);
  await client.query('ANALYZE ledger_entry, ledger_transaction, receipt, account');
  for (const text of [NUMBERS, DEBITS]) await client.query(text);
  await client.query(SETTLEMENTS, [String(size)]);
  for (const text of [DAYS, LINES, STATEMENTS, STATEMENT_LINES, BANK_BOOKINGS, 'DROP TABLE bench_line', ...definitions])
    await client.query(text);
  for (const table of [
    ...TABLES,
    'debit_day',
    'debit_ahead',
    'account',
    'ledger_day',
    'bank_statement',
    'bank_statement_entry',
    'bank_booking',
  ])
    await client.query(`VACUUM ANALYZE ${table}`);
}

/** Copies the rows of the policy into temporary tables, whose stored texts are not compressed again for each copy. */
async function createTemplates(client, id) {
  await client.query(`
    DROP TABLE IF EXISTS bench_application, bench_receipt, bench_receipt_cover, bench_entry;
    CREATE TEMPORARY TABLE bench_application AS SELECT * FROM application WHERE id = ${id};
    UPDATE bench_application SET questionnaire = jsonb_set(questionnaire::jsonb, '{commission_code}', '"BENCH-1"')::json;
    CREATE TEMPORARY TABLE bench_receipt AS SELECT * FROM receipt WHERE application_id = ${id};
    CREATE TEMPORARY TABLE bench_receipt_cover AS SELECT * FROM receipt_cover WHERE receipt_no IN (SELECT receipt_no FROM bench_receipt);
    CREATE TEMPORARY TABLE bench_entry AS
    SELECT t.kind, e.account_id, e.amount, a.kind = 'AGENT' AS is_agent, (SELECT id FROM account WHERE code = 'bank') AS bank_id
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
    WHERE t.application_id = ${id} AND t.kind IN ('PREMIUM', 'CHARGE');
    ANALYZE bench_application, bench_receipt, bench_receipt_cover, bench_entry`);
}

/** Drops the indexes that belong to no constraint; returns the statements that create them again. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [TABLES],
  );
  await client.query(`DROP INDEX ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

async function copy(client, table, own, from) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'production' AND table_name = $1
     AND is_generated = 'NEVER' AND identity_generation IS DISTINCT FROM 'ALWAYS' ORDER BY ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? `t.${name}`).join(', ')} FROM ${from}`;
}
