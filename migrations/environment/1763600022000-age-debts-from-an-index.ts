import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The list of accounts reads the sums of 90 days of every agent (ADR-24): from the key alone, where an agent's days stand side by side; in the table they
 * stand with the days of all others. What was written lately is looked up there until it was vacuumed, so that comes soon.
 */
export class AgeDebtsFromAnIndex1763600022000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await replaceKey(runner, 'INCLUDE (amount)');
    await runner.query(`ALTER TABLE debit_day SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE debit_day RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)`);
    await replaceKey(runner, '');
  }
}

async function replaceKey(runner: QueryRunner, include: string): Promise<void> {
  await runner.query(`CREATE UNIQUE INDEX debit_day_new_pkey ON debit_day (account_id, day) ${include}`);
  await runner.query(
    `ALTER TABLE debit_day DROP CONSTRAINT debit_day_pkey, ADD CONSTRAINT debit_day_pkey PRIMARY KEY USING INDEX debit_day_new_pkey`,
  );
}
