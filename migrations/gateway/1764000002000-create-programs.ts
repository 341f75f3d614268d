import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates programs with API keys, user-keys and tokens, stored as SHA-256 (gateway.7, gateway.9, auth.9). */
export class CreatePrograms1764000002000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE token, user_key, api_key, program`);
  }
}

const UP = `
  CREATE TABLE program (
    id integer GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    owner text NOT NULL,
    created_at timestamptz NOT NULL,
    user_id integer,
    console_user_id integer,
    CONSTRAINT program_pkey PRIMARY KEY (id),
    CONSTRAINT program_console_user_id_key UNIQUE (console_user_id),
    CONSTRAINT program_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id),
    CONSTRAINT program_console_user_id_fkey FOREIGN KEY (console_user_id) REFERENCES app_user (id)
  );
  COMMENT ON TABLE program IS
    'A program that calls the gateway; its keys, user-keys, tokens and rate window belong to it. Written by: administration of programs, sign-up, sign-in to the console.';
  COMMENT ON COLUMN program.user_id IS 'User who signed up for it; null if an administrator created it.';
  COMMENT ON COLUMN program.console_user_id IS 'User whose console it is; null for every other program.';
  CREATE INDEX program_user_id_idx ON program (user_id);

  CREATE TABLE api_key (
    id integer GENERATED ALWAYS AS IDENTITY,
    program_id integer NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    prefix text NOT NULL,
    status text NOT NULL,
    services text[] NOT NULL,
    environments text[] NOT NULL,
    ip_addresses text[] NOT NULL DEFAULT '{}',
    rate_per_hour integer,
    rate_per_day integer,
    service_rates jsonb NOT NULL DEFAULT '{}',
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT api_key_pkey PRIMARY KEY (id),
    CONSTRAINT api_key_key_hash_key UNIQUE (key_hash),
    CONSTRAINT api_key_program_id_prefix_key UNIQUE (program_id, prefix),
    CONSTRAINT api_key_program_id_fkey FOREIGN KEY (program_id) REFERENCES program (id),
    CONSTRAINT api_key_key_hash_check CHECK (octet_length(key_hash) = 32),
    CONSTRAINT api_key_prefix_check CHECK (prefix ~ '^[A-Za-z0-9]{6}$'),
    CONSTRAINT api_key_status_check CHECK (status IN ('active', 'disabled', 'unverified')),
    CONSTRAINT api_key_environments_check CHECK (environments <@ ARRAY['production', 'sandbox']),
    CONSTRAINT api_key_rate_per_hour_check CHECK (rate_per_hour > 0),
    CONSTRAINT api_key_rate_per_day_check CHECK (rate_per_day > 0)
  );
  COMMENT ON TABLE api_key IS 'A key of a program. The secret is never stored, only its SHA-256. Written by: administration of keys, sign-up.';
  COMMENT ON COLUMN api_key.service_rates IS 'Calls per hour by service name.';
  COMMENT ON COLUMN api_key.expires_at IS 'End of the overlap after a rotation; null while the key is the program''s current one.';

  -- Deleted user-keys stay as rows and are never found again.
  CREATE TABLE user_key (
    id integer GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    program_id integer NOT NULL,
    key_hash bytea NOT NULL,
    prefix text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT user_key_pkey PRIMARY KEY (id),
    CONSTRAINT user_key_key_hash_key UNIQUE (key_hash),
    CONSTRAINT user_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id),
    CONSTRAINT user_key_program_id_fkey FOREIGN KEY (program_id) REFERENCES program (id),
    CONSTRAINT user_key_key_hash_check CHECK (octet_length(key_hash) = 32),
    CONSTRAINT user_key_prefix_check CHECK (prefix ~ '^[A-Za-z0-9]{6}$')
  );
  COMMENT ON TABLE user_key IS
    'A user''s consent that a program acts for them. Only the SHA-256 of the key is stored. Written by: the users themselves.';
  CREATE INDEX user_key_user_id_idx ON user_key (user_id);

  -- Disabling the key that asked for a token deletes the token. Rows are deleted 24 hours after they expire.
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
  );
  COMMENT ON TABLE token IS 'A token that the gateway issued. Only its SHA-256 is stored. Written by: the token service.';
  COMMENT ON COLUMN token.api_key_id IS 'The key that asked for the token.';
  COMMENT ON COLUMN token.single_agent IS 'Issued with an agent-code: reads this agent only.';
  CREATE INDEX token_api_key_id_idx ON token (api_key_id);
  CREATE INDEX token_user_key_id_idx ON token (user_key_id);
  CREATE INDEX token_expires_at_idx ON token (expires_at);`;
