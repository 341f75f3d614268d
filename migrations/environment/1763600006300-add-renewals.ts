import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A renewal knows its policy, a policy its latest renewal; only one of them lives. */
export class AddRenewals1763600006300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE application
        ADD COLUMN renewal_of bigint CONSTRAINT application_renewal_of_fkey REFERENCES application (id),
        ADD COLUMN renewed_by bigint CONSTRAINT application_renewed_by_fkey REFERENCES application (id)`);
    await runner.query(
      `CREATE UNIQUE INDEX application_renewal_of_key ON application (renewal_of) WHERE renewal_of IS NOT NULL AND status NOT IN ('02', '70')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE application DROP COLUMN renewal_of, DROP COLUMN renewed_by`);
  }
}
