import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues, exemptFromCheck, restoreCheck } from '../allowed-values.js';
import { replaceInFunction, type Replacements } from '../functions.js';

const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const ADDED_EVENTS = ['amendment.status_changed', 'policy.changed'];
const RECEIPT_KINDS = { table: 'receipt', column: 'kind', constraint: 'receipt_kind_check' };
const REFUND_KINDS = { table: 'refund', column: 'kind', constraint: 'refund_kind_check' };
const REVERSES = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_reverses_check' };
const RECEIPTS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_receipt_check' };
const TRANSACTION_KINDS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };

/** Adds amendments, which change a policy while it runs, and the segments of its term that result from them. */
export class CreateAmendments1764000050000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, EVENTS, ADDED_EVENTS);
    await allowValues(runner, RECEIPT_KINDS, ['ENDORSEMENT']);
    await allowValues(runner, REFUND_KINDS, ['AMENDMENT']);
    await allowValues(runner, TRANSACTION_KINDS, ['AMENDMENT_PAYMENT']);
    // The refund of an amendment belongs to no single payment.
    await exemptFromCheck(runner, REVERSES, ['REFUND'], 'true');
    await exemptFromCheck(runner, RECEIPTS, ['AMENDMENT_PAYMENT'], 'receipt_no IS NULL');
    await runner.query(UP);
    await replaceInFunction(runner, 'note_transition_events', TRANSITION_EVENTS);
    await replaceInFunction(runner, 'erase_applications', ERASURES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceInFunction(runner, 'erase_applications', undo(ERASURES));
    await replaceInFunction(runner, 'note_transition_events', undo(TRANSITION_EVENTS));
    await runner.query(DOWN);
    await restoreCheck(runner, RECEIPTS);
    await restoreCheck(runner, REVERSES);
    await disallowValues(runner, TRANSACTION_KINDS, ['AMENDMENT_PAYMENT']);
    await disallowValues(runner, REFUND_KINDS, ['AMENDMENT']);
    await disallowValues(runner, RECEIPT_KINDS, ['ENDORSEMENT']);
    await disallowValues(runner, EVENTS, ADDED_EVENTS);
  }
}

function undo(replacements: Replacements): Replacements {
  return replacements.map(([before, after]) => [after, before]);
}

const TRANSITION_EVENTS: Replacements = [
  [
    `    IF NEW.action = 'reinstate' THEN`,
    `    IF NEW.action IN ('amend', 'reverse_amendment') THEN
      INSERT INTO event (type, at, agent_code, data)
      SELECT 'policy.changed', NEW.at, a.agent_code, json_build_object('application_id', a.id, 'policy_no', a.policy_no, 'amendment_no', m.amendment_no,
        'effective_date', m.effective_date, 'kind', m.kind, 'status', m.status)
      FROM amendment m WHERE m.application_id = a.id AND m.amendment_no::text = NEW.reason;
    END IF;
    IF NEW.action = 'reinstate' THEN`,
  ],
];

const ERASURES: Replacements = [
  [
    `    UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (named) AND t.reason IS NOT NULL;`,
    `    UPDATE contract_segment s SET questionnaire =
        CASE WHEN a.client_afm IN (wanted, '000000000') THEN erase_values(s.questionnaire::jsonb, '') ELSE erase_person(s.questionnaire::jsonb, wanted) END::json
    FROM application a WHERE a.id = s.application_id AND s.application_id = ANY (named) AND s.questionnaire IS NOT NULL;
    UPDATE amendment m SET reason = '—', messages = '[]', approval = NULL, outcome = outcome - 'changes' || '{"conflicts": []}', instructions = (
      SELECT coalesce(jsonb_agg(CASE WHEN NOT i ? 'value' THEN i ELSE i || jsonb_build_object('value',
        CASE WHEN a.client_afm IN (wanted, '000000000') OR i ->> 'path' ~ '^(insured|driver|secondOwner|pawner|comments)|co-owners'
        THEN erase_values(i -> 'value', regexp_replace(i ->> 'path', '.*\\.', '')) ELSE erase_person(i -> 'value', wanted) END) END ORDER BY place), '[]')
      FROM jsonb_array_elements(m.instructions) WITH ORDINALITY AS e(i, place))
    FROM application a WHERE a.id = m.application_id AND m.application_id = ANY (named);
    UPDATE amendment_transition t SET reason = NULL FROM amendment m
    WHERE m.id = t.amendment_id AND m.application_id = ANY (named) AND t.reason IS NOT NULL;
    UPDATE status_transition t SET reason = NULL WHERE t.application_id = ANY (named) AND t.reason IS NOT NULL;`,
  ],
];

