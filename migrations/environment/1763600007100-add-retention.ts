import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Persons are erased by age only once the insurer says after how many years: what is erased cannot be had back. */
export class AddRetention1763600007100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO setting (key, value, updated_at) VALUES ('retentionYears', '0', now())`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM setting WHERE key = 'retentionYears'`);
  }
}
