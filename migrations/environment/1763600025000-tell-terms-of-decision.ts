import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An approval is of the application as the statement leaves it; other decisions have no terms. */
const TERMS = `, 'outcome', CASE WHEN NEW.action = 'approve' AND a.approval ->> 'terms' IS NOT NULL THEN 'approve_with_terms' ELSE NEW.action END,
          'loading_percent', CASE WHEN NEW.action = 'approve' THEN (a.approval -> 'terms' ->> 'loadingPercent')::numeric END,
          'deductible', CASE WHEN NEW.action = 'approve' THEN (a.approval -> 'terms' ->> 'deductible')::numeric END,
          'excluded_covers', CASE WHEN NEW.action = 'approve' THEN coalesce(json_array_length(a.approval -> 'terms' -> 'excludedCovers'), 0) ELSE 0 END`;

/** The event of a decision tells its terms (events.2). */
export class TellTermsOfDecision1763600025000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteTransitions(TERMS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteTransitions(''));
  }
}

function noteTransitions(terms: string): string {
  return `
    CREATE OR REPLACE FUNCTION note_transition_events() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      a record;
      moves boolean := NEW.from_status IS DISTINCT FROM NEW.to_status;
      ending text := CASE
        WHEN moves AND NEW.to_status = '70' AND NEW.actor = 'clock' THEN 'policy.lapsed'
        WHEN moves AND NEW.to_status = '70' AND NEW.actor = 'staff' THEN 'policy.cancelled'
        WHEN moves AND NEW.to_status = '60' THEN 'policy.expired' END;
    BEGIN
      SELECT id, agent_code, application_no, line, policy_no, renewal_of, version, approval INTO STRICT a FROM application WHERE id = NEW.application_id;
      INSERT INTO event (type, at, agent_code, data)
      VALUES ('application.status_changed', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'application_no', a.application_no,
        'line', a.line, 'from', NEW.from_status, 'to', NEW.to_status, 'action', NEW.action, 'actor', NEW.actor, 'version', a.version));
      IF NEW.action IN ('approve', 'return', 'request_documents', 'decline') THEN
        INSERT INTO event (type, at, agent_code, data)
        VALUES ('underwriting.decided', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'decision', NEW.action${terms}));
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
    END $$`;
}
