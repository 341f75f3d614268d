import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues, exemptFromCheck, restoreCheck } from '../allowed-values.js';
import { isSandbox } from '../schema.js';

const ACCOUNTS = { table: 'account', column: 'kind', constraint: 'account_kind_check' };
const ACCOUNT_KINDS = ['UNEARNED_PREMIUM', 'UNEARNED_CHANGE'];
const TRANSACTIONS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };
const TRANSACTION_KINDS = ['UNEARNED_PREMIUM', 'UNEARNED_RELEASE'];
const RECEIPTS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_receipt_check' };

/** Adds the booking day of transactions, sums of accounts by day, and the closing of months. */
export class AddBooks1764000034100 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
    await allowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await exemptFromCheck(runner, RECEIPTS, TRANSACTION_KINDS, 'num_nonnulls(application_id, receipt_no) = 0');
    await runner.query(UP);
    if (await isSandbox(runner)) await runner.query(UP_SANDBOX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION IF EXISTS take_off_days CASCADE;
      DELETE FROM setting WHERE key = 'unearnedPremium';
      DROP TRIGGER ledger_transaction_booking_day ON ledger_transaction;
      DROP FUNCTION set_booking_day;
      DROP TABLE ledger_closing, ledger_day, ledger_unfolded;
      DROP FUNCTION ledger_account_group;
      ALTER TABLE ledger_transaction DROP COLUMN booked_on;
      ${CHECK_TRANSACTION('')}`);
    await restoreCheck(runner, RECEIPTS);
    await disallowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await disallowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
  }
}

/** Checks a transaction at commit, when all entries are there. */
function CHECK_TRANSACTION(note: string): string {
  return `
  CREATE OR REPLACE FUNCTION check_ledger_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    checked bigint;
    entries bigint;
    total numeric;
  BEGIN
    IF TG_TABLE_NAME = 'ledger_entry' THEN checked := NEW.transaction_id; ELSE checked := NEW.id; END IF;
    SELECT count(*), coalesce(sum(amount), 0) INTO entries, total FROM ledger_entry WHERE transaction_id = checked;
    IF entries < 2 OR total <> 0 THEN
      RAISE EXCEPTION 'ledger transaction % does not balance: % entries, sum %', checked, entries, total
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    ${note}
    RETURN NULL;
  END $$;`;
}

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('unearnedPremium', 'true', now());

  ALTER TABLE ledger_transaction ADD COLUMN booked_on date;
  ALTER TABLE ledger_transaction DISABLE TRIGGER USER;
  UPDATE ledger_transaction SET booked_on = coalesce(value_date, (at AT TIME ZONE 'Europe/Athens')::date);
  ALTER TABLE ledger_transaction ENABLE TRIGGER USER;
  ALTER TABLE ledger_transaction ALTER COLUMN booked_on SET NOT NULL;
  COMMENT ON COLUMN ledger_transaction.value_date IS 'Day that the booking belongs to: of the bank, or of the beginning of a period. Null for the day of its entry.';
  COMMENT ON COLUMN ledger_transaction.booked_on IS 'Day of the books: the value date, or the first day that is not closed. Set by a trigger.';
  CREATE INDEX ledger_transaction_booked_on_idx ON ledger_transaction (booked_on, id);

  CREATE TABLE ledger_closing (
    month date NOT NULL,
    closed_at timestamptz NOT NULL,
    closed_by text NOT NULL,
    last_transaction_id bigint NOT NULL,
    finished_at timestamptz,
    unearned_transaction_id bigint,
    CONSTRAINT ledger_closing_pkey PRIMARY KEY (month),
    CONSTRAINT ledger_closing_month_check CHECK (extract(day FROM month) = 1),
    CONSTRAINT ledger_closing_unearned_transaction_id_fkey FOREIGN KEY (unearned_transaction_id) REFERENCES ledger_transaction (id)
  );
  COMMENT ON TABLE ledger_closing IS 'A closed month of the books. Written by: staff who close it; the clock books its unearned premium.';
  COMMENT ON COLUMN ledger_closing.last_transaction_id IS 'The last transaction when it was closed; no later one has a day of the month.';
  COMMENT ON COLUMN ledger_closing.finished_at IS 'Time at which its unearned premium was booked; null before.';
  COMMENT ON COLUMN ledger_closing.unearned_transaction_id IS 'Null if nothing was unearned, or the setting was off.';
  CREATE TRIGGER ledger_closing_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF month, closed_at, closed_by, last_transaction_id
    ON ledger_closing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- The shared lock is the turn of closing: a month is closed when no booking is under way, and a booking that waits for it sees it.
  CREATE FUNCTION set_booking_day() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger closing ' || current_schema(), 0));
    NEW.booked_on := coalesce(NEW.value_date, (NEW.at AT TIME ZONE 'Europe/Athens')::date);
    IF NEW.kind <> 'UNEARNED_PREMIUM' THEN
      NEW.booked_on := greatest(NEW.booked_on, (SELECT max(month) + interval '1 month' FROM ledger_closing)::date);
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_transaction_booking_day BEFORE INSERT ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION set_booking_day();

  -- Accounts of single agents and customers are one line of the trial balance.
  CREATE FUNCTION ledger_account_group(code text, kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN kind IN ('AGENT', 'AGENT_PAYABLE', 'COMMISSION_PAYABLE', 'CUSTOMER_PAYABLE') THEN split_part(code, ':', 1) ELSE code END $$;

  CREATE TABLE ledger_day (
    account text NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    debit numeric(18,2) NOT NULL,
    credit numeric(18,2) NOT NULL,
    CONSTRAINT ledger_day_pkey PRIMARY KEY (account, day)
  );
  COMMENT ON TABLE ledger_day IS 'The sums of an account, or of all accounts of agents or customers, on a day of the books. Written by: the fold of the ledger.';
  INSERT INTO ledger_day (account, day, kind, debit, credit)
  SELECT ledger_account_group(a.code, a.kind), t.booked_on, a.kind, sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
  FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id GROUP BY 1, 2, 3;

  CREATE TABLE ledger_unfolded (
    transaction_id bigint NOT NULL,
    CONSTRAINT ledger_unfolded_pkey PRIMARY KEY (transaction_id)
  );
  COMMENT ON TABLE ledger_unfolded IS 'A transaction that is not yet in the sums by day. Written by: a trigger of ledger_transaction; the fold of the ledger deletes.';
  ${CHECK_TRANSACTION("IF TG_TABLE_NAME = 'ledger_transaction' THEN INSERT INTO ledger_unfolded (transaction_id) VALUES (checked); END IF;")}`;

/** A reset subtracts what it deletes from the sums, unless that is not yet in them. */
const UP_SANDBOX = `
  CREATE FUNCTION take_off_days() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    WITH unfolded AS (DELETE FROM ledger_unfolded u USING gone g WHERE u.transaction_id = g.transaction_id RETURNING u.transaction_id),
      sums AS (
        SELECT ledger_account_group(a.code, a.kind) AS account, t.booked_on AS day, sum(greatest(g.amount, 0)) AS debit, sum(greatest(-g.amount, 0)) AS credit
        FROM gone g JOIN ledger_transaction t ON t.id = g.transaction_id JOIN account a ON a.id = g.account_id
        WHERE g.transaction_id NOT IN (SELECT transaction_id FROM unfolded) GROUP BY 1, 2)
    UPDATE ledger_day d SET debit = d.debit - s.debit, credit = d.credit - s.credit FROM sums s WHERE (d.account, d.day) = (s.account, s.day);
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_entry_days AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION take_off_days();`;
