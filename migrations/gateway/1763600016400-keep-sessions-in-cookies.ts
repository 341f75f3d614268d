import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions that a browser keeps in a cookie have a time of their last use: they end when idle. The services take them too, from what a node
 * remembers, so that the end of one is a change of access; the bearer sessions of the back office are looked up on every call.
 */
export class KeepSessionsInCookies1763600016400 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE staff_session ADD COLUMN last_used_at timestamptz`);
    await runner.query(`
      CREATE TRIGGER staff_session_access_change AFTER DELETE ON staff_session
        FOR EACH ROW WHEN (OLD.last_used_at IS NOT NULL) EXECUTE FUNCTION note_access_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER staff_session_access_change ON staff_session`);
    await runner.query(`ALTER TABLE staff_session DROP COLUMN last_used_at`);
  }
}
