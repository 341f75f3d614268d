import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the back office by the SHA-256 of their token. Rows go 24 hours after they expire. */
export class CreateStaffSession1763600004000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_session (
        id bigint GENERATED ALWAYS AS IDENTITY,
        user_id integer NOT NULL,
        token_hash bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT staff_session_pkey PRIMARY KEY (id),
        CONSTRAINT staff_session_token_hash_key UNIQUE (token_hash),
        CONSTRAINT staff_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
        CONSTRAINT staff_session_token_hash_check CHECK (octet_length(token_hash) = 32),
        CONSTRAINT staff_session_expires_at_check CHECK (expires_at > created_at)
      )`);
    await runner.query(`CREATE INDEX staff_session_user_id_idx ON staff_session (user_id)`);
    await runner.query(`CREATE INDEX staff_session_expires_at_idx ON staff_session (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE staff_session`);
  }
}
