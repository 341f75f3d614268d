import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what people sign in and sign up with: sessions, devices, mailed tokens, failed attempts and signups. */
export class CreateSignIn1764000003000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE signup, sign_in_attempt, one_time_token, staff_device, staff_session`);
  }
}

const UP = `
  -- Rows are deleted 24 hours after they expire.
  CREATE TABLE staff_session (
    id bigint GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    kind text NOT NULL,
    CONSTRAINT staff_session_pkey PRIMARY KEY (id),
    CONSTRAINT staff_session_token_hash_key UNIQUE (token_hash),
    CONSTRAINT staff_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
    CONSTRAINT staff_session_token_hash_check CHECK (octet_length(token_hash) = 32),
    CONSTRAINT staff_session_expires_at_check CHECK (expires_at > created_at),
    CONSTRAINT staff_session_kind_check CHECK (kind IN ('bearer', 'cookie')),
    CONSTRAINT staff_session_last_used_at_check CHECK (kind <> 'cookie' OR last_used_at IS NOT NULL)
  );
  COMMENT ON TABLE staff_session IS 'A session of the back office. Written by: sign-in, sign-out, password changes, its calls.';
  COMMENT ON COLUMN staff_session.last_used_at IS 'Last call of a session in a cookie, to about a minute.';
  COMMENT ON COLUMN staff_session.kind IS 'Whether its token is presented in the header Authorization or in a cookie.';
  CREATE INDEX staff_session_user_id_idx ON staff_session (user_id);
  CREATE INDEX staff_session_expires_at_idx ON staff_session (expires_at);

  -- Rows are deleted 180 days after the last sign-in.
  CREATE TABLE staff_device (
    id bigint GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    CONSTRAINT staff_device_pkey PRIMARY KEY (id),
    CONSTRAINT staff_device_token_hash_key UNIQUE (token_hash),
    CONSTRAINT staff_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
    CONSTRAINT staff_device_token_hash_check CHECK (octet_length(token_hash) = 32),
    CONSTRAINT staff_device_last_used_at_check CHECK (last_used_at >= created_at)
  );
  COMMENT ON TABLE staff_device IS 'A device that a user of the back office signed in from. Written by: sign-in, password changes.';
  CREATE INDEX staff_device_user_id_idx ON staff_device (user_id);
  CREATE INDEX staff_device_last_used_at_idx ON staff_device (last_used_at);

  CREATE TABLE one_time_token (
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id integer NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT one_time_token_pkey PRIMARY KEY (token_hash),
    CONSTRAINT one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
    CONSTRAINT one_time_token_token_hash_check CHECK (octet_length(token_hash) = 32),
    CONSTRAINT one_time_token_purpose_check CHECK (purpose IN ('invitation', 'reset')),
    CONSTRAINT one_time_token_expires_at_check CHECK (expires_at > created_at)
  );
  COMMENT ON TABLE one_time_token IS 'A token that is mailed and used once to choose a password. Written by: invitations, password resets.';
  CREATE INDEX one_time_token_user_id_idx ON one_time_token (user_id);
  CREATE INDEX one_time_token_expires_at_idx ON one_time_token (expires_at);

  -- What was typed as an account is stored as SHA-256, because it may be a password in the wrong field. Unknown accounts are slowed down too: no foreign key.
  CREATE TABLE sign_in_attempt (
    account_hash bytea NOT NULL,
    network text NOT NULL,
    failures integer NOT NULL,
    last_at timestamptz NOT NULL,
    next_at timestamptz NOT NULL,
    CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (account_hash, network),
    CONSTRAINT sign_in_attempt_account_hash_check CHECK (octet_length(account_hash) = 32),
    CONSTRAINT sign_in_attempt_failures_check CHECK (failures > 0)
  );
  COMMENT ON TABLE sign_in_attempt IS 'Failed sign-ins of one account from one place. Written by: sign-in, password changes.';
  COMMENT ON COLUMN sign_in_attempt.network IS 'The caller''s network, a known device, or all strangers together (*).';
  COMMENT ON COLUMN sign_in_attempt.next_at IS 'Earliest time at which another password is checked.';
  CREATE INDEX sign_in_attempt_last_at_idx ON sign_in_attempt (last_at);

  CREATE TABLE signup (
    api_key_id integer,
    email text NOT NULL,
    name text NOT NULL,
    environments text[] NOT NULL,
    created_at timestamptz NOT NULL,
    verified_at timestamptz,
    id integer GENERATED ALWAYS AS IDENTITY,
    program_name text NOT NULL,
    network text NOT NULL,
    token_hash bytea,
    expires_at timestamptz NOT NULL,
    last_call_at timestamptz,
    CONSTRAINT signup_pkey PRIMARY KEY (id),
    CONSTRAINT signup_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE SET NULL,
    CONSTRAINT signup_environments_check CHECK (environments <@ ARRAY['production', 'sandbox']),
    CONSTRAINT signup_api_key_id_key UNIQUE (api_key_id),
    CONSTRAINT signup_token_hash_key UNIQUE (token_hash),
    CONSTRAINT signup_token_hash_check CHECK (octet_length(token_hash) = 32)
  );
  COMMENT ON TABLE signup IS 'A request to sign up, and its result. Written by: sign-up, clean-up.';
  COMMENT ON COLUMN signup.network IS 'Network of the caller, by which signups are counted.';
  COMMENT ON COLUMN signup.token_hash IS 'SHA-256 of the mailed token until the signup is confirmed; null if the address was known already.';
  COMMENT ON COLUMN signup.api_key_id IS 'First key of the program that the confirmed signup created; null again after its removal.';
  COMMENT ON COLUMN signup.last_call_at IS 'Last call of the program, at most a day late; null before the signup is confirmed.';
  CREATE INDEX signup_created_at_idx ON signup (created_at);`;
