import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records where a session was opened, and how. Sessions of the previous release have neither address nor program. */
export class RecordSessionOrigins1764000091000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE staff_session DROP COLUMN address, DROP COLUMN user_agent, DROP COLUMN method`);
  }
}

const UP = `
  ALTER TABLE staff_session
    ADD COLUMN address text,
    ADD COLUMN user_agent text,
    ADD COLUMN method text NOT NULL DEFAULT 'password',
    ADD CONSTRAINT staff_session_method_check CHECK (method IN ('password', 'oidc')),
    ADD CONSTRAINT staff_session_user_agent_check CHECK (length(user_agent) <= 100);
  COMMENT ON COLUMN staff_session.address IS 'Address of the caller that opened it.';
  COMMENT ON COLUMN staff_session.user_agent IS 'Browser and system of the caller, shortened from its User-Agent.';
  COMMENT ON COLUMN staff_session.method IS 'How the user signed in: with a password or at the provider.'`;
