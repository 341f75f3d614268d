import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const ADDED_EVENTS = ['application.transferred'];

/** Creates transfers of contracts to another agent; a trigger of the application writes their events (events.30). */
export class CreatePortfolioTransfers1764000100000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, EVENTS, ADDED_EVENTS);
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER application_note_transfer ON application;
      DROP FUNCTION note_transfer_events;
      DROP TABLE portfolio_transfer`);
    await disallowValues(runner, EVENTS, ADDED_EVENTS);
  }
}

const UP = `
  CREATE TABLE portfolio_transfer (
    id bigint GENERATED ALWAYS AS IDENTITY,
    state text NOT NULL DEFAULT 'SCHEDULED',
    from_agent text NOT NULL,
    to_agent text NOT NULL,
    policy_nos text[],
    application_ids bigint[],
    effective_date date NOT NULL,
    reason text NOT NULL,
    figures jsonb NOT NULL,
    moved integer NOT NULL DEFAULT 0,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    leased_until timestamptz,
    CONSTRAINT portfolio_transfer_pkey PRIMARY KEY (id),
    CONSTRAINT portfolio_transfer_from_agent_fkey FOREIGN KEY (from_agent) REFERENCES agent (code),
    CONSTRAINT portfolio_transfer_to_agent_fkey FOREIGN KEY (to_agent) REFERENCES agent (code),
    CONSTRAINT portfolio_transfer_agents_check CHECK (from_agent <> to_agent),
    CONSTRAINT portfolio_transfer_state_check CHECK (state IN ('SCHEDULED', 'RUNNING', 'DONE', 'REFUSED', 'CANCELLED')),
    CONSTRAINT portfolio_transfer_chosen_check CHECK ((policy_nos IS NULL) = (application_ids IS NULL)),
    CONSTRAINT portfolio_transfer_ended_check CHECK ((ended_at IS NULL) = (state IN ('SCHEDULED', 'RUNNING')))
  );
  COMMENT ON TABLE portfolio_transfer IS 'A transfer of contracts from an agent to another. Written by: administrators, and the job that carries it out.';
  COMMENT ON COLUMN portfolio_transfer.policy_nos IS 'Chosen policies; null for everything that the agent has on that day.';
  COMMENT ON COLUMN portfolio_transfer.figures IS 'Counts and sums of the contracts at the request.';
  COMMENT ON COLUMN portfolio_transfer.moved IS 'Applications and policies that have moved so far.';
  CREATE INDEX portfolio_transfer_open_idx ON portfolio_transfer (effective_date, id) WHERE state IN ('SCHEDULED', 'RUNNING');

  CREATE FUNCTION note_transfer_events() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'application.transferred', NEW.updated_at, side.agent_code, json_build_object('application_id', NEW.id, 'application_no', NEW.application_no,
      'policy_no', NEW.policy_no, 'direction', side.direction, 'version', NEW.version)
    FROM (VALUES (OLD.agent_code, 'OUT'), (NEW.agent_code, 'IN')) AS side (agent_code, direction);
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_note_transfer AFTER UPDATE OF agent_code ON application
    FOR EACH ROW WHEN (OLD.agent_code IS DISTINCT FROM NEW.agent_code) EXECUTE FUNCTION note_transfer_events();`;
