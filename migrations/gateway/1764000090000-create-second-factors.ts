import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates second factors of sign-ins: authenticator apps, passkeys and recovery codes, and who must have one. */
export class CreateSecondFactors1764000090000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE staff_session DROP COLUMN second_factor;
      DROP TABLE factor_challenge, staff_recovery_code, staff_passkey, staff_totp, access_setting`);
  }
}

const UP = `
  CREATE TABLE access_setting (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT access_setting_pkey PRIMARY KEY (key)
  );
  COMMENT ON TABLE access_setting IS 'A setting of sign-ins, which both environments share. Written by: administrators.';
  INSERT INTO access_setting (key, value, updated_at) VALUES ('secondFactorRoles', '[]', now());
  -- Services remember sessions in cookies.
  CREATE TRIGGER access_setting_access_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON access_setting
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_change();

  CREATE TABLE staff_totp (
    user_id integer NOT NULL,
    secret bytea NOT NULL,
    last_step bigint NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    CONSTRAINT staff_totp_pkey PRIMARY KEY (user_id),
    CONSTRAINT staff_totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE staff_totp IS 'The authenticator app of a user. Written by: its set-up and removal, sign-ins.';
  COMMENT ON COLUMN staff_totp.secret IS 'Encrypted under SECRETS_KEY.';
  COMMENT ON COLUMN staff_totp.last_step IS 'Step of 30 seconds of the last accepted code. A code of it or of an earlier one is refused.';

  CREATE TABLE staff_passkey (
    id integer GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    CONSTRAINT staff_passkey_pkey PRIMARY KEY (id),
    CONSTRAINT staff_passkey_credential_id_key UNIQUE (credential_id),
    CONSTRAINT staff_passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE staff_passkey IS 'A passkey of a user. Written by: its registration and removal, sign-ins.';
  COMMENT ON COLUMN staff_passkey.sign_count IS 'Signatures that the authenticator has counted; 0 if it counts none.';
  CREATE INDEX staff_passkey_user_id_idx ON staff_passkey (user_id);

  CREATE TABLE staff_recovery_code (
    user_id integer NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT staff_recovery_code_pkey PRIMARY KEY (user_id, code_hash),
    CONSTRAINT staff_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
    CONSTRAINT staff_recovery_code_code_hash_check CHECK (octet_length(code_hash) = 32)
  );
  COMMENT ON TABLE staff_recovery_code IS 'An unused recovery code of a user. Written by: the set-up of factors; deleted by its use.';

  CREATE TABLE factor_challenge (
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id integer,
    secret bytea,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT factor_challenge_pkey PRIMARY KEY (token_hash),
    CONSTRAINT factor_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE,
    CONSTRAINT factor_challenge_token_hash_check CHECK (octet_length(token_hash) = 32),
    CONSTRAINT factor_challenge_purpose_check CHECK (purpose IN ('sign_in', 'passkey_sign_in', 'totp', 'passkey')),
    CONSTRAINT factor_challenge_user_id_check CHECK ((user_id IS NULL) = (purpose = 'passkey_sign_in')),
    CONSTRAINT factor_challenge_secret_check CHECK ((secret IS NOT NULL) = (purpose = 'totp')),
    CONSTRAINT factor_challenge_expires_at_check CHECK (expires_at > created_at)
  );
  COMMENT ON TABLE factor_challenge IS 'A sign-in or a set-up of a factor that waits for its second step. Written by: both; deleted by the second step.';
  COMMENT ON COLUMN factor_challenge.user_id IS 'Null for a sign-in by a passkey alone, because its user is not known yet.';
  COMMENT ON COLUMN factor_challenge.secret IS 'Secret of the authenticator app that is being set up, encrypted under SECRETS_KEY.';
  CREATE INDEX factor_challenge_user_id_idx ON factor_challenge (user_id);
  CREATE INDEX factor_challenge_expires_at_idx ON factor_challenge (expires_at);

  ALTER TABLE staff_session
    ADD COLUMN second_factor text,
    ADD CONSTRAINT staff_session_second_factor_check CHECK (second_factor IN ('totp', 'passkey', 'recovery_code'));
  COMMENT ON COLUMN staff_session.second_factor IS 'What proved the user besides the password. Null: nothing.';`;
