import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bearer tokens by their SHA-256, bound to program, user-key, environment and agent. `api_key_id` is the key that asked for it: disabling
 * that key kills it. `single_agent`: issued with an `agent-code`, so it reads that agent only. Rows go 24 hours after they expire.
 */
export class CreateToken1763600001300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE token (
        token_hash bytea NOT NULL,
        program_id integer NOT NULL,
        api_key_id integer NOT NULL,
        user_key_id integer NOT NULL,
        environment text NOT NULL,
        agent_code text NOT NULL,
        single_agent boolean NOT NULL,
        issued_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT token_pkey PRIMARY KEY (token_hash),
        CONSTRAINT token_program_id_fkey FOREIGN KEY (program_id) REFERENCES program (id),
        CONSTRAINT token_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE,
        CONSTRAINT token_user_key_id_fkey FOREIGN KEY (user_key_id) REFERENCES user_key (id) ON DELETE CASCADE,
        CONSTRAINT token_token_hash_check CHECK (octet_length(token_hash) = 32),
        CONSTRAINT token_environment_check CHECK (environment IN ('production', 'sandbox')),
        CONSTRAINT token_expires_at_check CHECK (expires_at > issued_at)
      )`);
    await runner.query(`CREATE INDEX token_api_key_id_idx ON token (api_key_id)`);
    await runner.query(`CREATE INDEX token_user_key_id_idx ON token (user_key_id)`);
    await runner.query(`CREATE INDEX token_expires_at_idx ON token (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE token`);
  }
}
