import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes what waits for an agent (backoffice.60), so that its overview does not read all its applications. */
export class IndexAgentTasks1764000300000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX application_agent_tasks_idx ON application (agent_code, status, id)
        WHERE status IN ('00', '11', '45') OR (status = '01' AND approval IS NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX application_agent_tasks_idx');
  }
}
