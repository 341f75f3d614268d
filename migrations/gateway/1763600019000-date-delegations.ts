import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a user may act for an agent; not known of those who could before. Found by agent, too. */
export class DateDelegations1763600019000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE delegation ADD COLUMN created_at timestamptz`);
    await runner.query(`CREATE INDEX delegation_agent_code_idx ON delegation (agent_code)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX delegation_agent_code_idx`);
    await runner.query(`ALTER TABLE delegation DROP COLUMN created_at`);
  }
}
