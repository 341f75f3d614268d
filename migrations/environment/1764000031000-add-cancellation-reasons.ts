import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const KIND = { table: 'cancellation', column: 'kind', constraint: 'cancellation_kind_check' };

/** Adds reason and day of receipt to cancellations, and cancellations that are scheduled for a future day. */
export class AddCancellationReasons1764000031000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, KIND, ['VOID']);
    await runner.query(UP);
  }

  /** Leaves `note_transition_events`, which reads nothing that is dropped. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER application_end_schedule ON application;
      DROP FUNCTION end_scheduled_cancellation;
      DROP TABLE scheduled_cancellation;
      DROP INDEX application_cancels_on_idx;
      ALTER TABLE application DROP COLUMN cancels_on;
      DROP TRIGGER cancellation_append_only ON cancellation;
      UPDATE cancellation SET kind = 'CANCELLATION' WHERE kind = 'VOID';
      CREATE TRIGGER cancellation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellation
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      ALTER TABLE cancellation DROP COLUMN reason_code, DROP COLUMN received_on, DROP COLUMN effective_on, DROP COLUMN refund_rule`);
    await disallowValues(runner, KIND, ['VOID']);
  }
}

const UP = `
  ALTER TABLE cancellation ADD COLUMN reason_code text, ADD COLUMN received_on date, ADD COLUMN effective_on date, ADD COLUMN refund_rule text,
    ADD CONSTRAINT cancellation_refund_rule_check CHECK (refund_rule IN ('PRO_RATA', 'ALL', 'NONE', 'SHORT_RATE'));
  COMMENT ON COLUMN cancellation.reason_code IS 'Code of the list cancellationReasons; null for a lapse, and of acts from before the list.';
  COMMENT ON COLUMN cancellation.received_on IS 'Day on which the declaration arrived at the insurer.';
  COMMENT ON COLUMN cancellation.effective_on IS 'Day of the cancellation. It is the last day of cover when the act is later than its first instant.';
  COMMENT ON COLUMN cancellation.refund_rule IS 'Rule of the tariff by which premium was refunded.';

  ALTER TABLE application ADD COLUMN cancels_on date;
  COMMENT ON COLUMN application.cancels_on IS 'First day without cover by a scheduled cancellation; null without one.';
  CREATE INDEX application_cancels_on_idx ON application (cancels_on, agent_code) WHERE cancels_on IS NOT NULL;

  CREATE TABLE scheduled_cancellation (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    effective_on date NOT NULL,
    received_on date NOT NULL,
    reason_code text NOT NULL,
    has_claim boolean NOT NULL,
    scheduled_by text NOT NULL,
    scheduled_at timestamptz NOT NULL,
    ended_at timestamptz,
    ended_by text,
    outcome text,
    CONSTRAINT scheduled_cancellation_pkey PRIMARY KEY (id),
    CONSTRAINT scheduled_cancellation_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT scheduled_cancellation_days_check CHECK (received_on <= effective_on),
    CONSTRAINT scheduled_cancellation_outcome_check CHECK (outcome IN ('DONE', 'WITHDRAWN', 'DROPPED')),
    CONSTRAINT scheduled_cancellation_ended_check CHECK ((ended_at IS NULL) = (outcome IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL))
  );
  COMMENT ON TABLE scheduled_cancellation IS
    'A cancellation for a future day, which the clock carries out. Written by: cancellation, and a trigger of application that ends it.';
  COMMENT ON COLUMN scheduled_cancellation.effective_on IS 'First day without cover.';
  COMMENT ON COLUMN scheduled_cancellation.scheduled_by IS 'Name of the employee. The text beside the reason is in the history of the application.';
  COMMENT ON COLUMN scheduled_cancellation.ended_by IS 'Name of the actor who ended it.';
  COMMENT ON COLUMN scheduled_cancellation.outcome IS
    'DONE: the policy was cancelled on its day. WITHDRAWN: staff took it back. DROPPED: something else ended the policy before.';
  CREATE INDEX scheduled_cancellation_application_id_idx ON scheduled_cancellation (application_id, id);
  CREATE UNIQUE INDEX scheduled_cancellation_open_key ON scheduled_cancellation (application_id) WHERE ended_at IS NULL;

  -- The day of the application and the open row always agree: whatever ends the policy ends its scheduled cancellation.
  CREATE FUNCTION end_scheduled_cancellation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE scheduled_cancellation SET ended_at = NEW.updated_at, ended_by = NEW.updated_by ->> 'actorName',
      outcome = CASE WHEN NEW.last_action = 'unschedule_cancellation' THEN 'WITHDRAWN'
        WHEN NEW.last_action = 'cancel_mid_term' AND NEW.updated_by ->> 'actor' = 'clock' THEN 'DONE' ELSE 'DROPPED' END
    WHERE application_id = NEW.id AND ended_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_end_schedule AFTER UPDATE OF cancels_on ON application
    FOR EACH ROW WHEN (OLD.cancels_on IS NOT NULL AND NEW.cancels_on IS NULL) EXECUTE FUNCTION end_scheduled_cancellation();

  -- The action tells a lapse from a cancellation, because the clock also carries out scheduled cancellations.
  CREATE OR REPLACE FUNCTION note_transition_events() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    a record;
    moves boolean := NEW.from_status IS DISTINCT FROM NEW.to_status;
    ending text := CASE
      WHEN moves AND NEW.to_status = '70' AND NEW.action = 'lapse' THEN 'policy.lapsed'
      WHEN moves AND NEW.to_status = '70' THEN 'policy.cancelled'
      WHEN moves AND NEW.to_status = '60' THEN 'policy.expired' END;
  BEGIN
    SELECT id, agent_code, application_no, line, policy_no, renewal_of, version, approval INTO STRICT a FROM application WHERE id = NEW.application_id;
    INSERT INTO event (type, at, agent_code, data)
    VALUES ('application.status_changed', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'application_no', a.application_no,
      'line', a.line, 'from', NEW.from_status, 'to', NEW.to_status, 'action', NEW.action, 'actor', NEW.actor, 'version', a.version));
    IF NEW.action IN ('approve', 'return', 'request_documents', 'decline') THEN
      INSERT INTO event (type, at, agent_code, data)
      VALUES ('underwriting.decided', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'decision', NEW.action,
        'outcome', CASE WHEN NEW.action = 'approve' AND a.approval ->> 'terms' IS NOT NULL THEN 'approve_with_terms' ELSE NEW.action END,
        'loading_percent', CASE WHEN NEW.action = 'approve' THEN (a.approval -> 'terms' ->> 'loadingPercent')::numeric END,
        'deductible', CASE WHEN NEW.action = 'approve' THEN (a.approval -> 'terms' ->> 'deductible')::numeric END,
        'excluded_covers', CASE WHEN NEW.action = 'approve' THEN coalesce(json_array_length(a.approval -> 'terms' -> 'excludedCovers'), 0) ELSE 0 END));
    END IF;
    IF NEW.to_status = '50' AND coalesce(NEW.from_status NOT IN ('50', '55', '60', '65', '70'), true) THEN
      INSERT INTO event (type, at, agent_code, data)
      VALUES ('policy.issued', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'policy_no', a.policy_no, 'renewal_of', a.renewal_of));
      INSERT INTO event (type, at, agent_code, data)
      SELECT 'policy.renewed', NEW.at, p.agent_code, json_build_object('application_id', p.id, 'policy_no', p.policy_no, 'renewed_by', a.id)
      FROM application p WHERE p.id = a.renewal_of;
    END IF;
    IF ending IS NOT NULL THEN
      INSERT INTO event (type, at, agent_code, data)
      VALUES (ending, NEW.at, a.agent_code, json_build_object('application_id', a.id, 'policy_no', a.policy_no));
    END IF;
    RETURN NULL;
  END $$;`;
