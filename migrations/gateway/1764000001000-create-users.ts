import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the insurer's people and the users of agents. A delegation lets a user act for one more agent. */
export class CreateUsers1764000001000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE delegation, app_user`);
  }
}

const UP = `
  CREATE TABLE app_user (
    id integer GENERATED ALWAYS AS IDENTITY,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    agent_code text,
    password_hash text,
    status text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    sandbox_only boolean NOT NULL DEFAULT false,
    CONSTRAINT app_user_pkey PRIMARY KEY (id),
    CONSTRAINT app_user_email_key UNIQUE (email),
    CONSTRAINT app_user_email_check CHECK (email = lower(email)),
    CONSTRAINT app_user_role_check CHECK (role IN ('admin', 'underwriter', 'issuing', 'agent')),
    CONSTRAINT app_user_agent_code_check CHECK (role <> 'agent' OR agent_code IS NOT NULL),
    CONSTRAINT app_user_status_check CHECK (status IN ('active', 'disabled')),
    CONSTRAINT app_user_sandbox_only_check CHECK (NOT sandbox_only OR role = 'agent')
  );
  COMMENT ON TABLE app_user IS
    'An employee of the insurer, or a user of an agent. Written by: administration of users, password changes, sign-up.';
  COMMENT ON COLUMN app_user.password_hash IS 'Null until the invitation is accepted.';
  COMMENT ON COLUMN app_user.sandbox_only IS 'Whether the user signed up: sessions, user-keys and tokens are then invalid in production.';

  CREATE TABLE delegation (
    user_id integer NOT NULL,
    agent_code text NOT NULL,
    created_at timestamptz,
    CONSTRAINT delegation_pkey PRIMARY KEY (user_id, agent_code),
    CONSTRAINT delegation_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE delegation IS 'An agent that the user may act for besides their own. Written by: administration of users.';
  COMMENT ON COLUMN delegation.created_at IS 'Null if the start is unknown.';
  CREATE INDEX delegation_agent_code_idx ON delegation (agent_code);`;
