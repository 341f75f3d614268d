import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What reports find by its time: decisions of underwriters, and ends of policies. Neither an insert, an update, a charge nor a renewal writes one of these
 * transitions, so none of them has more to write.
 */
export class IndexReports1763600016200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX status_transition_reported_idx ON status_transition (at, id)
      WHERE action IN ('approve', 'return', 'request_documents', 'decline', 'cancel_mid_term', 'lapse')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX status_transition_reported_idx`);
  }
}
