import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates tables of the sandbox: clocks of agents, test faults, and changes of the registry per agent. */
export class CreateSandbox1764000027000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE agent_bonus_malus, armed_fault, agent_clock;
      DROP FUNCTION note_clock_event, hold_agent_clock;
      DROP FUNCTION add_agent_clock CASCADE`);
  }
}

const UP = `
  -- Made with the agent, so that a write can lock it before it was ever set.
  CREATE TABLE agent_clock (
    agent_code text PRIMARY KEY REFERENCES agent (code),
    generation bigint NOT NULL DEFAULT 0,
    state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'advancing', 'resetting')),
    frozen_at timestamptz,
    began_at timestamptz,
    advance_to timestamptz,
    leased_until timestamptz,
    CONSTRAINT agent_clock_advance_to_check CHECK ((state = 'advancing') = (advance_to IS NOT NULL)),
    CONSTRAINT agent_clock_frozen_check CHECK ((frozen_at IS NULL) = (began_at IS NULL))
  );
  COMMENT ON TABLE agent_clock IS 'The time of an agent of the sandbox; production has none. Written by: the agent''s clock and reset.';
  COMMENT ON COLUMN agent_clock.generation IS 'Raised by each change that no write may span: a freeze, an advance, a reset.';
  COMMENT ON COLUMN agent_clock.frozen_at IS 'Time of the agent, which stands still; null for real time.';
  COMMENT ON COLUMN agent_clock.began_at IS 'Real time at the first freeze.';
  COMMENT ON COLUMN agent_clock.advance_to IS 'End of an advance under way.';
  COMMENT ON COLUMN agent_clock.leased_until IS 'Real time until which one process works on the advance.';
  CREATE FUNCTION add_agent_clock() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_SCHEMA = 'sandbox' THEN INSERT INTO agent_clock (agent_code) VALUES (NEW.code); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER agent_clock AFTER INSERT ON agent FOR EACH ROW EXECUTE FUNCTION add_agent_clock();

  -- Who writes at an agent's time holds its clock first. Two statements, so that the second one sees what was committed before the row was locked: a change
  -- of state and generation waits for nobody, and who wants nothing to be under way locks the row FOR UPDATE after it.
  CREATE FUNCTION hold_agent_clock(whose text, known_generation bigint, known_state text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM agent_clock WHERE agent_code = whose AND generation = known_generation AND state = known_state FOR KEY SHARE;
    RETURN EXISTS (SELECT FROM agent_clock WHERE agent_code = whose AND generation = known_generation AND state = known_state);
  END $$;

  CREATE FUNCTION note_clock_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    VALUES ('clock.ready', NEW.frozen_at, NEW.agent_code,
      json_build_object('frozen_time', to_char(NEW.frozen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
    RETURN NULL;
  END $$;
  CREATE TRIGGER agent_clock_note_event AFTER UPDATE OF state ON agent_clock
    FOR EACH ROW WHEN (OLD.state = 'advancing' AND NEW.state = 'ready') EXECUTE FUNCTION note_clock_event();

  CREATE TABLE armed_fault (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    agent_code text NOT NULL REFERENCES agent (code) ON DELETE CASCADE,
    status text NOT NULL,
    route text,
    left_calls smallint NOT NULL CONSTRAINT armed_fault_left_calls_check CHECK (left_calls >= 0),
    armed_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE armed_fault IS
    'A fault that the next calls of an agent of the sandbox meet; production has none. Written by: the sandbox''s faults.';
  COMMENT ON COLUMN armed_fault.status IS 'Value of the header X-Test-Fault.';
  COMMENT ON COLUMN armed_fault.route IS 'Method and path, or one of them; null for any call.';
  COMMENT ON COLUMN armed_fault.armed_at IS 'Real time; it ends after an hour.';
  CREATE INDEX armed_fault_agent_code_idx ON armed_fault (agent_code);

  CREATE TABLE agent_bonus_malus (
    agent_code text NOT NULL REFERENCES agent (code) ON DELETE CASCADE,
    plate_no text NOT NULL,
    afm text NOT NULL,
    bonus_malus smallint NOT NULL,
    claims_last_year smallint NOT NULL,
    claims_last_5_years smallint NOT NULL,
    source text NOT NULL,
    as_of date NOT NULL,
    CONSTRAINT agent_bonus_malus_pkey PRIMARY KEY (agent_code, plate_no, afm),
    CONSTRAINT agent_bonus_malus_plate_no_check CHECK (plate_no ~ '^[ABEZHIKMNOPTYX]{3}[1-9][0-9]{0,3}$'),
    CONSTRAINT agent_bonus_malus_afm_check CHECK (afm ~ '^[0-9]{9}$'),
    CONSTRAINT agent_bonus_malus_bonus_malus_check CHECK (bonus_malus BETWEEN 1 AND 99),
    CONSTRAINT agent_bonus_malus_claims_check CHECK (claims_last_year BETWEEN 0 AND claims_last_5_years)
  );
  COMMENT ON TABLE agent_bonus_malus IS
    'A later row of the bonus-malus registry, as an agent of the sandbox has it; production has none. Written by: renewals.';`;
