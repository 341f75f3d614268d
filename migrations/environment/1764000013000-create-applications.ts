import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates applications and policies, one row for both, with their transitions and previous versions. */
export class CreateApplications1764000013000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE application_version, status_transition, application;
      DROP FUNCTION named_afms, other_afms, keep_application_version;
      DROP SEQUENCE risk_item_id_seq`);
  }
}

const UP = String.raw`
  CREATE SEQUENCE application_id_seq MAXVALUE 9999999999;
  CREATE SEQUENCE risk_item_id_seq INCREMENT BY 100;

  -- Questionnaire and price are returned as they were written, in the order of their fields: json instead of jsonb. What is searched or added up has
  -- columns of its own.
  CREATE TABLE application (
    id bigint NOT NULL DEFAULT nextval('application_id_seq'),
    line text NOT NULL,
    application_no text NOT NULL,
    policy_no text,
    status text NOT NULL,
    agent_code text NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    issue_date date,
    pay_frequency_months smallint NOT NULL,
    client_afm text NOT NULL,
    client_name text NOT NULL,
    client_search text NOT NULL GENERATED ALWAYS AS (fold_name(client_name)) STORED,
    plate_no text,
    questionnaire json NOT NULL,
    price json,
    enfia_eligible boolean[] NOT NULL DEFAULT '{}',
    messages jsonb NOT NULL DEFAULT '[]',
    net numeric(14,2),
    fee numeric(14,2),
    tax numeric(14,2),
    levy numeric(14,2),
    gross numeric(14,2),
    tariff_code text,
    tariff_version integer,
    calculated_at timestamptz NOT NULL,
    pay_by timestamptz,
    payment_code text,
    policy_document_id bigint,
    last_receipt jsonb,
    version integer NOT NULL DEFAULT 1,
    last_action text NOT NULL,
    updated_by jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    approval json,
    accept_by timestamptz,
    accepted_at timestamptz,
    renewal_of bigint,
    renewed_by bigint,
    CONSTRAINT application_pkey PRIMARY KEY (id),
    CONSTRAINT application_application_no_key UNIQUE (application_no),
    CONSTRAINT application_policy_no_key UNIQUE (policy_no),
    CONSTRAINT application_id_check CHECK (id BETWEEN 1 AND 9999999999),
    CONSTRAINT application_line_check CHECK (line IN ('fire', 'motor')),
    CONSTRAINT application_status_check CHECK (status IN ('00', '01', '02', '11', '12', '25', '30', '31', '39', '45', '50', '55', '60', '65', '70')),
    CONSTRAINT application_dates_check CHECK (end_date > start_date),
    CONSTRAINT application_frequency_check CHECK (pay_frequency_months IN (3, 6, 12)),
    CONSTRAINT application_version_check CHECK (version > 0),
    CONSTRAINT application_price_check CHECK ((price IS NULL) = (gross IS NULL) AND (price IS NULL) = (tariff_version IS NULL)),
    CONSTRAINT application_unpriced_check CHECK (status <> '00' OR price IS NULL),
    CONSTRAINT application_priced_check CHECK (status NOT IN ('25', '01', '30', '11', '39', '12', '45', '50', '55', '60', '65', '70') OR price IS NOT NULL),
    CONSTRAINT application_prepay_check CHECK (status <> '45' OR (policy_no IS NOT NULL AND pay_by IS NOT NULL)),
    CONSTRAINT application_issued_check CHECK (status NOT IN ('50', '55', '60', '65', '70') OR (policy_no IS NOT NULL AND issue_date IS NOT NULL)),
    CONSTRAINT application_accept_by_check CHECK (status NOT IN ('39', '12') OR accept_by IS NOT NULL),
    CONSTRAINT application_renewal_of_fkey FOREIGN KEY (renewal_of) REFERENCES application (id),
    CONSTRAINT application_renewed_by_fkey FOREIGN KEY (renewed_by) REFERENCES application (id)
  );
  COMMENT ON TABLE application IS 'An application and, once issued, the policy: its present state. Written by: every transition of an application.';
  COMMENT ON COLUMN application.questionnaire IS 'Fields in the order in which they were sent.';
  ALTER SEQUENCE application_id_seq OWNED BY application.id;

  -- An agent's lists, newest first. The folded names beside the key let a search by part of a name that many have read the index alone; the trigrams are
  -- for a part that few have.
  CREATE INDEX application_agent_code_line_id_idx ON application (agent_code, line, id DESC) INCLUDE (client_search);
  CREATE INDEX application_client_search_idx ON application USING gin (client_search public.gin_trgm_ops);
  CREATE INDEX application_application_no_idx ON application (application_no text_pattern_ops, id);
  CREATE INDEX application_policy_no_idx ON application (policy_no text_pattern_ops, id) WHERE policy_no IS NOT NULL;
  CREATE INDEX application_client_afm_idx ON application (client_afm);
  CREATE INDEX application_plate_no_idx ON application (plate_no) WHERE plate_no IS NOT NULL;
  CREATE UNIQUE INDEX application_renewal_of_key ON application (renewal_of) WHERE renewal_of IS NOT NULL AND status NOT IN ('02', '70');

  -- What becomes due.
  CREATE INDEX application_pay_by_idx ON application (pay_by) WHERE status = '45';
  CREATE INDEX application_accept_by_idx ON application (accept_by) WHERE status IN ('39', '12');
  CREATE INDEX application_end_date_idx ON application (end_date, agent_code) WHERE status IN ('50', '55');

  -- Lists of staff, of every agent (backoffice.14). None is of a name or of JSON, which would cost an insert most; none is of the last change, because each
  -- update would have to write all indexes then.
  CREATE INDEX application_status_id_idx ON application (status, id);
  CREATE INDEX application_created_at_id_idx ON application (created_at, id);
  CREATE INDEX application_start_date_id_idx ON application (start_date, id);
  CREATE INDEX application_end_date_id_idx ON application (end_date, id);
  CREATE INDEX application_gross_id_idx ON application (gross NULLS FIRST, id);

  -- Persons that an application names beside its client. Every line calls the AFM of a person afm; a quote within a text is written \", so no text looks like a
  -- field. Most name nobody else, which is found without a pattern.
  CREATE FUNCTION other_afms(questionnaire json, client_afm text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF strpos(replace(questionnaire::text, '"afm":"' || client_afm || '"', ''), '"afm"') = 0 THEN
      RETURN NULL;
    END IF;
    RETURN (
      SELECT array_agg(DISTINCT hit[1]) FROM regexp_matches(questionnaire::text, '"afm" ?: ?"([0-9]{9})"', 'g') AS hit
      WHERE hit[1] <> client_afm
    );
  END $$;
  CREATE INDEX application_other_afms_idx ON application USING gin (other_afms(questionnaire, client_afm))
    WHERE other_afms(questionnaire, client_afm) IS NOT NULL;

  CREATE TABLE status_transition (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    from_status text,
    to_status text NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    actor_name text NOT NULL,
    key_prefix text,
    agent_code text,
    reason text,
    at timestamptz NOT NULL,
    CONSTRAINT status_transition_pkey PRIMARY KEY (id),
    CONSTRAINT status_transition_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id)
  );
  COMMENT ON TABLE status_transition IS 'A change of the status of an application: who, when, why. Written by: every transition of an application.';
  CREATE INDEX status_transition_application_id_idx ON status_transition (application_id, id);
  -- What reports find by its time. Neither an insert, an update, a charge nor a renewal writes one of these.
  CREATE INDEX status_transition_reported_idx ON status_transition (at, id)
    WHERE action IN ('approve', 'return', 'request_documents', 'decline', 'cancel_mid_term', 'lapse');
  CREATE TRIGGER status_transition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON status_transition
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE application_version (
    application_id bigint NOT NULL,
    version integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz NOT NULL,
    state jsonb NOT NULL,
    CONSTRAINT application_version_pkey PRIMARY KEY (application_id, version),
    CONSTRAINT application_version_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id)
  );
  COMMENT ON TABLE application_version IS 'A previous state of an application. Written by: a trigger of application.';
  CREATE TRIGGER application_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON application_version
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- The table stores the former state itself, so that no writer can forget it. What is erased is not kept as a former state.
  CREATE FUNCTION keep_application_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.version <> OLD.version + 1 THEN
      RAISE EXCEPTION 'application %: version % cannot follow %', OLD.id, NEW.version, OLD.version;
    END IF;
    INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
    VALUES (OLD.id, OLD.version, OLD.updated_at, NEW.updated_at, to_jsonb(OLD) - 'client_search');
    RETURN NEW;
  END $$;
  CREATE TRIGGER application_keep_version BEFORE UPDATE ON application
    FOR EACH ROW WHEN (current_setting('record.erasing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION keep_application_version();

  CREATE FUNCTION named_afms(state jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_path_query_array(state, 'lax $.questionnaire.**.afm');
  CREATE INDEX application_version_named_afms_idx ON application_version USING gin (named_afms(state) jsonb_path_ops) WITH (fastupdate = off);`;
