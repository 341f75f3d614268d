import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates what happens to an agent's business, as events for its program. An event is a row of the transaction of its
 * fact, written by the tables that hold the fact, so that no writer can forget it. Once that transaction and all before
 * it have ended, the event gets its position in the feed.
 */
export class CreateEvents1764000023000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION delete_events;
      DROP FUNCTION note_transition_events, note_receipt_events, note_document_event, note_service_request_event CASCADE;
      DROP TABLE event_epoch, event_position, event`);
  }
}

const UP = `
  -- An id may be given again after the restore of a backup; the nonce tells it from the former one. Events are appended in the order of time, so a few
  -- bytes for each megabyte of them find a period.
  CREATE TABLE event (
    id bigint GENERATED ALWAYS AS IDENTITY,
    nonce bigint NOT NULL DEFAULT floor(random() * 1000000000),
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    type text NOT NULL,
    at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    agent_code text NOT NULL,
    data json NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (id),
    CONSTRAINT event_type_check CHECK (type IN ('application.status_changed', 'underwriting.decided', 'policy.issued', 'policy.renewed',
      'policy.lapsed', 'policy.cancelled', 'policy.expired', 'receipt.created', 'receipt.paid', 'receipt.cancelled', 'document.created',
      'service_request.updated', 'clock.ready'))
  );
  COMMENT ON TABLE event IS
    'Something that happened to an agent''s business. Written by: triggers of transitions, receipts, documents, service requests and agents'' clocks.';
  COMMENT ON COLUMN event.nonce IS 'Distinguishes it from an event that had the same id before a backup was restored.';
  COMMENT ON COLUMN event.transaction_id IS 'Tells the publisher whether an earlier event may still be committed.';
  COMMENT ON COLUMN event.at IS 'Time of the fact.';
  COMMENT ON COLUMN event.recorded_at IS 'Real time.';
  CREATE INDEX event_transaction_id_idx ON event (transaction_id);
  CREATE INDEX event_recorded_at_idx ON event USING brin (recorded_at);
  CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- No foreign key: it would lock, and so write, each event again. Nothing but delete_events deletes events, with their positions.
  CREATE TABLE event_position (
    position bigint NOT NULL,
    event_id bigint NOT NULL,
    agent_code text NOT NULL,
    CONSTRAINT event_position_pkey PRIMARY KEY (position),
    CONSTRAINT event_position_event_id_key UNIQUE (event_id)
  );
  COMMENT ON TABLE event_position IS
    'The place of an event in the feed. Positions have no gaps, except after the reset of an agent of the sandbox. Written by: the publisher of events.';
  COMMENT ON COLUMN event_position.event_id IS 'Deleted together with the event.';
  CREATE INDEX event_position_agent_code_position_idx ON event_position (agent_code, position);
  CREATE TRIGGER event_position_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_position
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE event_epoch (
    id integer GENERATED ALWAYS AS IDENTITY,
    code text NOT NULL DEFAULT substr(gen_random_uuid()::text, 1, 8),
    origin text NOT NULL,
    opened_after bigint NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_position bigint NOT NULL,
    horizon xid8 NOT NULL,
    first_left_id bigint,
    aged_until bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_epoch_pkey PRIMARY KEY (id),
    CONSTRAINT event_epoch_code_key UNIQUE (code),
    CONSTRAINT event_epoch_last_position_check CHECK (last_position >= opened_after)
  );
  COMMENT ON TABLE event_epoch IS
    'A history of the database. A restored or promoted one begins a new epoch; the latest says how far events are published. Written by: the publisher of events.';
  COMMENT ON COLUMN event_epoch.origin IS 'Cluster, timeline and database.';
  COMMENT ON COLUMN event_epoch.aged_until IS 'Position up to which events were deleted by their age.';
  COMMENT ON COLUMN event_epoch.horizon IS 'Transaction before which none is under way.';
  COMMENT ON COLUMN event_epoch.first_left_id IS 'First event that may be unpublished; null if all are published.';
  INSERT INTO event_epoch (origin, opened_after, last_position, horizon) VALUES ('', 0, 0, '0');

  -- The application is read as the whole statement leaves it. The event of a decision tells its terms (events.2).
  CREATE FUNCTION note_transition_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$;
  CREATE TRIGGER status_transition_note_event AFTER INSERT ON status_transition
    FOR EACH ROW EXECUTE FUNCTION note_transition_events();

  -- A receipt that is paid from the start gives two events.
  CREATE FUNCTION note_receipt_events() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz := coalesce(NEW.changed_at, clock_timestamp());
    agent text := (SELECT agent_code FROM application WHERE id = NEW.application_id);
    data json := json_build_object('application_id', NEW.application_id, 'receipt_no', NEW.receipt_no, 'instalment_no', NEW.instalment_no,
      'gross', NEW.gross, 'due_date', NEW.due_date);
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO event (type, at, agent_code, data) VALUES ('receipt.created', moment, agent, data);
    END IF;
    IF NEW.status IN ('PAID', 'CANCELLED') THEN
      INSERT INTO event (type, at, agent_code, data) VALUES ('receipt.' || lower(NEW.status), moment, agent, data);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER receipt_note_event AFTER INSERT ON receipt FOR EACH ROW EXECUTE FUNCTION note_receipt_events();
  CREATE TRIGGER receipt_note_change AFTER UPDATE OF status ON receipt
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION note_receipt_events();

  CREATE FUNCTION note_document_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'document.created', coalesce(NEW.changed_at, clock_timestamp()), a.agent_code, json_build_object('application_id', NEW.application_id,
      'document_id', NEW.id, 'category', NEW.category_id, 'status', NEW.scan)
    FROM application a WHERE a.id = NEW.application_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER document_note_event AFTER INSERT ON document FOR EACH ROW EXECUTE FUNCTION note_document_event();
  CREATE TRIGGER document_note_infection AFTER UPDATE OF scan ON document
    FOR EACH ROW WHEN (NEW.scan = 'infected' AND OLD.scan <> 'infected') EXECUTE FUNCTION note_document_event();

  -- The history of a request has a row for each answer and for its end; an erasure rewrites such rows and adds none.
  CREATE FUNCTION note_service_request_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'service_request.updated', NEW.at, r.agent_code, json_build_object('service_request_id', r.number, 'status', NEW.status)
    FROM service_request r WHERE r.id = NEW.service_request_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER service_request_event_note_event AFTER INSERT ON service_request_event
    FOR EACH ROW EXECUTE FUNCTION note_service_request_event();

  -- Deletes the oldest published events, up to a number, and returns how many. It also marks up to which position events were deleted by their age: a reset
  -- of an agent deletes events of any age, and a cursor of another agent is not too old for that (events.7).
  CREATE FUNCTION delete_events(recorded_before timestamptz, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    deleted integer;
  BEGIN
    PERFORM set_config('record.erasing', 'on', true);
    WITH oldest AS (
      SELECT p.position, e.id, e.recorded_at FROM event_position p JOIN event e ON e.id = p.event_id ORDER BY p.position LIMIT most),
    unplaced AS (DELETE FROM event_position WHERE position IN (SELECT position FROM oldest WHERE recorded_at < recorded_before)),
      marked AS (
        UPDATE event_epoch SET aged_until = o.last
        FROM (
          SELECT max(position) AS last FROM oldest
          WHERE recorded_at < recorded_before
            AND NOT EXISTS (SELECT FROM oldest k WHERE k.recorded_at >= recorded_before AND k.position < oldest.position)) AS o
        WHERE id = (SELECT max(id) FROM event_epoch) AND o.last > aged_until)
    DELETE FROM event WHERE id IN (SELECT id FROM oldest WHERE recorded_at < recorded_before);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    PERFORM set_config('record.erasing', '', true);
    RETURN deleted;
  END $$;`;
