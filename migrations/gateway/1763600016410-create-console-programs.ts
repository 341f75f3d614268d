import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console of an agent's user is a program with a key that nobody can present: it stands for the user's session. */
export class CreateConsolePrograms1763600016410 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE program ADD COLUMN console_user_id integer CONSTRAINT program_console_user_id_fkey REFERENCES app_user (id),
        ADD CONSTRAINT program_console_user_id_key UNIQUE (console_user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE program DROP COLUMN console_user_id`);
  }
}
