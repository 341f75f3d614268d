import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates agents, subagents (parameters.6), their uploads per day, and the bonus-malus registry. */
export class CreateAgents1764000012000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE bonus_malus_registry, upload_day, subagent, agent;
      DROP FUNCTION refuse_test_agent`);
  }
}

const UP = `
  -- Agents of those who sign up have a type and codes of their own, which production refuses whoever writes.
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
    CONSTRAINT agent_type_check CHECK (type IN ('direct', 'broker', 'test')),
    CONSTRAINT agent_credit_limit_check CHECK (credit_limit >= 0),
    CONSTRAINT agent_test_code_check CHECK (type <> 'test' OR code ~ '^sbx-')
  );
  COMMENT ON TABLE agent IS 'An agent of the insurer. Written by: administration of agents, sign-up.';

  CREATE FUNCTION refuse_test_agent() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_SCHEMA <> 'sandbox' THEN
      RAISE check_violation USING MESSAGE = 'agents of tests are of the sandbox alone', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER agent_refuse_test BEFORE INSERT ON agent
    FOR EACH ROW WHEN (NEW.type = 'test' OR NEW.code ~* '^sbx-') EXECUTE FUNCTION refuse_test_agent();

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
  );
  COMMENT ON TABLE subagent IS 'A subagent. None is ever deleted: the status says whether it is active. Written by: administration of agents.';

  CREATE TABLE upload_day (
    agent_code text NOT NULL,
    day date NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT upload_day_pkey PRIMARY KEY (agent_code),
    CONSTRAINT upload_day_bytes_check CHECK (bytes >= 0)
  );
  COMMENT ON TABLE upload_day IS 'Bytes that an agent uploaded on its last day of uploads. Written by: uploads.';

  CREATE TABLE bonus_malus_registry (
    plate_no text NOT NULL,
    afm text NOT NULL,
    bonus_malus smallint NOT NULL,
    claims_last_year smallint NOT NULL,
    claims_last_5_years smallint NOT NULL,
    source text NOT NULL,
    as_of date NOT NULL,
    CONSTRAINT bonus_malus_registry_pkey PRIMARY KEY (plate_no, afm),
    CONSTRAINT bonus_malus_registry_plate_no_check CHECK (plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'),
    CONSTRAINT bonus_malus_registry_afm_check CHECK (afm ~ '^[0-9]{9}$'),
    CONSTRAINT bonus_malus_registry_bonus_malus_check CHECK (bonus_malus BETWEEN 1 AND 99),
    CONSTRAINT bonus_malus_registry_claims_check CHECK (claims_last_year BETWEEN 0 AND claims_last_5_years)
  );
  COMMENT ON TABLE bonus_malus_registry IS
    'Bonus-malus classes and claims of vehicles, as the registry of the insurers would tell them. Written by: the demo data; no service writes it.';`;
