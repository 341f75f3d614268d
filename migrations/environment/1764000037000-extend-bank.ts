import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';
import { isSandbox } from '../schema.js';

const TRANSACTIONS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };
const EVENTS = { table: 'event', column: 'type', constraint: 'event_type_check' };
const RESOLUTIONS = { table: 'suspense_item', column: 'resolution', constraint: 'suspense_item_resolution_check' };

/** Adds the actions that wait for a second person, and the reversal of bookings. */
export class ExtendBank1764000037000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await allowValues(runner, TRANSACTIONS, ['REVERSAL']);
    await allowValues(runner, EVENTS, ['receipt.reopened']);
    await allowValues(runner, RESOLUTIONS, ['REVERSED']);
    await replaceCheck(runner, 'ledger_transaction_receipt_check', (check) => `kind = 'REVERSAL' OR ${check}`);
    await replaceCheck(
      runner,
      'ledger_transaction_reverses_check',
      (check) => `CASE WHEN kind = 'REVERSAL' THEN reverses IS NOT NULL ELSE ${check} END`,
    );
    await runner.query(REVERSALS);
    await replaceInFunction(runner, 'open_charges', OPEN_CHARGES);
    await replaceInFunction(runner, 'note_receipt_events', RECEIPT_EVENTS);
    if (!(await isSandbox(runner))) return;
    await runner.query(SANDBOX);
    await replaceInFunction(runner, 'delete_bookings', DELETED_BOOKINGS);
    await replaceInFunction(runner, 'take_off_debits', TAKEN_DEBITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    const undo = (pairs: Pairs): Pairs => pairs.map(([before, after]) => [after, before]);
    if (await isSandbox(runner)) {
      await replaceInFunction(runner, 'take_off_debits', undo(TAKEN_DEBITS));
      await replaceInFunction(runner, 'delete_bookings', undo(DELETED_BOOKINGS));
    }
    await replaceInFunction(runner, 'note_receipt_events', undo(RECEIPT_EVENTS));
    await replaceInFunction(runner, 'open_charges', undo(OPEN_CHARGES));
    await runner.query(DOWN);
    await replaceCheck(runner, 'ledger_transaction_reverses_check', (check) => /\bELSE ([^]*) END\)*$/.exec(check)?.[1] ?? check);
    await replaceCheck(
      runner,
      'ledger_transaction_receipt_check',
      (check) => /'REVERSAL'::text\) OR\s+([^]*END)\)*$/.exec(check)?.[1] ?? check,
    );
    await disallowValues(runner, RESOLUTIONS, ['REVERSED']);
    await disallowValues(runner, EVENTS, ['receipt.reopened']);
    await disallowValues(runner, TRANSACTIONS, ['REVERSAL']);
    await runner.query(`
      DROP FUNCTION IF EXISTS reset_pending_actions;
      DROP TABLE pending_action;
      DROP FUNCTION refuse_second_decision;
      DELETE FROM setting WHERE key = 'secondPersonAbove'`);
  }
}

type Pairs = readonly (readonly [before: string, after: string])[];

/** Changes places of a function and keeps what other migrations changed in it. */
async function replaceInFunction(runner: QueryRunner, name: string, pairs: Pairs): Promise<void> {
  const [row] = (await runner.query(`SELECT pg_get_functiondef($1::regproc) AS text`, [name])) as { text: string }[];
  let text = row?.text ?? '';
  for (const [before, after] of pairs) {
    if (!text.includes(before)) throw new Error(`The function ${name} does not contain: ${before}`);
    text = text.replaceAll(before, after);
  }
  await runner.query(text);
}

