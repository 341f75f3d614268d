import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what sign-ins at the insurer's OpenID provider need: bound users, sign-ins under way, used logout tokens. */
export class CreateOidcSignIn1764000091100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE oidc_logout_token, oidc_sign_in, user_identity;
      ALTER TABLE staff_session DROP COLUMN provider_session, DROP COLUMN id_token`);
  }
}

const UP = `
  ALTER TABLE staff_session ADD COLUMN provider_session text, ADD COLUMN id_token text;
  COMMENT ON COLUMN staff_session.provider_session IS 'Id of the session at the provider (sid), by which the provider ends it.';
  COMMENT ON COLUMN staff_session.id_token IS 'ID token of the sign-in, by which a sign-out also ends the session at the provider.';
  CREATE INDEX staff_session_provider_session_idx ON staff_session (provider_session) WHERE provider_session IS NOT NULL;

  CREATE TABLE user_identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id integer NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT user_identity_pkey PRIMARY KEY (issuer, subject),
    CONSTRAINT user_identity_user_id_key UNIQUE (user_id, issuer),
    CONSTRAINT user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE user_identity IS
    'The person at an OpenID provider that a user is bound to. Written by: the first sign-in there, administration of users.';

  -- Rows are deleted when they are used, or after they expire.
  CREATE TABLE oidc_sign_in (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    return_to text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT oidc_sign_in_pkey PRIMARY KEY (state_hash),
    CONSTRAINT oidc_sign_in_state_hash_check CHECK (octet_length(state_hash) = 32),
    CONSTRAINT oidc_sign_in_browser_hash_check CHECK (octet_length(browser_hash) = 32),
    CONSTRAINT oidc_sign_in_expires_at_check CHECK (expires_at > created_at)
  );
  COMMENT ON TABLE oidc_sign_in IS 'A sign-in that waits for the person to return from the provider. Written by: sign-in, clean-up.';
  COMMENT ON COLUMN oidc_sign_in.browser_hash IS 'SHA-256 of the secret in the cookie of the browser that began.';
  COMMENT ON COLUMN oidc_sign_in.code_verifier IS 'Verifier of PKCE: the code of the provider is worth nothing without it.';
  COMMENT ON COLUMN oidc_sign_in.return_to IS 'Page below the console''s folder that was asked for.';
  CREATE INDEX oidc_sign_in_expires_at_idx ON oidc_sign_in (expires_at);

  CREATE TABLE oidc_logout_token (
    token_hash bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT oidc_logout_token_pkey PRIMARY KEY (token_hash),
    CONSTRAINT oidc_logout_token_token_hash_check CHECK (octet_length(token_hash) = 32)
  );
  COMMENT ON TABLE oidc_logout_token IS 'A logout token that was used, so that nobody can repeat it. Written by: the provider''s logout, clean-up.';
  CREATE INDEX oidc_logout_token_expires_at_idx ON oidc_logout_token (expires_at)`;
