import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An erasure finds staff's cached responses by what they were written to, as it finds those of agents. */
export class FindStaffResponses1763703000000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE kept_staff_answer ADD COLUMN resources text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`CREATE INDEX kept_staff_answer_resources_idx ON kept_staff_answer USING gin (resources) WITH (fastupdate = off)`);
    await runner.query('DROP INDEX kept_staff_answer_environment_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX kept_staff_answer_environment_idx ON kept_staff_answer (environment, scope)');
    await runner.query('ALTER TABLE kept_staff_answer DROP COLUMN resources');
  }
}
