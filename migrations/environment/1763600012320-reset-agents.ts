import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a row is referred to by is looked for each time that one is deleted; nothing else asks for these, and production deletes none. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  application: ['renewal_of', 'renewed_by', 'policy_document_id'],
  bank_advice: ['application_id', 'receipt_no'],
  suspense_item: ['application_id', 'resolved_application_id'],
  staff_message: ['application_id', 'party_id', 'suspense_id'],
};

/**
 * In the sandbox alone: what takes everything of an agent away, one part at a time (sandbox.24). Each function deletes so many rows of the agent at
 * most and returns how many, none at the end. That contracts and books can be deleted, only the `refuse_change` of this schema knows.
 */
export class ResetAgents1763600012320 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await isSandbox(runner))) return;
    for (const [table, columns] of Object.entries(REFERENCES))
      for (const column of columns)
        await runner.query(`CREATE INDEX ${table}_${column}_idx ON ${table} (${column}) WHERE ${column} IS NOT NULL`);
    await replaceRefusal(runner, ` OR current_setting('record.resetting', true) = 'on'`);
    await replaceResolutionGuard(runner, `IF current_setting('record.resetting', true) = 'on' THEN RETURN NEW; END IF;`);
    await createOpening(runner);
    await createPersons(runner);
    await createErasures(runner);
    await createApplications(runner);
    await createBooks(runner);
    await createOthers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await isSandbox(runner))) return;
    const functions = [
      'persons',
      'erasures',
      'contents',
      'applications',
      'unidentified',
      'settlements',
      'requests',
      'answers',
      'events',
      'tests',
    ];
    for (const name of functions) await runner.query(`DROP FUNCTION reset_${name}(text, integer)`);
    await runner.query(`DROP FUNCTION pass_on_money(bigint[]), delete_bookings(bigint[]), open_reset(text)`);
    await replaceResolutionGuard(runner, '');
    await replaceRefusal(runner, '');
    for (const [table, columns] of Object.entries(REFERENCES))
      for (const column of columns) await runner.query(`DROP INDEX ${table}_${column}_idx`);
  }
}

export async function isSandbox(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(`SELECT current_schema() = 'sandbox' AS "isSandbox"`)) as { isSandbox: boolean }[];
  return row?.isSandbox === true;
}

async function replaceRefusal(runner: QueryRunner, orResetting: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND (current_setting('record.erasing', true) = 'on'${orResetting}) THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'Table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
    END $$`);
}

async function replaceResolutionGuard(runner: QueryRunner, unlessResetting: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION refuse_second_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${unlessResetting}
      RAISE EXCEPTION 'suspense item % is resolved', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_item_resolved_once';
    END $$`);
}