async function replaceCheck(runner: QueryRunner, constraint: string, change: (check: string) => string): Promise<void> {
  const [row] = (await runner.query(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'ledger_transaction'::regclass AND conname = $1`,
    [constraint],
  )) as { definition: string }[];
  const check = (row?.definition ?? '').replace(/^CHECK /, '');
  await runner.query(`
    ALTER TABLE ledger_transaction DROP CONSTRAINT ${constraint};
    ALTER TABLE ledger_transaction ADD CONSTRAINT ${constraint} CHECK (${change(check)})`);
}

/** A reversed settlement reopens the charges that it paid, so its reversal is no charge. */
const OPEN_CHARGES: Pairs = [
  [
    'AND e.amount > 0 AND e.at < before ORDER BY',
    `AND e.amount > 0 AND e.at < before AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.kind = 'REVERSAL') ORDER BY`,
  ],
];
const RECEIPT_EVENTS: Pairs = [
  [`IF NEW.status IN ('PAID', 'CANCELLED') THEN`, `IF TG_OP = 'UPDATE' OR NEW.status IN ('PAID', 'CANCELLED') THEN`],
  [`'receipt.' || lower(NEW.status)`, `'receipt.' || CASE NEW.status WHEN 'PENDING' THEN 'reopened' ELSE lower(NEW.status) END`],
];
const DELETED_BOOKINGS: Pairs = [
  [
    'BEGIN\n    refunds := ARRAY(',
    'BEGIN\n    transactions := ARRAY(SELECT unnest(transactions) UNION SELECT t.id FROM ledger_transaction t WHERE t.reverses = ANY (transactions));\n    refunds := ARRAY(',
  ],
];
const TAKEN_DEBITS: Pairs = [
  [
    'FROM gone e WHERE e.amount > 0 GROUP BY 1, 2)',
    `FROM gone e JOIN ledger_transaction t ON t.id = e.transaction_id WHERE e.amount > 0 AND t.kind <> 'REVERSAL' GROUP BY 1, 2)`,
  ],
];

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('secondPersonAbove', '1000', now());

  -- Without foreign keys, because the deletion of an application would look through all rows.
  CREATE TABLE pending_action (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    kind text NOT NULL,
    request jsonb NOT NULL,
    summary jsonb NOT NULL,
    why jsonb NOT NULL,
    amount numeric(14,2),
    application_id bigint,
    agent_code text,
    requested_by_id bigint NOT NULL,
    requested_by text NOT NULL,
    requested_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    decision text,
    decided_by_id bigint,
    decided_by text,
    decided_at timestamptz,
    note text,
    result jsonb,
    CONSTRAINT pending_action_pkey PRIMARY KEY (id),
    CONSTRAINT pending_action_decision_check CHECK (decision IN ('DONE', 'REJECTED')),
    CONSTRAINT pending_action_decided_check CHECK (num_nonnulls(decision, decided_by_id, decided_by, decided_at) IN (0, 4)),
    CONSTRAINT pending_action_second_person_check CHECK (decided_by_id <> requested_by_id),
    CONSTRAINT pending_action_result_check CHECK (result IS NULL OR decision = 'DONE'),
    CONSTRAINT pending_action_note_check CHECK (note IS NULL OR decision = 'REJECTED')
  );
  COMMENT ON TABLE pending_action IS
    'An action that waits for a second person, or its decision. Written by: actions of staff above a limit; another user decides.';
  COMMENT ON COLUMN pending_action.request IS 'Input of the action; without texts once the person of its application is erased.';
  COMMENT ON COLUMN pending_action.summary IS 'What the action does, in Greek and English.';
  COMMENT ON COLUMN pending_action.why IS 'Reason for the second person, in Greek and English.';
  COMMENT ON COLUMN pending_action.result IS 'Ids and figures that the action returned.';
  CREATE INDEX pending_action_open_idx ON pending_action (id) WHERE decision IS NULL;
  CREATE INDEX pending_action_application_id_idx ON pending_action (application_id) WHERE application_id IS NOT NULL;

  CREATE FUNCTION refuse_second_decision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'pending action % is decided', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pending_action_decided_once';
  END $$;
  CREATE TRIGGER pending_action_decided_once BEFORE UPDATE OF decision, decided_by_id, decided_by, decided_at, result ON pending_action
    FOR EACH ROW WHEN (OLD.decision IS NOT NULL) EXECUTE FUNCTION refuse_second_decision();
  CREATE TRIGGER pending_action_figures_fixed BEFORE DELETE OR TRUNCATE
      OR UPDATE OF id, kind, amount, application_id, agent_code, requested_by_id, requested_by, requested_at
    ON pending_action FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

const SANDBOX = `
  CREATE FUNCTION reset_pending_actions(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    done integer := 0;
  BEGIN
    PERFORM open_reset(agent);
    DELETE FROM pending_action WHERE id IN (
      SELECT p.id FROM pending_action p
      WHERE p.agent_code = agent OR p.application_id IN (SELECT a.id FROM application a WHERE a.agent_code = agent)
      ORDER BY p.id LIMIT most);
    GET DIAGNOSTICS done = ROW_COUNT;
    PERFORM set_config('record.resetting', '', true);
    RETURN done;
  END $$;`;

const REVERSALS = `
  -- A booking that was reversed no longer counts, so its receipt can be paid again and its reference be booked again.
  ALTER TABLE ledger_transaction ADD COLUMN is_reversed boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN ledger_transaction.is_reversed IS 'Whether a transaction of kind REVERSAL names it in reverses.';
  DROP TRIGGER ledger_transaction_append_only ON ledger_transaction;
  CREATE TRIGGER ledger_transaction_append_only
    BEFORE DELETE OR TRUNCATE OR UPDATE OF id, at, kind, application_id, receipt_no, reference, reverses, value_date
    ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER ledger_transaction_reversed_once BEFORE UPDATE OF is_reversed ON ledger_transaction
    FOR EACH ROW WHEN (OLD.is_reversed) EXECUTE FUNCTION refuse_change();
  ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_reverses_key;
  CREATE UNIQUE INDEX ledger_transaction_reverses_key ON ledger_transaction (reverses) WHERE NOT is_reversed;
  DROP INDEX ledger_transaction_settlement_key, ledger_transaction_receipt_no_key, ledger_transaction_paid_idx;
  CREATE UNIQUE INDEX ledger_transaction_settlement_key ON ledger_transaction (reference) WHERE kind = 'SETTLEMENT' AND NOT is_reversed;
  CREATE UNIQUE INDEX ledger_transaction_receipt_no_key ON ledger_transaction (receipt_no)
    WHERE kind IN ('CHARGE', 'PAYMENT', 'REFUND') AND NOT is_reversed;
  -- Staff look for bookings that can be reversed.
  CREATE INDEX ledger_transaction_by_hand_idx ON ledger_transaction (id) WHERE kind IN ('PAYMENT', 'SETTLEMENT', 'SUSPENSE', 'SUSPENSE_REFUND');
  CREATE INDEX ledger_transaction_reference_idx ON ledger_transaction (reference) WHERE kind IN ('PAYMENT', 'SETTLEMENT', 'SUSPENSE', 'SUSPENSE_REFUND');
  CREATE INDEX ledger_transaction_paid_idx ON ledger_transaction (at, id) WHERE kind IN ('CHARGE', 'PAYMENT', 'REFUND', 'REVERSAL');

  CREATE TABLE reversal (
    transaction_id bigint NOT NULL,
    reason text NOT NULL,
    reversed_by_id bigint NOT NULL,
    reversed_by text NOT NULL,
    CONSTRAINT reversal_pkey PRIMARY KEY (transaction_id),
    CONSTRAINT reversal_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE reversal IS 'The reason of a transaction of kind REVERSAL. Written by: staff who reverse a booking.';
  COMMENT ON COLUMN reversal.reason IS 'An erasure of the person of its application deletes the text.';

  ALTER TABLE bank_advice ADD COLUMN transaction_id bigint, ADD COLUMN reversed_at timestamptz;
  DROP TRIGGER bank_advice_append_only ON bank_advice;
  UPDATE bank_advice b SET transaction_id = coalesce(
    (SELECT s.transaction_id FROM suspense_item s WHERE s.advice_id = b.id),
    (SELECT t.id FROM ledger_transaction t WHERE t.receipt_no = b.receipt_no AND t.kind = 'PAYMENT'));
  ALTER TABLE bank_advice ADD CONSTRAINT bank_advice_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id) ON DELETE SET NULL;
  CREATE INDEX bank_advice_transaction_id_idx ON bank_advice (transaction_id);
  CREATE TRIGGER bank_advice_append_only
    BEFORE DELETE OR TRUNCATE OR UPDATE OF id, reference, payment_code, amount, application_id, outcome, receipt_no, at, agent_code, value_date, transaction_id
    ON bank_advice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  COMMENT ON COLUMN bank_advice.transaction_id IS 'Booking of the money.';
  COMMENT ON COLUMN bank_advice.reversed_at IS 'Time of the reversal of its booking; its reference can be booked again.';
  ALTER TABLE bank_advice DROP CONSTRAINT bank_advice_reference_key;
  CREATE UNIQUE INDEX bank_advice_reference_key ON bank_advice (reference, agent_code) NULLS NOT DISTINCT WHERE reversed_at IS NULL;

  ALTER TABLE suspense_item DROP CONSTRAINT suspense_item_resolved_application_check;
  ALTER TABLE suspense_item ADD CONSTRAINT suspense_item_resolved_application_check CHECK (CASE resolution
    WHEN 'REFUND' THEN resolved_application_id IS NOT DISTINCT FROM application_id
    WHEN 'REVERSED' THEN resolved_application_id IS NULL
    ELSE (resolved_application_id IS NULL) = (resolution IS NULL) END);
  -- The reversal of a resolution opens the item again.
  DROP TRIGGER suspense_item_resolved_once ON suspense_item;
  CREATE TRIGGER suspense_item_resolved_once BEFORE UPDATE ON suspense_item
    FOR EACH ROW WHEN (OLD.resolved_at IS NOT NULL AND NEW.resolved_at IS NOT NULL) EXECUTE FUNCTION refuse_second_resolution();

  ALTER TABLE refund DROP CONSTRAINT refund_withdrawn_check;
  ALTER TABLE refund ADD CONSTRAINT refund_withdrawn_check CHECK (status <> 'WITHDRAWN' OR kind IN ('AGENT', 'SUSPENSE', 'OVERPAYMENT'));`;

const DOWN = `
  ALTER TABLE refund DROP CONSTRAINT refund_withdrawn_check;
  ALTER TABLE refund ADD CONSTRAINT refund_withdrawn_check CHECK (status <> 'WITHDRAWN' OR kind = 'AGENT');
  DROP TRIGGER suspense_item_resolved_once ON suspense_item;
  CREATE TRIGGER suspense_item_resolved_once BEFORE UPDATE ON suspense_item
    FOR EACH ROW WHEN (OLD.resolved_at IS NOT NULL) EXECUTE FUNCTION refuse_second_resolution();
  ALTER TABLE suspense_item DROP CONSTRAINT suspense_item_resolved_application_check;
  ALTER TABLE suspense_item ADD CONSTRAINT suspense_item_resolved_application_check CHECK (CASE WHEN resolution = 'REFUND'
    THEN resolved_application_id IS NOT DISTINCT FROM application_id ELSE (resolved_application_id IS NULL) = (resolution IS NULL) END);
  DROP INDEX bank_advice_reference_key;
  ALTER TABLE bank_advice ADD CONSTRAINT bank_advice_reference_key UNIQUE NULLS NOT DISTINCT (reference, agent_code);
  DROP TRIGGER bank_advice_append_only ON bank_advice;
  ALTER TABLE bank_advice DROP COLUMN transaction_id, DROP COLUMN reversed_at;
  CREATE TRIGGER bank_advice_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_advice
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  DROP TABLE reversal;
  DROP TRIGGER ledger_transaction_reversed_once ON ledger_transaction;
  DROP TRIGGER ledger_transaction_append_only ON ledger_transaction;
  DROP INDEX ledger_transaction_reverses_key, ledger_transaction_settlement_key, ledger_transaction_receipt_no_key,
    ledger_transaction_by_hand_idx, ledger_transaction_reference_idx, ledger_transaction_paid_idx;
  ALTER TABLE ledger_transaction DROP COLUMN is_reversed;
  ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_reverses_key UNIQUE (reverses);
  CREATE UNIQUE INDEX ledger_transaction_settlement_key ON ledger_transaction (reference) WHERE kind = 'SETTLEMENT';
  CREATE UNIQUE INDEX ledger_transaction_receipt_no_key ON ledger_transaction (receipt_no) WHERE kind IN ('CHARGE', 'PAYMENT', 'REFUND');
  CREATE INDEX ledger_transaction_paid_idx ON ledger_transaction (at, id) WHERE kind IN ('CHARGE', 'PAYMENT', 'REFUND');
  CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transaction
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
