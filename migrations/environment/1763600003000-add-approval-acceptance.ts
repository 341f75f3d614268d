import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an underwriter approved and on which terms, and until when a customer's answer is awaited. */
export class AddApprovalAcceptance1763600003000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE application
        ADD COLUMN approval json,
        ADD COLUMN accept_by timestamptz,
        ADD COLUMN accepted_at timestamptz,
        ADD CONSTRAINT application_accept_by_check CHECK (status NOT IN ('39', '12') OR accept_by IS NOT NULL)`);
    await runner.query(`CREATE INDEX application_accept_by_idx ON application (accept_by) WHERE status IN ('39', '12')`);
    await runner.query(`CREATE INDEX application_status_idx ON application (status, id) WHERE status IN ('30', '11')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE application DROP COLUMN approval, DROP COLUMN accept_by, DROP COLUMN accepted_at`);
    await runner.query(`DROP INDEX application_status_idx`);
  }
}