const UP = `
  CREATE TABLE amendment (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    amendment_no smallint NOT NULL,
    agent_code text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    effective_date date NOT NULL,
    received_on date,
    reason text NOT NULL,
    instructions jsonb NOT NULL,
    is_loss_unknown boolean NOT NULL DEFAULT false,
    resolutions jsonb NOT NULL DEFAULT '[]',
    outcome jsonb,
    messages jsonb NOT NULL DEFAULT '[]',
    approval jsonb,
    reinstates smallint,
    base_issue smallint NOT NULL,
    pay_by timestamptz,
    payment_code text,
    issue_no smallint,
    issued_at timestamptz,
    reversed_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT amendment_pkey PRIMARY KEY (id),
    CONSTRAINT amendment_application_id_amendment_no_key UNIQUE (application_id, amendment_no),
    CONSTRAINT amendment_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT amendment_amendment_no_check CHECK (amendment_no BETWEEN 1 AND 999),
    CONSTRAINT amendment_kind_check CHECK (kind IN ('CHANGE', 'REPLACEMENT', 'CLAUSE', 'CORRECTION', 'SUCCESSION', 'SUSPENSION', 'REACTIVATION')),
    CONSTRAINT amendment_status_check CHECK (status IN ('00', '25', '01', '30', '11', '31', '45', '02', '50', '70')),
    CONSTRAINT amendment_prepay_check CHECK (status <> '45' OR (pay_by IS NOT NULL AND payment_code IS NOT NULL)),
    CONSTRAINT amendment_issued_check CHECK ((status IN ('50', '70')) = (issued_at IS NOT NULL) AND (issued_at IS NULL) = (issue_no IS NULL)),
    CONSTRAINT amendment_reversed_check CHECK ((status = '70') = (reversed_at IS NOT NULL))
  );
  COMMENT ON TABLE amendment IS 'A change of a policy while it runs: what was asked, what it costs, and its status. Written by: amendments.';
  COMMENT ON COLUMN amendment.amendment_no IS 'Number of the act within its policy.';
  COMMENT ON COLUMN amendment.instructions IS 'Changed paths of the questionnaire with their values.';
  COMMENT ON COLUMN amendment.is_loss_unknown IS 'Whether the policyholder declared that no loss is known.';
  COMMENT ON COLUMN amendment.resolutions IS 'Choices of staff where a later amendment changed the same path.';
  COMMENT ON COLUMN amendment.outcome IS 'Difference of premium by period and cover, as last calculated.';
  COMMENT ON COLUMN amendment.reinstates IS 'Number of the reversed amendment that it puts in effect again.';
  COMMENT ON COLUMN amendment.base_issue IS 'State of the contract on which it was last calculated.';
  COMMENT ON COLUMN amendment.issue_no IS 'Position among the issued amendments of the policy.';
  CREATE UNIQUE INDEX amendment_application_id_issue_no_key ON amendment (application_id, issue_no) WHERE issue_no IS NOT NULL;
  -- One at a time is with underwriting or awaits its payment.
  CREATE UNIQUE INDEX amendment_under_way_key ON amendment (application_id) WHERE status IN ('30', '11', '45');
  CREATE UNIQUE INDEX amendment_reinstates_key ON amendment (application_id, reinstates) WHERE reinstates IS NOT NULL AND status NOT IN ('02', '70');
  CREATE INDEX amendment_pay_by_idx ON amendment (pay_by) WHERE status = '45';
  CREATE INDEX amendment_agent_code_idx ON amendment (agent_code, id);

  CREATE TABLE amendment_transition (
    id bigint GENERATED ALWAYS AS IDENTITY,
    amendment_id bigint NOT NULL,
    from_status text,
    to_status text NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    actor_name text NOT NULL,
    reason text,
    at timestamptz NOT NULL,
    CONSTRAINT amendment_transition_pkey PRIMARY KEY (id),
    CONSTRAINT amendment_transition_amendment_id_fkey FOREIGN KEY (amendment_id) REFERENCES amendment (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE amendment_transition IS 'A change of the status of an amendment: who, when, why. Written by: every transition of an amendment.';
  CREATE INDEX amendment_transition_amendment_id_idx ON amendment_transition (amendment_id, id);

  CREATE FUNCTION note_amendment_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO event (type, at, agent_code, data)
    SELECT 'amendment.status_changed', NEW.at, m.agent_code, json_build_object('application_id', m.application_id, 'amendment_no', m.amendment_no,
      'kind', m.kind, 'from', NEW.from_status, 'to', NEW.to_status, 'action', NEW.action, 'actor', NEW.actor)
    FROM amendment m WHERE m.id = NEW.amendment_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER amendment_transition_note_event AFTER INSERT ON amendment_transition FOR EACH ROW EXECUTE FUNCTION note_amendment_event();

  -- An amendment of a policy that ended can no longer be issued.
  CREATE FUNCTION close_amendments() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH closed AS (
      UPDATE amendment m SET status = '02', version = m.version + 1, pay_by = NULL, updated_at = NEW.updated_at
      FROM amendment was WHERE was.id = m.id AND m.application_id = NEW.id AND m.status IN ('00', '25', '01', '30', '11', '31', '45')
      RETURNING m.id, was.status)
    INSERT INTO amendment_transition (amendment_id, from_status, to_status, action, actor, actor_name, reason, at)
    SELECT id, status, '02', 'cancel', NEW.updated_by ->> 'actor', NEW.updated_by ->> 'actorName', 'POLICY_ENDED', NEW.updated_at FROM closed;
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_close_amendments AFTER UPDATE OF status ON application
    FOR EACH ROW WHEN (OLD.status IN ('50', '55') AND NEW.status IN ('60', '65', '70')) EXECUTE FUNCTION close_amendments();

  CREATE TABLE contract_segment (
    id bigint GENERATED ALWAYS AS IDENTITY,
    application_id bigint NOT NULL,
    from_date date NOT NULL,
    to_date date NOT NULL,
    questionnaire json,
    price json,
    enfia_eligible boolean[],
    amendment_ids bigint[] NOT NULL DEFAULT '{}',
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    CONSTRAINT contract_segment_pkey PRIMARY KEY (id),
    CONSTRAINT contract_segment_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT contract_segment_dates_check CHECK (from_date < to_date),
    CONSTRAINT contract_segment_content_check CHECK (num_nonnulls(questionnaire, price, enfia_eligible) IN (0, 3)),
    CONSTRAINT contract_segment_period_excl EXCLUDE USING gist (application_id WITH =, daterange(from_date, to_date) WITH &&) WHERE (known_until IS NULL)
  );
  COMMENT ON TABLE contract_segment IS
    'A stretch of the term of a policy with one questionnaire and price. Written by: a trigger of application at the issue; amendments.';
  COMMENT ON COLUMN contract_segment.questionnaire IS 'Null until the first amendment: the contract of the whole term is that of the application.';
  COMMENT ON COLUMN contract_segment.amendment_ids IS 'Amendments that it contains.';
  COMMENT ON COLUMN contract_segment.known_until IS 'Time at which an amendment replaced it; null for the present segments.';
  CREATE INDEX contract_segment_application_id_idx ON contract_segment (application_id, from_date);

  CREATE FUNCTION open_contract_segment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO contract_segment (application_id, from_date, to_date, known_from) VALUES (NEW.id, NEW.start_date, NEW.end_date, NEW.updated_at);
    RETURN NULL;
  END $$;
  CREATE TRIGGER application_open_segment AFTER UPDATE OF status ON application
    FOR EACH ROW WHEN (NEW.status = '50' AND OLD.status NOT IN ('50', '55', '60', '65', '70')) EXECUTE FUNCTION open_contract_segment();
  INSERT INTO contract_segment (application_id, from_date, to_date, known_from)
  SELECT id, start_date, end_date, coalesce((
    SELECT min(t.at) FROM status_transition t WHERE t.application_id = a.id AND t.to_status = '50'), created_at)
  FROM application a WHERE status IN ('50', '55', '60', '65', '70');

  ALTER TABLE application ADD COLUMN changes_on date;
  COMMENT ON COLUMN application.changes_on IS 'First day of the next segment; null when the present one lasts until the end.';
  CREATE INDEX application_changes_on_idx ON application (changes_on, agent_code) WHERE changes_on IS NOT NULL;

  ALTER TABLE receipt ADD COLUMN amendment_id bigint,
    ADD CONSTRAINT receipt_amendment_id_fkey FOREIGN KEY (amendment_id) REFERENCES amendment (id),
    DROP CONSTRAINT receipt_sign_check, ADD CONSTRAINT receipt_sign_check CHECK (CASE kind WHEN 'ENDORSEMENT' THEN amendment_id IS NOT NULL
      WHEN 'REFUND' THEN greatest(net, fee, tax, levy) <= 0 ELSE least(net, fee, tax, levy) >= 0 END);
  COMMENT ON COLUMN receipt.amendment_id IS 'The amendment whose difference it is of, or that replaced a pending receipt by it.';
  DROP INDEX receipt_application_id_instalment_no_kind_key;
  -- An amendment and its reversal each have receipts of the same instalment.
  CREATE UNIQUE INDEX receipt_application_id_instalment_no_kind_key
    ON receipt (application_id, instalment_no, kind, amendment_id, (CASE WHEN status = 'CANCELLED' OR kind = 'ENDORSEMENT' THEN receipt_no END)) NULLS NOT DISTINCT;
  CREATE INDEX receipt_amendment_id_idx ON receipt (amendment_id) WHERE amendment_id IS NOT NULL;

  ALTER TABLE refund DROP CONSTRAINT refund_receipt_check, ADD CONSTRAINT refund_receipt_check CHECK ((kind IN ('CANCELLATION', 'AMENDMENT')) = (receipt_no IS NOT NULL));`;

