import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose answer it is and where it was asked for, so that an erasure finds a person's answers without a name; unknown (null) of those kept before, for
 * the day that they live. An erased answer keeps key and fingerprint and nothing else.
 */
export class OwnKeptAnswers1763600010200 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE kept_answer ADD COLUMN agent_code text, ADD COLUMN path text`);
    await runner.query(`CREATE INDEX kept_answer_agent_code_idx ON kept_answer (agent_code, scope)`);
    await runner.query(`ALTER TABLE kept_answer DROP CONSTRAINT kept_answer_status_check`);
    await runner.query(`
      ALTER TABLE kept_answer ADD CONSTRAINT kept_answer_status_check
        CHECK (status BETWEEN 200 AND 299 OR (status = 410 AND body = '' AND headers::text = '[]'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM kept_answer WHERE status = 410`);
    await runner.query(`ALTER TABLE kept_answer DROP CONSTRAINT kept_answer_status_check`);
    await runner.query(`ALTER TABLE kept_answer ADD CONSTRAINT kept_answer_status_check CHECK (status BETWEEN 200 AND 299)`);
    await runner.query(`ALTER TABLE kept_answer DROP COLUMN path, DROP COLUMN agent_code`);
  }
}
