import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of what the clock looks for: only rows that can become due. */
export class IndexDue1763600003100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX receipt_period_from_idx ON receipt (period_from) WHERE status = 'PENDING'`);
    await runner.query(`CREATE INDEX application_end_date_idx ON application (end_date) WHERE status = '50'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX receipt_period_from_idx, application_end_date_idx`);
  }
}
