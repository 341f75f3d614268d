import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSandbox } from '../schema.js';

/**
 * Creates what takes everything of an agent away, in the sandbox alone, one part at a time (sandbox.24). Each function
 * deletes rows of the agent up to a number and returns how many, 0 at the end. record.resetting is on while one of them
 * runs: it opens contracts and books to deletion.
 */
export class CreateReset1764000028000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await isSandbox(runner))) return;
    await runner.query(`
      DROP FUNCTION forget_senders, take_off_debits CASCADE;
      DROP FUNCTION reset_persons, reset_erasures, reset_contents, reset_applications, reset_unidentified,
        reset_settlements, reset_requests, reset_answers, reset_events, reset_tests, pass_on_money, delete_bookings, open_reset;
      DROP INDEX application_renewal_of_idx, application_renewed_by_idx, application_policy_document_id_idx,
        bank_advice_application_id_idx, bank_advice_receipt_no_idx, suspense_item_application_id_idx,
        suspense_item_resolved_application_id_idx, staff_message_application_id_idx, staff_message_party_id_idx,
        staff_message_suspense_id_idx`);
  }
}

const UP = `
  -- Whenever a row is deleted Postgres looks for what refers to it. Production deletes no such row.
  CREATE INDEX application_renewal_of_idx ON application (renewal_of) WHERE renewal_of IS NOT NULL;
  CREATE INDEX application_renewed_by_idx ON application (renewed_by) WHERE renewed_by IS NOT NULL;
  CREATE INDEX application_policy_document_id_idx ON application (policy_document_id) WHERE policy_document_id IS NOT NULL;
  CREATE INDEX bank_advice_application_id_idx ON bank_advice (application_id) WHERE application_id IS NOT NULL;
  CREATE INDEX bank_advice_receipt_no_idx ON bank_advice (receipt_no) WHERE receipt_no IS NOT NULL;
  CREATE INDEX suspense_item_application_id_idx ON suspense_item (application_id) WHERE application_id IS NOT NULL;
  CREATE INDEX suspense_item_resolved_application_id_idx ON suspense_item (resolved_application_id) WHERE resolved_application_id IS NOT NULL;
  CREATE INDEX staff_message_application_id_idx ON staff_message (application_id) WHERE application_id IS NOT NULL;
  CREATE INDEX staff_message_party_id_idx ON staff_message (party_id) WHERE party_id IS NOT NULL;
  CREATE INDEX staff_message_suspense_id_idx ON staff_message (suspense_id) WHERE suspense_id IS NOT NULL;

  CREATE FUNCTION open_reset(agent text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM agent_clock c WHERE c.agent_code = agent AND c.state = 'resetting') THEN
      RAISE EXCEPTION 'agent % is not being reset', agent;
    END IF;
    PERFORM set_config('record.resetting', 'on', true);
  END $$;

  -- The agent's records of persons. A person of the register whom no other agent knows is deleted too; one who is shared becomes what the others say, unless
  -- staff decided. The register stands still meanwhile, so that it takes in nothing that is deleted at this moment.
  CREATE FUNCTION reset_persons(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    afms text[];
    shared bigint[];
  BEGIN
    PERFORM open_reset(agent);
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
    DELETE FROM party p WHERE p.afm = ANY (afms) AND p.id <> ALL (shared);
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- After the records, so that no erasure can be asked for that the agent has a part in. One that concerns the agent alone is deleted; from another the part
  -- of the agent is taken away. A part of the work that is under way is waited for.
  CREATE FUNCTION reset_erasures(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    concerned bigint[];
  BEGIN
    PERFORM open_reset(agent);
    DELETE FROM erasure_application a WHERE a.agent_code = agent;
    concerned := ARRAY(
      SELECT e.party_id FROM erasure e WHERE EXISTS (SELECT FROM jsonb_each(e.counts) AS c(place, of) WHERE c.of ? agent)
      ORDER BY e.party_id LIMIT most);
    PERFORM FROM erasure e WHERE e.party_id = ANY (concerned) ORDER BY e.party_id FOR UPDATE;
    DELETE FROM erasure e WHERE e.party_id = ANY (concerned) AND NOT EXISTS (
      SELECT code FROM jsonb_each(e.counts) AS c(place, of), jsonb_object_keys(c.of) AS code WHERE code NOT IN ('', agent));
    UPDATE erasure e SET counts = (SELECT coalesce(jsonb_object_agg(place, of - agent), '{}') FROM jsonb_each(e.counts) AS c(place, of))
    WHERE e.party_id = ANY (concerned);
    PERFORM set_config('record.resetting', '', true);
    RETURN cardinality(concerned);
  END $$;

  -- Files alone may be larger than what one transaction should delete.
  CREATE FUNCTION reset_contents(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
  BEGIN
    PERFORM open_reset(agent);
    DELETE FROM document_content WHERE document_id IN (
      SELECT c.document_id FROM application a JOIN document d ON d.application_id = a.id JOIN document_content c ON c.document_id = d.id
      WHERE a.agent_code = agent LIMIT most);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- Whole transactions, with their items of suspense; what an agent owes follows. A refund is deleted as a whole: with what made it owed, what paid it and
  -- what came back. A batch is deleted with the last of its payouts.
  CREATE FUNCTION delete_bookings(transactions bigint[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE refunds bigint[]; batches bigint[];
  BEGIN
    refunds := ARRAY(
      SELECT r.id FROM refund r WHERE r.transaction_id = ANY (transactions)
      UNION SELECT p.refund_id FROM payout p WHERE p.transaction_id = ANY (transactions) OR p.return_transaction_id = ANY (transactions));
    IF refunds <> '{}' THEN
      PERFORM FROM refund r WHERE r.id = ANY (refunds) ORDER BY r.id FOR UPDATE;
      transactions := ARRAY(
        SELECT unnest(transactions)
        UNION SELECT r.transaction_id FROM refund r WHERE r.id = ANY (refunds)
        UNION SELECT t.id FROM refund r JOIN ledger_transaction t ON t.reverses = r.transaction_id WHERE r.id = ANY (refunds)
        UNION SELECT p.transaction_id FROM payout p WHERE p.refund_id = ANY (refunds) AND p.transaction_id IS NOT NULL
        UNION SELECT p.return_transaction_id FROM payout p WHERE p.refund_id = ANY (refunds) AND p.return_transaction_id IS NOT NULL);
      UPDATE refund r SET payout_id = NULL, status = 'OWED', iban = NULL, iban_shown = NULL, holder = NULL WHERE r.id = ANY (refunds) AND r.payout_id IS NOT NULL;
      WITH gone AS (DELETE FROM payout p WHERE p.refund_id = ANY (refunds) RETURNING p.batch_id)
      SELECT array_agg(DISTINCT batch_id) INTO batches FROM gone;
      DELETE FROM refund r WHERE r.id = ANY (refunds);
      DELETE FROM payout_batch b WHERE b.id = ANY (batches) AND NOT EXISTS (SELECT FROM payout p WHERE p.batch_id = b.id);
    END IF;
    DELETE FROM suspense_item s WHERE s.transaction_id = ANY (transactions) OR s.resolution_transaction_id = ANY (transactions);
    WITH gone AS (DELETE FROM ledger_entry e WHERE e.transaction_id = ANY (transactions) RETURNING e.account_id, e.amount)
    UPDATE account c SET balance = c.balance - g.amount
    FROM (SELECT account_id, sum(amount) AS amount FROM gone GROUP BY account_id) AS g WHERE c.id = g.account_id AND c.agent_code IS NOT NULL;
    DELETE FROM ledger_transaction t WHERE t.id = ANY (transactions);
  END $$;

  -- Money that staff used for another application than it was sent for belongs to that one. It becomes money of an unknown code; a reference that the agent
  -- gave it is replaced, one of the bank stays, because the bank may ask again.
  CREATE FUNCTION pass_on_money(items bigint[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE staff_message m SET application_id = NULL WHERE m.suspense_id = ANY (items);
    UPDATE suspense_item s SET application_id = NULL, reason = '-703' WHERE s.id = ANY (items);
    UPDATE bank_advice b SET application_id = NULL, agent_code = NULL,
      reference = CASE WHEN b.agent_code IS NULL THEN b.reference ELSE 'passed on ' || b.id END
    FROM suspense_item s WHERE s.id = ANY (items) AND b.id = s.advice_id;
    UPDATE ledger_transaction t SET application_id = NULL FROM suspense_item s WHERE s.id = ANY (items) AND t.id = s.transaction_id;
  END $$;

  -- Limited by the number of states; an application with more of them comes alone. A document is locked before its application, as by whoever scans it.
  CREATE FUNCTION reset_applications(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    ids bigint[];
    items bigint[];
    advices bigint[];
  BEGIN
    PERFORM open_reset(agent);
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
    WITH printed AS (DELETE FROM document d WHERE d.application_id = ANY (ids)) DELETE FROM application a WHERE a.id = ANY (ids);
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- Money that the agent sent as the bank; what was of an application was deleted with that.
  CREATE FUNCTION reset_unidentified(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    advices bigint[];
    items bigint[];
  BEGIN
    PERFORM open_reset(agent);
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
    done := cardinality(advices);
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  CREATE FUNCTION reset_settlements(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    settlements bigint[];
  BEGIN
    PERFORM open_reset(agent);
    settlements := ARRAY(SELECT t.id FROM account c JOIN ledger_entry e ON e.account_id = c.id JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE c.agent_code = agent AND t.kind = 'SETTLEMENT' UNION ALL SELECT r.transaction_id FROM refund r WHERE r.agent_code = agent LIMIT most);
    PERFORM delete_bookings(settlements);
    done := cardinality(settlements);
    DELETE FROM account c WHERE done = 0 AND c.code = 'agent-payable:' || agent;
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  CREATE FUNCTION reset_requests(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    ids bigint[];
  BEGIN
    PERFORM open_reset(agent);
    ids := ARRAY(SELECT r.id FROM service_request r WHERE r.agent_code = agent ORDER BY r.id LIMIT most FOR UPDATE);
    DELETE FROM service_request_event e WHERE e.service_request_id = ANY (ids);
    DELETE FROM service_request r WHERE r.id = ANY (ids);
    done := cardinality(ids);
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- Responses to resets stay, so that one that is sent again is not done again.
  CREATE FUNCTION reset_answers(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
  BEGIN
    PERFORM open_reset(agent);
    DELETE FROM kept_answer WHERE scope IN (
      SELECT k.scope FROM kept_answer k WHERE k.agent_code = agent AND k.path <> '/test-api/resources/reset' LIMIT most);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- Under the publisher's turn, so that it gives no position to an event that is deleted at this moment. Those without one are the latest, or were left over.
  CREATE FUNCTION reset_events(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
    ids bigint[];
  BEGIN
    PERFORM open_reset(agent);
    PERFORM pg_advisory_xact_lock(hashtextextended('event publisher ' || current_schema(), 0));
    ids := ARRAY(SELECT p.event_id FROM event_position p WHERE p.agent_code = agent LIMIT most);
    IF ids = '{}' THEN
      ids := ARRAY(
        SELECT e.id FROM event e, (SELECT horizon, first_left_id FROM event_epoch ORDER BY id DESC LIMIT 1) AS l
        WHERE e.agent_code = agent AND (e.transaction_id >= l.horizon OR e.id >= l.first_left_id) LIMIT most);
    END IF;
    DELETE FROM event_position p WHERE p.event_id = ANY (ids);
    DELETE FROM event e WHERE e.id = ANY (ids);
    done := cardinality(ids);
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- What is left of deliveries has no event.
  CREATE FUNCTION reset_tests(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
  BEGIN
    PERFORM open_reset(agent);
    DELETE FROM webhook_delivery WHERE id IN (
      SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.agent_code = agent LIMIT most);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;

  -- Transactions and receipts of deleted entries are there until the statement has ended.
  CREATE FUNCTION take_off_debits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    WITH sums AS (
        SELECT e.account_id, (e.at AT TIME ZONE 'Europe/Athens')::date AS day, sum(e.amount) AS amount FROM gone e WHERE e.amount > 0 GROUP BY 1, 2),
      emptied AS (DELETE FROM debit_day d USING sums s WHERE d.account_id = s.account_id AND d.day = s.day AND d.amount = s.amount)
    UPDATE debit_day d SET amount = d.amount - s.amount FROM sums s WHERE d.account_id = s.account_id AND d.day = s.day AND d.amount > s.amount;

    WITH sums AS (
        SELECT e.account_id, r.due_date, (e.at AT TIME ZONE 'Europe/Athens')::date AS day, sum(e.amount) AS amount
        FROM gone e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN receipt r ON r.receipt_no = t.receipt_no
        WHERE e.amount > 0 AND r.due_date > (e.at AT TIME ZONE 'Europe/Athens')::date GROUP BY 1, 2, 3),
      emptied AS (
        DELETE FROM debit_ahead d USING sums s
        WHERE d.account_id = s.account_id AND d.day = s.day AND d.due_date = s.due_date AND d.amount = s.amount)
    UPDATE debit_ahead d SET amount = d.amount - s.amount FROM sums s
    WHERE d.account_id = s.account_id AND d.day = s.day AND d.due_date = s.due_date AND d.amount > s.amount;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_entry_debits AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION take_off_debits();

  -- What files of the bank told of money in suspense is deleted with the item (money.22).
  CREATE FUNCTION forget_senders() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE bank_statement_entry e SET sender = NULL, sender_iban = NULL, remittance = NULL FROM gone g WHERE e.suspense_id = g.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER suspense_item_senders AFTER DELETE ON suspense_item REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION forget_senders();`;