const DOWN = `
  ALTER TABLE refund DROP CONSTRAINT refund_receipt_check, ADD CONSTRAINT refund_receipt_check CHECK ((kind = 'CANCELLATION') = (receipt_no IS NOT NULL));
  DROP INDEX receipt_amendment_id_idx, receipt_application_id_instalment_no_kind_key;
  CREATE UNIQUE INDEX receipt_application_id_instalment_no_kind_key
    ON receipt (application_id, instalment_no, kind, (CASE WHEN status = 'CANCELLED' THEN receipt_no END)) NULLS NOT DISTINCT;
  ALTER TABLE receipt DROP CONSTRAINT receipt_sign_check, DROP COLUMN amendment_id,
    ADD CONSTRAINT receipt_sign_check CHECK (CASE WHEN kind = 'REFUND' THEN greatest(net, fee, tax, levy) <= 0 ELSE least(net, fee, tax, levy) >= 0 END);
  DROP TRIGGER application_open_segment ON application;
  DROP TRIGGER application_close_amendments ON application;
  DROP INDEX application_changes_on_idx;
  ALTER TABLE application DROP COLUMN changes_on;
  DROP TABLE contract_segment, amendment_transition, amendment;
  DROP FUNCTION open_contract_segment, close_amendments, note_amendment_event;`;
