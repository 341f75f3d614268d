import type { MigrationInterface, QueryRunner } from 'typeorm';

const DAY = `(e.at AT TIME ZONE 'Europe/Athens')::date`;
/** What agents were charged, or were paid out of their credit, by day (Athens), and what of it was due later than it was charged. */
const DAYS = `SELECT e.account_id, ${DAY} AS day, sum(e.amount) AS amount`;
const AHEAD = `SELECT e.account_id, r.due_date, ${DAY} AS day, sum(e.amount) AS amount`;
const WITH_RECEIPT = `JOIN ledger_transaction t ON t.id = e.transaction_id JOIN receipt r ON r.receipt_no = t.receipt_no`;
const IS_AHEAD = `r.due_date > ${DAY}`;

/**
 * Sums of agents' debits by day: what is owed is aged from these, whatever the number of charges (ADR-24). A booking adds to them in its own statement; in the
 * sandbox a reset takes off what it deletes.
 */
export class SumDebitsByDay1763600017000 implements MigrationInterface {
  /** The former program books without adding. */
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await runner.query(`
      INSERT INTO debit_day (account_id, day, amount) ${DAYS}
      FROM ledger_entry e JOIN account c ON c.id = e.account_id WHERE c.agent_code IS NOT NULL AND e.amount > 0 GROUP BY 1, 2`);
    await runner.query(`
      INSERT INTO debit_ahead (account_id, due_date, day, amount) ${AHEAD}
      FROM ledger_entry e JOIN account c ON c.id = e.account_id ${WITH_RECEIPT}
      WHERE c.agent_code IS NOT NULL AND e.amount > 0 AND ${IS_AHEAD} GROUP BY 1, 2, 3`);
    await replaceOpenCharges(runner, ", before timestamptz DEFAULT 'infinity'", ' AND e.at < before', 'bigint, numeric');
    await createOpenSince(runner);
    if (await isSandbox(runner)) await takeOffWithReset(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) {
      await runner.query(`DROP TRIGGER ledger_entry_debits ON ledger_entry`);
      await runner.query(`DROP FUNCTION take_off_debits`);
    }
    await runner.query(`DROP FUNCTION open_since`);
    await replaceOpenCharges(runner, '', '', 'bigint, numeric, timestamptz');
    await runner.query(`DROP TABLE debit_ahead, debit_day`);
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE debit_day (
      account_id bigint NOT NULL,
      day date NOT NULL,
      amount numeric(16,2) NOT NULL,
      CONSTRAINT debit_day_pkey PRIMARY KEY (account_id, day),
      CONSTRAINT debit_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id),
      CONSTRAINT debit_day_amount_check CHECK (amount > 0)
    )`);
  await runner.query(`
    CREATE TABLE debit_ahead (
      account_id bigint NOT NULL,
      due_date date NOT NULL,
      day date NOT NULL,
      amount numeric(16,2) NOT NULL,
      CONSTRAINT debit_ahead_pkey PRIMARY KEY (account_id, due_date, day),
      CONSTRAINT debit_ahead_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id),
      CONSTRAINT debit_ahead_amount_check CHECK (amount > 0),
      CONSTRAINT debit_ahead_due_date_check CHECK (due_date > day)
    )`);
}

/** What of an agent's charges before a moment is not paid: the newest of them, as many as make what is owed. */
async function replaceOpenCharges(runner: QueryRunner, parameter: string, condition: string, former: string): Promise<void> {
  await runner.query(`DROP FUNCTION open_charges(${former})`);
  await runner.query(`
    CREATE FUNCTION open_charges(account bigint, owed numeric${parameter})
    RETURNS TABLE (transaction_id bigint, at timestamptz, amount numeric) LANGUAGE plpgsql STABLE ROWS 100 AS $$
    DECLARE
      debit record;
      remaining numeric := owed;
    BEGIN
      IF remaining <= 0 THEN RETURN; END IF;
      FOR debit IN
        SELECT e.transaction_id AS id, e.at AS moment, e.amount AS sum FROM ledger_entry e
        WHERE e.account_id = open_charges.account AND e.amount > 0${condition} ORDER BY e.at DESC, e.transaction_id DESC
      LOOP
        transaction_id := debit.id;
        at := debit.moment;
        amount := least(debit.sum, remaining);
        RETURN NEXT;
        remaining := remaining - debit.sum;
        EXIT WHEN remaining <= 0;
      END LOOP;
    END $$`);
}

/** The day of the oldest charge that is not paid, and what is not paid of that day; no row when nothing is owed. */
async function createOpenSince(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION open_since(account bigint, owed numeric) RETURNS TABLE (day date, rest numeric) LANGUAGE plpgsql STABLE ROWS 1 AS $$
    DECLARE
      debits record;
    BEGIN
      rest := owed;
      IF rest <= 0 THEN RETURN; END IF;
      FOR debits IN SELECT d.day AS date, d.amount AS sum FROM debit_day d WHERE d.account_id = open_since.account ORDER BY d.day DESC LOOP
        IF debits.sum >= rest THEN
          day := debits.date;
          RETURN NEXT;
          RETURN;
        END IF;
        rest := rest - debits.sum;
      END LOOP;
    END $$`);
}

async function isSandbox(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(`SELECT current_schema() = 'sandbox' AS "isSandbox"`)) as { isSandbox: boolean }[];
  return row?.isSandbox === true;
}

/** In the sandbox alone, where entries are deleted. Their transactions and receipts are there until the statement has ended. */
async function takeOffWithReset(runner: QueryRunner): Promise<void> {
  const takeOff = (table: string, key: string, sums: string): string => `
      WITH sums AS (${sums}), emptied AS (DELETE FROM ${table} d USING sums s WHERE ${key} AND d.amount = s.amount)
      UPDATE ${table} d SET amount = d.amount - s.amount FROM sums s WHERE ${key} AND d.amount > s.amount;`;
  const key = 'd.account_id = s.account_id AND d.day = s.day';
  await runner.query(`
    CREATE FUNCTION take_off_debits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      ${takeOff('debit_day', key, `${DAYS} FROM gone e WHERE e.amount > 0 GROUP BY 1, 2`)}
      ${takeOff('debit_ahead', `${key} AND d.due_date = s.due_date`, `${AHEAD} FROM gone e ${WITH_RECEIPT} WHERE e.amount > 0 AND ${IS_AHEAD} GROUP BY 1, 2, 3`)}
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER ledger_entry_debits AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION take_off_debits()`);
}
