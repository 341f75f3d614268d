import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry knows when it was booked, so that a part of an account is read from one index, whatever the account's length. */
export class DateLedgerEntries1763600006900 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ledger_entry ADD COLUMN at timestamptz`);
    await runner.query(`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only`);
    await runner.query(`UPDATE ledger_entry e SET at = t.at FROM ledger_transaction t WHERE t.id = e.transaction_id`);
    await runner.query(`ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_append_only`);
    await runner.query(`ALTER TABLE ledger_entry ALTER COLUMN at SET NOT NULL`);
    await runner.query(`CREATE INDEX ledger_entry_account_id_at_idx ON ledger_entry (account_id, at, transaction_id) INCLUDE (amount)`);
    await runner.query(`DROP INDEX ledger_entry_account_id_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ledger_entry_account_id_idx ON ledger_entry (account_id, transaction_id)`);
    await runner.query(`ALTER TABLE ledger_entry DROP COLUMN at`);
  }
}
