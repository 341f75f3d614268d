import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The insurer's agents, in whose name applications are made, and their subagents (parameters.6). */
export class CreateAgents1763600002100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agent (
        code text NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        credit_limit numeric(12,2) NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT agent_pkey PRIMARY KEY (code),
        CONSTRAINT agent_code_check CHECK (code ~ '^[A-Za-z0-9._-]{1,20}$'),
        CONSTRAINT agent_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
        CONSTRAINT agent_type_check CHECK (type IN ('direct', 'broker')),
        CONSTRAINT agent_credit_limit_check CHECK (credit_limit >= 0)
      )`);
    await runner.query(`
      CREATE TABLE subagent (
        agent_code text NOT NULL,
        code text NOT NULL,
        name text NOT NULL,
        status smallint NOT NULL,
        CONSTRAINT subagent_pkey PRIMARY KEY (agent_code, code),
        CONSTRAINT subagent_agent_code_fkey FOREIGN KEY (agent_code) REFERENCES agent (code),
        CONSTRAINT subagent_code_check CHECK (code ~ '^[A-Za-z0-9._-]{1,20}$'),
        CONSTRAINT subagent_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
        CONSTRAINT subagent_status_check CHECK (status BETWEEN 0 AND 3)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE subagent, agent`);
  }
}
