import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A signup makes nothing until its link is confirmed, then a program with its key and a user of the sandbox alone. Those under way begin anew:
 * their keys, which no call was ever let in with, go, but for what an administrator has taken up.
 */
export class SignUpToTheSandbox1763600012400 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_user ADD COLUMN sandbox_only boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT app_user_sandbox_only_check CHECK (NOT sandbox_only OR role = 'agent')`);
    await runner.query(`ALTER TABLE program ADD COLUMN user_id integer CONSTRAINT program_user_id_fkey REFERENCES app_user (id)`);
    await runner.query(`CREATE INDEX program_user_id_idx ON program (user_id)`);
    await runner.query(`
      WITH ended AS (
        DELETE FROM api_key k USING signup s
        WHERE s.api_key_id = k.id AND s.verified_at IS NULL AND k.status = 'unverified'
          AND NOT EXISTS (SELECT FROM api_key o WHERE o.program_id = k.program_id AND o.id <> k.id)
          AND NOT EXISTS (SELECT FROM user_key uk WHERE uk.program_id = k.program_id)
        RETURNING k.program_id)
      DELETE FROM program WHERE id IN (SELECT program_id FROM ended)`);
    await runner.query(`DELETE FROM one_time_token WHERE purpose = 'signup'`);
    await runner.query(`
      ALTER TABLE one_time_token DROP COLUMN api_key_id, ALTER COLUMN user_id SET NOT NULL,
        DROP CONSTRAINT one_time_token_user_id_check, DROP CONSTRAINT one_time_token_purpose_check,
        ADD CONSTRAINT one_time_token_purpose_check CHECK (purpose IN ('invitation', 'reset'))`);
    await runner.query(`
      ALTER TABLE signup DROP CONSTRAINT signup_pkey, DROP CONSTRAINT signup_api_key_id_fkey, ALTER COLUMN api_key_id DROP NOT NULL,
        ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT signup_pkey PRIMARY KEY,
        ADD COLUMN program_name text NOT NULL DEFAULT '',
        ADD COLUMN network text NOT NULL DEFAULT '',
        ADD COLUMN token_hash bytea CONSTRAINT signup_token_hash_key UNIQUE,
        ADD COLUMN expires_at timestamptz NOT NULL DEFAULT '-infinity',
        ADD COLUMN last_call_at timestamptz,
        ADD CONSTRAINT signup_api_key_id_key UNIQUE (api_key_id),
        ADD CONSTRAINT signup_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE SET NULL,
        ADD CONSTRAINT signup_token_hash_check CHECK (octet_length(token_hash) = 32)`);
    await runner.query(`
      UPDATE signup SET program_name = p.name, expires_at = signup.created_at
      FROM api_key k JOIN program p ON p.id = k.program_id WHERE k.id = signup.api_key_id`);
    await runner.query(`
      ALTER TABLE signup ALTER COLUMN program_name DROP DEFAULT, ALTER COLUMN network DROP DEFAULT, ALTER COLUMN expires_at DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM signup WHERE api_key_id IS NULL`);
    await runner.query(`
      ALTER TABLE signup DROP CONSTRAINT signup_api_key_id_key, DROP CONSTRAINT signup_api_key_id_fkey, DROP COLUMN id, DROP COLUMN program_name, DROP COLUMN network,
        DROP COLUMN token_hash, DROP COLUMN expires_at, DROP COLUMN last_call_at,
        ADD CONSTRAINT signup_pkey PRIMARY KEY (api_key_id),
        ADD CONSTRAINT signup_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE CASCADE`);
    await runner.query(`
      ALTER TABLE one_time_token ALTER COLUMN user_id DROP NOT NULL, DROP CONSTRAINT one_time_token_purpose_check,
        ADD COLUMN api_key_id integer CONSTRAINT one_time_token_api_key_id_fkey REFERENCES api_key (id) ON DELETE CASCADE,
        ADD CONSTRAINT one_time_token_purpose_check CHECK (purpose IN ('invitation', 'reset', 'signup')),
        ADD CONSTRAINT one_time_token_user_id_check CHECK ((user_id IS NULL) = (purpose = 'signup')),
        ADD CONSTRAINT one_time_token_api_key_id_check CHECK ((api_key_id IS NULL) = (purpose <> 'signup'))`);
    await runner.query(`CREATE INDEX one_time_token_api_key_id_idx ON one_time_token (api_key_id)`);
    await runner.query(`ALTER TABLE program DROP COLUMN user_id`);
    await runner.query(`ALTER TABLE app_user DROP COLUMN sandbox_only`);
  }
}
