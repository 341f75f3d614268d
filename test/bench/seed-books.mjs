const BATCH = 50_000;
const AGENTS = 200;
/** Agent with the same number of policies at every size. */
export const FEW_AGENT = 'BENCH-FEW';
const FEW = 100;
/** Percentage of policies that are issued in the year of the reports. */
const SHARE = 30;
/** Days before today on which the last instalments are charged, for each agent on each day. */
const RECENT_DAYS = 90;
/** Number of days whose charges each agent has not paid. */
const UNPAID_DAYS = 60;
const TABLES = ['application', 'receipt', 'receipt_cover', 'ledger_transaction', 'ledger_entry', 'status_transition'];
const NAMES = ['Γεώργιος', 'Μαρία', 'Ιωάννης', 'Ελένη', 'Δημήτριος', 'Αικατερίνη', 'Νικόλαος', 'Σοφία', 'Στυλιανός'];

/** Number of the copy `n.id`, from 1; $4 is the id before the first copy. */
const K = '(n.id - $4::bigint)';
const AGENT = `CASE WHEN ${K} <= ${FEW} THEN '${FEW_AGENT}' ELSE 'BENCH-' || ${K} % ${AGENTS} END`;
const IS_OF_YEAR = `${K} / ${AGENTS} % 100 < ${SHARE}`;
const ISSUED_ON = `(CASE WHEN ${IS_OF_YEAR} THEN date '2025-01-01' ELSE date '2020-01-01' END + (n.id % 360)::int)`;
const APPLICATION = {
  id: 'n.id',
  application_no: `'B' || n.id`,
  policy_no: `'PB' || n.id`,
  agent_code: AGENT,
  // Nothing is due, so that no scheduled work changes it.
  status: `CASE WHEN ${ISSUED_ON} + 370 > current_date THEN '50' ELSE '60' END`,
  client_name: `CASE WHEN ${K} <= ${FEW} THEN 'Ζερβός ' ELSE 'Παπαδόπουλος ' END || ('{${NAMES.join(',')}}'::text[])[1 + ${K} * 104729 % ${NAMES.length}]`,
  start_date: `${ISSUED_ON} + 5`,
  end_date: `${ISSUED_ON} + 370`,
  issue_date: ISSUED_ON,
  questionnaire: `jsonb_set(t.questionnaire::jsonb, '{commission_code}', '"BENCH-1"')::json`,
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
  };
};
const BOOKINGS = `
  WITH booked AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference, booked_on)
    SELECT r.paid_at, k.kind, r.application_id, r.receipt_no, 'bench ' || r.receipt_no, (r.paid_at AT TIME ZONE 'Europe/Athens')::date
    FROM receipt r, (VALUES (1, 'PREMIUM'), (2, 'CHARGE')) AS k(place, kind) WHERE r.application_id BETWEEN $2 AND $3 ORDER BY r.receipt_no, k.place
    RETURNING id, at, application_id, kind)
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT b.id, CASE c.kind WHEN 'AGENT' THEN own.id ELSE e.account_id END, e.amount, b.at
  FROM booked b JOIN application a ON a.id = b.application_id JOIN account own ON own.agent_code = a.agent_code,
    ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account c ON c.id = e.account_id
  WHERE t.application_id = $1 AND t.kind = b.kind`;
const DECISIONS = `
  INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, at)
  SELECT n.id, a.from_status, a.to_status, a.action, a.actor, 'Bench', ${ISSUED_ON}::timestamp + interval '10 hours' + a.hours * interval '1 hour'
  FROM generate_series($2::bigint, $3::bigint) AS n(id),
    (VALUES (NULL, '25', 'insert', 'agent', -3), ('25', '30', 'request_approval', 'agent', -2), ('30', '01', 'approve', 'underwriter', -1),
      ('01', '45', 'prepay', 'agent', 0), ('45', '50', 'issue', 'agent', 0)) AS a(from_status, to_status, action, actor, hours)
  WHERE ${K} / ${AGENTS} % 20 = 0 AND $1::bigint > 0`;
/** Payment code requested for the last instalment; all have the same amount. */
const codesOf = (each) => `
  INSERT INTO payment_code (code, application_id, sequence, instalment_no, amount, due_date, created_at)
  SELECT 'RF' || lpad(n.id::text, 23, '0'), n.id, ${each}, ${each}, r.gross, r.due_date, r.paid_at
  FROM generate_series($2::bigint, $3::bigint) AS n(id) JOIN receipt r ON r.application_id = n.id AND r.instalment_no = ${each} WHERE $1::bigint > 0`;
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

/** Inserts copies of the policy up to the size without triggers, issued over the years, each with charged receipts. */
export async function fillBooks(client, id, { size, receiptsEach }) {
  await client.query(
    `INSERT INTO agent (code, name, type, credit_limit, created_at, updated_at)
     SELECT code, 'Πρακτορείο ' || code, 'broker', 0, now(), now() FROM (SELECT 'BENCH-' || n AS code FROM generate_series(0, ${AGENTS - 1}) n UNION ALL VALUES ('${FEW_AGENT}')) c
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO account (code, kind, agent_code, balance) SELECT 'agent:' || code, 'AGENT', code, 0 FROM agent WHERE code LIKE 'BENCH-%' ON CONFLICT DO NOTHING`,
  );
  const triggers = async (state) => {
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
  };
  const copies = 'generate_series($2::bigint, $3::bigint) AS n(id)';
  const policies = await copy(client, 'application', APPLICATION, `application t, ${copies} WHERE t.id = $1`);
  const receipts = await copy(
    client,
    'receipt',
    receiptOf(receiptsEach),
    `receipt t, ${copies}, generate_series(1, ${receiptsEach}) i WHERE t.application_id = $1 ORDER BY n.id`,
  );
  const covers = await copy(
    client,
    'receipt_cover',
    { receipt_no: 'r.receipt_no' },
    `receipt_cover t JOIN receipt o ON o.receipt_no = t.receipt_no AND o.application_id = $1 CROSS JOIN receipt r WHERE r.application_id BETWEEN $2 AND $3 AND r.kind = 'NEW'`,
  );
  const first = 1_000_000;
  const { rows } = await client.query('SELECT greatest(max(id), $1)::int AS last FROM application', [first]);
  await triggers('DISABLE');
  for (let done = rows[0].last - first; done < size; done += BATCH) {
    const range = [id, first + 1 + done, first + Math.min(size, done + BATCH)];
    for (const text of [policies, receipts, covers, BOOKINGS, DECISIONS, codesOf(receiptsEach)])
      await client.query(text, text.includes('$4') ? [...range, first] : range);
  }
  await client.query('TRUNCATE debit_day, debit_ahead, ledger_day, ledger_unfolded');
  await client.query('ALTER TABLE receipt_number DISABLE TRIGGER USER');
  await client.query('TRUNCATE receipt_number');
  await client.query(NUMBERS);
  await client.query('ALTER TABLE receipt_number ENABLE TRIGGER USER');
  await client.query('ANALYZE ledger_entry, ledger_transaction, receipt, account');
  await client.query(DEBITS);
  await client.query(SETTLEMENTS, [String(size)]);
  await client.query(DAYS);
  await triggers('ENABLE');
  for (const table of [...TABLES, 'payment_code', 'debit_day', 'debit_ahead', 'account', 'ledger_day', 'receipt_number'])
    await client.query(`VACUUM ANALYZE ${table}`);
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
