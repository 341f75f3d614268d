import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';
import { replaceInFunction, type Replacements } from '../functions.js';

const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const ADDED_EVENTS = ['renewal.prepared', 'policy.reinstated'];

/** Adds renewals that the clock prepares, with tasks about those that cannot be paid, and reinstatements. */
export class PrepareRenewals1764000041000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, EVENTS, ADDED_EVENTS);
    await replaceInFunction(runner, 'note_transition_events', TRANSITION_EVENTS);
    await runner.query(UP);
    await runner.query(REINSTATEMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(WITHOUT_REINSTATEMENTS);
    await runner.query(`
      DROP TRIGGER application_resolve_renewal_task ON application;
      DROP FUNCTION resolve_renewal_task;
      DELETE FROM staff_message WHERE kind = 'RENEWAL';
      DROP INDEX staff_message_renewal_key, application_unrenewed_idx`);
    await replaceInFunction(
      runner,
      'note_transition_events',
      TRANSITION_EVENTS.map(([before, after]) => [after, before]),
    );
    await disallowValues(runner, EVENTS, ADDED_EVENTS);
  }
}

const TRANSITION_EVENTS: Replacements = [
  [
    '    IF ending IS NOT NULL THEN',
    `    IF NEW.action = 'prepare_renewal' THEN
      INSERT INTO event (type, at, agent_code, data)
      SELECT 'renewal.prepared', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'policy_no', a.policy_no, 'renewed_by', n.id, 'status', n.status)
      FROM application p LEFT JOIN application n ON n.id = p.renewed_by WHERE p.id = a.id;
    END IF;
    IF NEW.action = 'reinstate' THEN
      INSERT INTO event (type, at, agent_code, data)
      VALUES ('policy.reinstated', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'policy_no', a.policy_no));
    END IF;
    IF ending IS NOT NULL THEN`,
  ],
];

const UP = `
  -- Serves the clock, which looks for policies near their end.
  CREATE INDEX application_unrenewed_idx ON application (end_date, agent_code) WHERE status = '50' AND renewed_by IS NULL AND cancels_on IS NULL;

  -- An application has one task, also after it is resolved.
  CREATE UNIQUE INDEX staff_message_renewal_key ON staff_message (application_id) WHERE kind = 'RENEWAL';

  -- A task about a policy ends with its renewal or its end, one about a renewal when that can be paid or is closed.
  CREATE FUNCTION resolve_renewal_task() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE staff_message SET resolved_at = NEW.updated_at WHERE application_id = NEW.id AND kind = 'RENEWAL' AND resolved_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_resolve_renewal_task AFTER UPDATE OF status, renewed_by ON application
    FOR EACH ROW WHEN (NEW.renewed_by IS DISTINCT FROM OLD.renewed_by
      OR (NEW.status <> OLD.status AND (NEW.status IN ('60', '65', '70') OR (NEW.renewal_of IS NOT NULL AND NEW.status IN ('02', '45', '50')))))
    EXECUTE FUNCTION resolve_renewal_task();`;

const REINSTATEMENTS = `
  ALTER TABLE cancellation ADD COLUMN reinstated_at timestamptz;
  COMMENT ON COLUMN cancellation.reinstated_at IS 'Time at which the policy was put in force again; null while the act is in effect.';
  ALTER TABLE cancellation DROP CONSTRAINT cancellation_application_id_key;
  CREATE UNIQUE INDEX cancellation_application_id_key ON cancellation (application_id) WHERE reinstated_at IS NULL;
  CREATE INDEX cancellation_application_id_idx ON cancellation (application_id, act_no);
  DROP TRIGGER cancellation_append_only ON cancellation;
  CREATE TRIGGER cancellation_append_only
    BEFORE DELETE OR TRUNCATE OR UPDATE OF act_no, application_id, kind, cover_ends, cancelled_at, reason_code, received_on, effective_on, refund_rule
    ON cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER cancellation_reinstated_once BEFORE UPDATE OF reinstated_at ON cancellation
    FOR EACH ROW WHEN (OLD.reinstated_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

  ALTER TABLE receipt ADD COLUMN restores bigint, ADD CONSTRAINT receipt_restores_fkey FOREIGN KEY (restores) REFERENCES receipt (receipt_no);
  COMMENT ON COLUMN receipt.restores IS 'The cancelled receipt that a reinstatement issues again.';
  CREATE UNIQUE INDEX receipt_restores_key ON receipt (restores) WHERE restores IS NOT NULL;

  ALTER TABLE refund DROP CONSTRAINT refund_withdrawn_check;`;

/** Undone acts and withdrawn refunds of them are unknown before. */
const WITHOUT_REINSTATEMENTS = `
  ALTER TABLE refund DISABLE TRIGGER refund_figures_fixed;
  UPDATE refund SET kind = 'OVERPAYMENT' WHERE status = 'WITHDRAWN' AND kind NOT IN ('AGENT', 'SUSPENSE', 'OVERPAYMENT');
  ALTER TABLE refund ENABLE TRIGGER refund_figures_fixed;
  ALTER TABLE refund ADD CONSTRAINT refund_withdrawn_check CHECK (status <> 'WITHDRAWN' OR kind IN ('AGENT', 'SUSPENSE', 'OVERPAYMENT'));
  DROP INDEX receipt_restores_key;
  ALTER TABLE receipt DROP COLUMN restores;
  DROP TRIGGER cancellation_reinstated_once ON cancellation;
  DROP TRIGGER cancellation_append_only ON cancellation;
  CREATE TRIGGER cancellation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE cancellation DISABLE TRIGGER cancellation_append_only;
  DELETE FROM cancellation WHERE reinstated_at IS NOT NULL;
  ALTER TABLE cancellation ENABLE TRIGGER cancellation_append_only;
  DROP INDEX cancellation_application_id_idx, cancellation_application_id_key;
  ALTER TABLE cancellation DROP COLUMN reinstated_at;
  ALTER TABLE cancellation ADD CONSTRAINT cancellation_application_id_key UNIQUE (application_id);`;
