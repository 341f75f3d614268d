import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const ADDED_EVENTS = ['api_key.expiring'];

/** Creates the announced expiries of keys, whose trigger writes an event for each agent of the program (events.20). */
export class CreateKeyExpiryNotices1764000093100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, EVENTS, ADDED_EVENTS);
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE key_expiry_notice;
      DROP FUNCTION note_key_expiry_events`);
    await disallowValues(runner, EVENTS, ADDED_EVENTS);
  }
}

const UP = `
  CREATE TABLE key_expiry_notice (
    api_key_id integer NOT NULL,
    expires_at timestamptz NOT NULL,
    days smallint NOT NULL,
    at timestamptz NOT NULL,
    key_prefix text NOT NULL,
    agents text[] NOT NULL,
    CONSTRAINT key_expiry_notice_pkey PRIMARY KEY (api_key_id, expires_at, days)
  );
  COMMENT ON TABLE key_expiry_notice IS 'An announced expiry of a key, of which events tell. Written by: the job that announces expiring keys.';
  COMMENT ON COLUMN key_expiry_notice.api_key_id IS 'Key of the schema gateway.';
  COMMENT ON COLUMN key_expiry_notice.days IS 'Days before the end at which it is announced.';
  COMMENT ON COLUMN key_expiry_notice.agents IS 'Codes of the agents for whom the program acts.';
  CREATE INDEX key_expiry_notice_expires_at_idx ON key_expiry_notice (expires_at);

  CREATE FUNCTION note_key_expiry_events() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'api_key.expiring', NEW.at, agent, json_build_object('key_id', NEW.api_key_id, 'key_prefix', NEW.key_prefix,
      'expires_at', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'days', NEW.days)
    FROM unnest(NEW.agents) AS agent;
    RETURN NULL;
  END $$;
  CREATE TRIGGER key_expiry_notice_note_events AFTER INSERT ON key_expiry_notice FOR EACH ROW EXECUTE FUNCTION note_key_expiry_events();`;
