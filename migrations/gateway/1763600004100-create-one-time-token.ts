import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tokens that are mailed and used once, by their SHA-256: to choose a first or a new password, or to verify a signup. Using one deletes it.
 */
export class CreateOneTimeToken1763600004100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE one_time_token (
        token_hash bytea NOT NULL,
        purpose text NOT NULL,
        user_id integer,
        api_key_id integer,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT one_time_token_pkey PRIMARY KEY (token_hash),
        CONSTRAINT one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
        CONSTRAINT one_time_token_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE,
        CONSTRAINT one_time_token_token_hash_check CHECK (octet_length(token_hash) = 32),
        CONSTRAINT one_time_token_purpose_check CHECK (purpose IN ('invitation', 'reset', 'signup')),
        CONSTRAINT one_time_token_user_id_check CHECK ((user_id IS NULL) = (purpose = 'signup')),
        CONSTRAINT one_time_token_api_key_id_check CHECK ((api_key_id IS NULL) = (purpose <> 'signup')),
        CONSTRAINT one_time_token_expires_at_check CHECK (expires_at > created_at)
      )`);
    await runner.query(`CREATE INDEX one_time_token_user_id_idx ON one_time_token (user_id)`);
    await runner.query(`CREATE INDEX one_time_token_api_key_id_idx ON one_time_token (api_key_id)`);
    await runner.query(`CREATE INDEX one_time_token_expires_at_idx ON one_time_token (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE one_time_token`);
  }
}
