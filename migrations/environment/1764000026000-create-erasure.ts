import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the erasure of a person as work that is done in parts (backoffice.25, backoffice.29). The functions are the
 * one way past what keeps history: they set record.erasing while they run, which guards against mistakes, not against
 * intent. Whose and what a part is, the caller decides.
 */
export class CreateErasure1764000026000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION erase_applications, erase_former_states, erase_register, erase_person, erase_values;
      DROP TABLE erasure_application, erasure`);
  }
}

const UP = String.raw`
  -- While it runs the row holds the AFM; when it is done nothing of that stays. party_id is the id that the person had in the register.
  CREATE TABLE erasure (
    party_id bigint NOT NULL,
    state text NOT NULL DEFAULT 'running',
    afm text,
    actor jsonb,
    requested_by text NOT NULL,
    size integer NOT NULL,
    rows_done bigint NOT NULL DEFAULT 0,
    rows_total bigint NOT NULL,
    counts jsonb NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    fault text,
    retry_at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    after bigint NOT NULL DEFAULT 0,
    after_version integer NOT NULL DEFAULT 0,
    CONSTRAINT erasure_pkey PRIMARY KEY (party_id),
    CONSTRAINT erasure_state_check CHECK (state IN ('running', 'done')),
    CONSTRAINT erasure_done_check CHECK ((state = 'done') = (finished_at IS NOT NULL)),
    CONSTRAINT erasure_forgotten_check CHECK (
      (state = 'running') = (afm IS NOT NULL) AND (state = 'running') = (actor IS NOT NULL))
  );
  COMMENT ON TABLE erasure IS
    'The erasure of a person: the remaining work, and at the end only counts. Written by: the erasure of persons.';
  COMMENT ON COLUMN erasure.after IS 'Id of the last application that is done.';
  COMMENT ON COLUMN erasure.after_version IS 'Last version that is done of the next application.';
  CREATE INDEX erasure_running_idx ON erasure (retry_at, party_id) WHERE state = 'running';

  -- The applications that named the person when the work began, in the version that they had then.
  CREATE TABLE erasure_application (
    party_id bigint NOT NULL,
    application_id bigint NOT NULL,
    agent_code text NOT NULL,
    version integer NOT NULL,
    is_own boolean NOT NULL,
    is_named boolean NOT NULL,
    CONSTRAINT erasure_application_pkey PRIMARY KEY (party_id, application_id),
    CONSTRAINT erasure_application_party_id_fkey FOREIGN KEY (party_id) REFERENCES erasure (party_id) ON DELETE CASCADE
  );
  COMMENT ON TABLE erasure_application IS 'An application that an erasure under way has to change. Written by: the erasure of persons.';

  -- Codes, figures and the dates of the insurance stay; every other text, and what tells of a birth, goes. The shape stays, so that it can still be read.
  CREATE FUNCTION erase_values(value jsonb, field text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
  DECLARE
    content text := value #>> '{}';
    is_private boolean := field ~*
      'name|comment|owner|pawner|title|address|city|street|number|phone|mobile|mail|afm|amka|passport|plate|identity|birth|description|ratecode';
  BEGIN
    RETURN CASE jsonb_typeof(value)
      WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, erase_values(item, key)), '{}') FROM jsonb_each(value) AS e(key, item))
      WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_values(item, field) ORDER BY place), '[]')
        FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
      WHEN 'number' THEN CASE WHEN field ~* 'birth' THEN '1900'::jsonb ELSE value END
      WHEN 'string' THEN CASE
        WHEN field = 'afm' THEN '"000000000"'::jsonb
        WHEN content ~ '^\d{4}-\d\d-\d\d(T[0-9:.]+Z?)?$' THEN CASE WHEN field ~* 'birth|identity|licence' THEN '"1900-01-01"'::jsonb ELSE value END
        WHEN NOT is_private AND (field ~* 'code$' AND content ~ '^[0-9A-Za-z-]{1,10}$' OR content ~ '^[0-9A-Z]{1,4}( [0-9A-Z]{1,4})*$') THEN value
        ELSE '"—"'::jsonb END
      ELSE value END;
  END $$;

  -- Erases the persons of the AFM wherever they are named, with fields in which somebody writes freely or names a driver. Other persons have an AFM of their
  -- own and stay.
  CREATE FUNCTION erase_person(value jsonb, wanted text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
  BEGIN
    RETURN CASE jsonb_typeof(value)
      WHEN 'object' THEN CASE
        WHEN value ->> 'afm' = wanted THEN erase_values(value, '')
        WHEN value ? 'afm' THEN value
        ELSE (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key ~* 'comment|description|ratecode|^pawner|^secondowner|^driver' THEN erase_values(item, key) ELSE erase_person(item, wanted) END), '{}') FROM jsonb_each(value) AS e(key, item)) END
      WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_person(item, wanted) ORDER BY place), '[]')
        FROM jsonb_array_elements(value) WITH ORDINALITY AS e(item, place))
      ELSE value END;
  END $$;

  -- Deletes the person of the register, and these agents' records of the AFM: who writes of the AFM from then on writes of somebody new.
  CREATE FUNCTION erase_register(party bigint, agents text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE wanted text;
  BEGIN
    PERFORM set_config('record.erasing', 'on', true);
    SELECT p.afm INTO STRICT wanted FROM party p WHERE p.id = party;
    DELETE FROM staff_message m WHERE m.party_id = party;
    DELETE FROM bonus_malus_registry b WHERE b.afm = wanted;
    DELETE FROM party_version v USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND v.agent_code = r.agent_code AND v.party_id = r.id;
    DELETE FROM party_version v WHERE v.party_id = party AND v.agent_code IS NULL;
    DELETE FROM party_contact c USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND c.agent_code = r.agent_code AND c.party_id = r.id;
    DELETE FROM party_address a USING party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents) AND a.agent_code = r.agent_code AND a.party_id = r.id;
    DELETE FROM party_record r WHERE r.afm = wanted AND r.agent_code = ANY (agents);
    DELETE FROM party p WHERE p.id = party;
    PERFORM set_config('record.erasing', 'off', true);
  END $$;

  -- Erases former states of applications that an erasure lists, and deletes what was printed of those that no longer name the person. Waits for another
  -- erasure of these applications, which adds one more state of each.
  CREATE FUNCTION erase_former_states(party bigint, ids bigint[], above integer, up_to integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    wanted text := (SELECT e.afm FROM erasure e WHERE e.party_id = party);
    named bigint[] := ARRAY(
      SELECT e.application_id FROM erasure_application e WHERE e.party_id = party AND e.application_id = ANY (ids) AND e.is_named);
  BEGIN
    PERFORM set_config('record.erasing', 'on', true);
    PERFORM FROM document d WHERE d.application_id = ANY (named) ORDER BY d.id FOR UPDATE;
    PERFORM FROM application a WHERE a.id = ANY (named) ORDER BY a.id FOR UPDATE;
    DELETE FROM document d USING erasure_application e, application_version v
    WHERE e.party_id = party AND e.application_id = ANY (ids) AND NOT e.is_named AND v.application_id = e.application_id
      AND v.version > above AND v.version <= up_to AND v.version < e.version AND named_afms(v.state) @> jsonb_build_array(wanted)
      AND d.application_id = e.application_id AND d.is_system AND v.valid_from <= d.created_at AND v.valid_until > d.created_at;
    -- Another erasure may have filed a state of an application that names the person; what an agent wrote since names somebody new.
    UPDATE application_version v SET state = v.state || jsonb_build_object('messages', '[]'::jsonb, 'approval', NULL, 'questionnaire',
        CASE WHEN e.is_own THEN erase_values(v.state -> 'questionnaire', '') ELSE erase_person(v.state -> 'questionnaire', wanted) END)
      || CASE WHEN e.is_own OR v.state ->> 'client_afm' = wanted
        THEN jsonb_build_object('client_afm', '000000000', 'client_name', '—', 'plate_no', NULL) ELSE '{}' END
    FROM erasure_application e
    WHERE e.party_id = party AND e.application_id = ANY (ids) AND v.application_id = e.application_id
      AND v.version > above AND v.version <= up_to AND (e.is_named OR v.version < e.version)
      AND (e.is_own OR named_afms(v.state) @> jsonb_build_array(wanted));
    PERFORM set_config('record.erasing', 'off', true);
  END $$;

  -- Erases a person from applications that its erasure lists.
  CREATE FUNCTION erase_applications(party bigint, ids bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    wanted text := (SELECT e.afm FROM erasure e WHERE e.party_id = party);
    named bigint[] := ARRAY(
      SELECT e.application_id FROM erasure_application e WHERE e.party_id = party AND e.application_id = ANY (ids) AND e.is_named);
  BEGIN
    PERFORM set_config('record.erasing', 'on', true);
    PERFORM FROM document d WHERE d.application_id = ANY (named) ORDER BY d.id FOR UPDATE;
    PERFORM FROM application a WHERE a.id = ANY (named) ORDER BY a.id FOR UPDATE;
    -- Whoever pays a refund at this moment sees the erasure, or is seen by it.
    PERFORM FROM refund r WHERE r.application_id = ANY (named) ORDER BY r.id FOR UPDATE;

    DELETE FROM document d WHERE d.application_id = ANY (named);
    UPDATE application a SET (client_afm, client_name, plate_no, questionnaire) = (
        SELECT CASE WHEN is_own THEN '000000000' ELSE a.client_afm END, CASE WHEN is_own THEN '—' ELSE a.client_name END,
          CASE WHEN is_own THEN NULL ELSE a.plate_no END,
          CASE WHEN is_own THEN erase_values(a.questionnaire::jsonb, '') ELSE erase_person(a.questionnaire::jsonb, wanted) END::json
        FROM (SELECT a.client_afm = wanted AS is_own) AS o),
      messages = '[]', approval = NULL
    WHERE a.id = ANY (named);
    UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (named) AND t.reason IS NOT NULL;
    UPDATE staff_message m SET text = '{"el": "—", "en": "—"}' WHERE m.application_id = ANY (named);
    UPDATE application_note n SET text = '—' WHERE n.application_id = ANY (named);
    UPDATE payout p SET return_reason = '—' FROM refund r
    WHERE r.application_id = ANY (named) AND p.refund_id = r.id AND p.return_reason IS NOT NULL;
    -- Money that came back since is owed still: its account goes with the payment (money.60).
    UPDATE refund r SET iban = NULL, iban_shown = NULL, holder = NULL, version = r.version + 1
    WHERE r.application_id = ANY (named) AND r.holder IS NOT NULL AND r.status NOT IN ('OWED', 'PREPARED');
    UPDATE gateway.audit_entry e SET details = e.details - ARRAY['reason', 'messages', 'terms']
    WHERE e.subject_type = 'application' AND e.environment = current_schema() AND e.subject_id IN (SELECT id::text FROM unnest(named) AS id);
    PERFORM set_config('record.erasing', 'off', true);
  END $$;`;
