import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kind of a session is a column, instead of whether its last use is known. */
export class StoreKindsOfSessions1763703000100 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE staff_session ADD COLUMN kind text`);
    await runner.query(`UPDATE staff_session SET kind = CASE WHEN last_used_at IS NULL THEN 'bearer' ELSE 'cookie' END`);
    await runner.query(`
      ALTER TABLE staff_session ALTER COLUMN kind SET NOT NULL,
        ADD CONSTRAINT staff_session_kind_check CHECK (kind IN ('bearer', 'cookie')),
        ADD CONSTRAINT staff_session_last_used_at_check CHECK (kind <> 'cookie' OR last_used_at IS NOT NULL)`);
    await createTrigger(runner, `OLD.kind = 'cookie'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await createTrigger(runner, 'OLD.last_used_at IS NOT NULL');
    await runner.query(`ALTER TABLE staff_session DROP COLUMN kind`);
  }
}

/** Tells the nodes that a session in a cookie has ended. */
async function createTrigger(runner: QueryRunner, isCookie: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE TRIGGER staff_session_access_change AFTER DELETE ON staff_session
      FOR EACH ROW WHEN (${isCookie}) EXECUTE FUNCTION note_access_change()`);
}