/** `record.resetting` is on while one of the functions runs. */
async function createOpening(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION open_reset(agent text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM agent_clock c WHERE c.agent_code = agent AND c.state = 'resetting') THEN
        RAISE EXCEPTION 'agent % is not being reset', agent;
      END IF;
      PERFORM set_config('record.resetting', 'on', true);
    END $$`);
}

interface Part {
  readonly declare?: string;
  /** Leaves in `done` how many rows it took. */
  readonly statements: string;
}

async function createPart(runner: QueryRunner, name: string, { declare = '', statements }: Part): Promise<void> {
  await runner.query(`
    CREATE FUNCTION reset_${name}(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      done integer := 0;
      ${declare.trim()}
    BEGIN
      PERFORM open_reset(agent);
      ${statements.trim()}
      PERFORM set_config('record.resetting', '', true);
      RETURN done;
    END $$`);
}

/**
 * The agent's records of persons. A person of the register whom no other agent knows goes too; one who is shared becomes what the others say, unless
 * staff decided. The register stands still meanwhile, so that it takes in nothing that is deleted at this moment.
 */
async function createPersons(runner: QueryRunner): Promise<void> {
  await createPart(runner, 'persons', {
    declare: `
      afms text[];
      shared bigint[];`,
    statements: `
      IF EXISTS (SELECT FROM party_record r WHERE r.agent_code = agent) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('party register ' || current_schema(), 0));
      END IF;
      DELETE FROM party_record_change c WHERE c.agent_code = agent;
      afms := ARRAY(SELECT r.afm FROM party_record r WHERE r.agent_code = agent LIMIT most);
      PERFORM FROM party p WHERE p.afm = ANY (afms) ORDER BY p.afm FOR UPDATE;

      DELETE FROM party_version v USING party_record r WHERE r.afm = ANY (afms) AND r.agent_code = agent AND v.agent_code = agent AND v.party_id = r.id;
      DELETE FROM party_contact c USING party_record r WHERE r.afm = ANY (afms) AND r.agent_code = agent AND c.agent_code = agent AND c.party_id = r.id;
      DELETE FROM party_address a USING party_record r WHERE r.afm = ANY (afms) AND r.agent_code = agent AND a.agent_code = agent AND a.party_id = r.id;
      DELETE FROM party_record r WHERE r.afm = ANY (afms) AND r.agent_code = agent;
      done := cardinality(afms);

      shared := ARRAY(SELECT p.id FROM party p WHERE p.afm = ANY (afms) AND EXISTS (SELECT FROM party_record r WHERE r.afm = p.afm));
      UPDATE party p SET (person_type, last_name, first_name, fathers_name, birthdate, gender_code, occupation_code, updated_by, updated_at, version) = (
        SELECT r.person_type, r.last_name, r.first_name, r.fathers_name, r.birthdate, r.gender_code, r.occupation_code, r.updated_by, r.updated_at, p.version + 1
        FROM party_record r WHERE r.afm = p.afm ORDER BY r.serial LIMIT 1)
      WHERE p.id = ANY (shared) AND p.decided_at IS NULL;
      -- The register looks at what the others say together.
      INSERT INTO party_record_change (agent_code, afm, is_renamed)
      SELECT r.agent_code, r.afm, false FROM party p JOIN party_record r ON r.afm = p.afm WHERE p.id = ANY (shared);

      DELETE FROM staff_message m USING party p WHERE p.afm = ANY (afms) AND p.id <> ALL (shared) AND m.party_id = p.id;
      DELETE FROM party_version v USING party p WHERE p.afm = ANY (afms) AND v.party_id = p.id AND v.agent_code IS NULL;
      DELETE FROM party p WHERE p.afm = ANY (afms) AND p.id <> ALL (shared);`,
  });
}

/**
 * After the records, so that none can be asked for that the agent has a part in. One that concerns no other agent goes; in another the agent's place
 * stays, empty, because the work is counted by it. A part of the work that is under way is waited for.
 */
export async function createErasures(runner: QueryRunner): Promise<void> {
  const codesOf = (counts: string): string =>
    `SELECT code FROM jsonb_each(${counts}) AS c(place, of), jsonb_object_keys(c.of) AS code WHERE code <> ''`;
  const agents = `(
    SELECT a ->> 'code' AS code FROM jsonb_array_elements(e.plan -> 'agents') AS a WHERE a ->> 'code' <> ''
    UNION ${codesOf('e.counts')} UNION SELECT code FROM jsonb_object_keys(e.omitted) AS code WHERE code <> '')`;
  await createPart(runner, 'erasures', {
    declare: `concerned bigint[];`,
    statements: `
      DELETE FROM erasure_application a WHERE a.agent_code = agent;
      concerned := ARRAY(SELECT e.party_id FROM erasure e WHERE EXISTS (SELECT FROM ${agents} AS a WHERE a.code = agent) ORDER BY e.party_id LIMIT most);
      PERFORM FROM erasure e WHERE e.party_id = ANY (concerned) ORDER BY e.party_id FOR UPDATE;
      DELETE FROM erasure e WHERE e.party_id = ANY (concerned) AND NOT EXISTS (SELECT FROM ${agents} AS a WHERE a.code <> agent);
      UPDATE erasure e SET
        counts = (SELECT coalesce(jsonb_object_agg(place, of - agent), '{}') FROM jsonb_each(e.counts) AS c(place, of)),
        omitted = e.omitted - agent,
        plan = e.plan || jsonb_build_object('agents', (
          SELECT jsonb_agg(CASE WHEN a ->> 'code' = agent THEN jsonb_build_object('code', '', 'recordId', 0, 'traits', (
            SELECT jsonb_object_agg(trait, '[]'::jsonb) FROM jsonb_object_keys(a -> 'traits') AS trait)) ELSE a END ORDER BY place)
          FROM jsonb_array_elements(e.plan -> 'agents') WITH ORDINALITY AS p(a, place)))
      WHERE e.party_id = ANY (concerned);
      done := cardinality(concerned);`,
  });
}

async function createApplications(runner: QueryRunner): Promise<void> {
  // Files alone may be larger than what one transaction should delete.
  await createPart(runner, 'contents', {
    statements: `
      DELETE FROM document_content WHERE document_id IN (
        SELECT c.document_id FROM application a JOIN document d ON d.application_id = a.id JOIN document_content c ON c.document_id = d.id
        WHERE a.agent_code = agent LIMIT most);
      GET DIAGNOSTICS done = ROW_COUNT;`,
  });
  // So many states; an application with more of them comes alone. A document is locked before its application, as by whoever scans it.
  await createPart(runner, 'applications', {
    declare: `
      ids bigint[];
      items bigint[];
      advices bigint[];`,
    statements: `
      ids := ARRAY(
        SELECT id FROM (
          SELECT a.id, sum(a.version) OVER (ORDER BY a.id) AS states, row_number() OVER (ORDER BY a.id) AS place
          FROM (SELECT a.id, a.version FROM application a WHERE a.agent_code = agent LIMIT most) AS a) AS counted
        WHERE states <= most OR place = 1);
      done := cardinality(ids);
      PERFORM FROM document d WHERE d.application_id = ANY (ids) ORDER BY d.id FOR UPDATE;
      PERFORM FROM application a WHERE a.id = ANY (ids) ORDER BY a.id FOR UPDATE;
      PERFORM FROM suspense_item s WHERE s.application_id = ANY (ids) OR s.resolved_application_id = ANY (ids) ORDER BY s.id FOR UPDATE;
      PERFORM pass_on_money(ARRAY(
        SELECT s.id FROM suspense_item s WHERE s.application_id = ANY (ids) AND s.resolved_application_id <> ALL (ids)));

      items := ARRAY(SELECT s.id FROM suspense_item s WHERE s.application_id = ANY (ids) OR s.resolved_application_id = ANY (ids));
      advices := ARRAY(
        SELECT s.advice_id FROM suspense_item s WHERE s.id = ANY (items) UNION SELECT b.id FROM bank_advice b WHERE b.application_id = ANY (ids));
      DELETE FROM staff_message m WHERE m.application_id = ANY (ids) OR m.suspense_id = ANY (items);
      PERFORM delete_bookings(ARRAY(
        SELECT t.id FROM ledger_transaction t WHERE t.application_id = ANY (ids)
        UNION SELECT s.transaction_id FROM suspense_item s WHERE s.id = ANY (items)));
      DELETE FROM bank_advice b WHERE b.id = ANY (advices);
      DELETE FROM account c WHERE c.code IN (SELECT 'customer-payable:' || id FROM unnest(ids) AS id);
      DELETE FROM payment_code c WHERE c.application_id = ANY (ids);
      DELETE FROM receipt_cover c USING receipt r WHERE r.application_id = ANY (ids) AND c.receipt_no = r.receipt_no;
      DELETE FROM receipt r WHERE r.application_id = ANY (ids);
      DELETE FROM status_transition t WHERE t.application_id = ANY (ids);
      -- What stays until its own part.
      UPDATE application a SET renewal_of = CASE WHEN a.renewal_of = ANY (ids) THEN NULL ELSE a.renewal_of END,
        renewed_by = CASE WHEN a.renewed_by = ANY (ids) THEN NULL ELSE a.renewed_by END, version = a.version + 1
      WHERE (a.renewal_of = ANY (ids) OR a.renewed_by = ANY (ids)) AND a.id <> ALL (ids);
      DELETE FROM application_version v WHERE v.application_id = ANY (ids);
      WITH printed AS (DELETE FROM document d WHERE d.application_id = ANY (ids)) DELETE FROM application a WHERE a.id = ANY (ids);`,
  });
}

async function createBooks(runner: QueryRunner): Promise<void> {
  // Whole transactions, with their items of suspense; what an agent owes follows.
  await runner.query(`
    CREATE FUNCTION delete_bookings(transactions bigint[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      DELETE FROM suspense_item s WHERE s.transaction_id = ANY (transactions) OR s.resolution_transaction_id = ANY (transactions);
      WITH gone AS (DELETE FROM ledger_entry e WHERE e.transaction_id = ANY (transactions) RETURNING e.account_id, e.amount)
      UPDATE account c SET balance = c.balance - g.amount
      FROM (SELECT account_id, sum(amount) AS amount FROM gone GROUP BY account_id) AS g WHERE c.id = g.account_id AND c.agent_code IS NOT NULL;
      DELETE FROM ledger_transaction t WHERE t.id = ANY (transactions);
    END $$`);
  // Money that staff used for another application than it was sent for belongs to that one. It becomes money of an unknown code;
  // a reference that the agent gave it goes, one of the bank stays, because the bank may ask again.
  await runner.query(`
    CREATE FUNCTION pass_on_money(items bigint[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE staff_message m SET application_id = NULL WHERE m.suspense_id = ANY (items);
      UPDATE suspense_item s SET application_id = NULL, reason = '-703' WHERE s.id = ANY (items);
      UPDATE bank_advice b SET application_id = NULL, agent_code = NULL,
        reference = CASE WHEN b.agent_code IS NULL THEN b.reference ELSE 'passed on ' || b.id END
      FROM suspense_item s WHERE s.id = ANY (items) AND b.id = s.advice_id;
      UPDATE ledger_transaction t SET application_id = NULL FROM suspense_item s WHERE s.id = ANY (items) AND t.id = s.transaction_id;
    END $$`);
  // Of the agent as the bank; what was of an application went with that.
  await createPart(runner, 'unidentified', {
    declare: `
      advices bigint[];
      items bigint[];`,
    statements: `
      advices := ARRAY(SELECT b.id FROM bank_advice b WHERE b.agent_code = agent AND b.application_id IS NULL ORDER BY b.id LIMIT most);
      PERFORM FROM suspense_item s WHERE s.advice_id = ANY (advices) ORDER BY s.id FOR UPDATE;
      PERFORM pass_on_money(ARRAY(
        SELECT s.id FROM suspense_item s WHERE s.advice_id = ANY (advices) AND s.resolved_application_id IS NOT NULL));
      items := ARRAY(SELECT s.id FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id WHERE b.id = ANY (advices) AND b.agent_code = agent);
      DELETE FROM staff_message m WHERE m.suspense_id = ANY (items);
      PERFORM delete_bookings(ARRAY(
        SELECT s.transaction_id FROM suspense_item s WHERE s.id = ANY (items)
        UNION SELECT s.resolution_transaction_id FROM suspense_item s WHERE s.id = ANY (items) AND s.resolution_transaction_id IS NOT NULL));
      DELETE FROM bank_advice b WHERE b.id = ANY (advices) AND b.agent_code = agent;
      done := cardinality(advices);`,
  });
  await createPart(runner, 'settlements', {
    declare: `settlements bigint[];`,
    statements: `
      settlements := ARRAY(
        SELECT t.id FROM account c JOIN ledger_entry e ON e.account_id = c.id JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE c.agent_code = agent AND t.kind = 'SETTLEMENT' LIMIT most);
      PERFORM delete_bookings(settlements);
      done := cardinality(settlements);`,
  });
}

async function createOthers(runner: QueryRunner): Promise<void> {
  await createPart(runner, 'requests', {
    declare: `ids bigint[];`,
    statements: `
      ids := ARRAY(SELECT r.id FROM service_request r WHERE r.agent_code = agent ORDER BY r.id LIMIT most FOR UPDATE);
      DELETE FROM service_request_event e WHERE e.service_request_id = ANY (ids);
      DELETE FROM service_request r WHERE r.id = ANY (ids);
      done := cardinality(ids);`,
  });
  // Those of resets stay, so that one that is sent again is not done again.
  await createPart(runner, 'answers', {
    statements: `
      DELETE FROM kept_answer WHERE scope IN (
        SELECT k.scope FROM kept_answer k WHERE k.agent_code = agent AND k.path <> '/test-api/resources/reset' LIMIT most);
      GET DIAGNOSTICS done = ROW_COUNT;`,
  });
  // Under the publisher's turn, so that it gives no position to an event that is deleted at this moment. Those without one are the latest, or were left over.
  await createPart(runner, 'events', {
    declare: `ids bigint[];`,
    statements: `
      PERFORM pg_advisory_xact_lock(hashtextextended('event publisher ' || current_schema(), 0));
      ids := ARRAY(SELECT p.event_id FROM event_position p WHERE p.agent_code = agent LIMIT most);
      IF ids = '{}' THEN
        ids := ARRAY(
          SELECT e.id FROM event e, (SELECT horizon, first_left_id FROM event_epoch ORDER BY id DESC LIMIT 1) AS l
          WHERE e.agent_code = agent AND (e.transaction_id >= l.horizon OR e.id >= l.first_left_id) LIMIT most);
      END IF;
      DELETE FROM event_position p WHERE p.event_id = ANY (ids);
      DELETE FROM event e WHERE e.id = ANY (ids);
      done := cardinality(ids);`,
  });
  // What is left of deliveries has no event.
  await createPart(runner, 'tests', {
    statements: `
      DELETE FROM webhook_delivery WHERE id IN (
        SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.agent_code = agent LIMIT most);
      GET DIAGNOSTICS done = ROW_COUNT;`,
  });
}
