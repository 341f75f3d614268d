import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The insurer's people and the agents' users; a delegation lets a user act for one more agent. */
export class CreateAppUser1763600001100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        CONSTRAINT app_user_pkey PRIMARY KEY (id),
        CONSTRAINT app_user_email_key UNIQUE (email),
        CONSTRAINT app_user_email_check CHECK (email = lower(email)),
        CONSTRAINT app_user_role_check CHECK (role IN ('admin', 'underwriter', 'issuing', 'agent')),
        CONSTRAINT app_user_agent_code_check CHECK (role <> 'agent' OR agent_code IS NOT NULL),
        CONSTRAINT app_user_status_check CHECK (status IN ('active', 'disabled'))
      )`);
    await runner.query(`
      CREATE TABLE delegation (
        user_id integer NOT NULL,
        agent_code text NOT NULL,
        CONSTRAINT delegation_pkey PRIMARY KEY (user_id, agent_code),
        CONSTRAINT delegation_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE delegation, app_user`);
  }
}
