import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the day on which the bank booked a payment, and the days for which its files are awaited. */
export class AddValueDates1764000029000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM setting WHERE key = 'bankGraceDays';
      ALTER TABLE ledger_transaction DROP COLUMN value_date;
      ALTER TABLE bank_advice DROP COLUMN value_date`);
  }
}

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('bankGraceDays', '3', now());

  -- Payments from before count as booked on the day of their advice.
  ALTER TABLE bank_advice ADD COLUMN value_date date;
  ALTER TABLE bank_advice DISABLE TRIGGER bank_advice_append_only;
  UPDATE bank_advice SET value_date = (at AT TIME ZONE 'Europe/Athens')::date;
  ALTER TABLE bank_advice ENABLE TRIGGER bank_advice_append_only;
  ALTER TABLE bank_advice ALTER COLUMN value_date SET DEFAULT (now() AT TIME ZONE 'Europe/Athens')::date, ALTER COLUMN value_date SET NOT NULL;
  COMMENT ON COLUMN bank_advice.value_date IS 'Day on which the bank booked the payment. It decides whether the payment was in time.';

  ALTER TABLE ledger_transaction ADD COLUMN value_date date;
  COMMENT ON COLUMN ledger_transaction.value_date IS 'Day on which the bank booked a settlement; otherwise null.';`;
