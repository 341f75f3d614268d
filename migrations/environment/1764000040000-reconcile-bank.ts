import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues, exemptFromCheck, restoreCheck } from '../allowed-values.js';
import { replaceInFunction, type Replacements } from '../functions.js';
import { isSandbox } from '../schema.js';

const ACCOUNTS = { table: 'account', column: 'kind', constraint: 'account_kind_check' };
const TRANSACTIONS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };
const RECEIPTS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_receipt_check' };
const REVERSES = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_reverses_check' };
const ADVICES = { table: 'bank_advice', column: 'outcome', constraint: 'bank_advice_outcome_check' };
const RESOLUTIONS = { table: 'suspense_item', column: 'resolution', constraint: 'suspense_item_resolution_check' };
const ACCOUNT_KINDS = ['BANK_ITEM', 'CUSTOMER_CREDIT', 'WRITE_OFF'];
const KINDS = ['BANK_ITEM', 'SUSPENSE_CREDIT', 'SUSPENSE_SETTLEMENT'];
const RESULTS = { table: 'bank_statement_entry', column: 'result', constraint: 'bank_statement_entry_result_check' };

/** Compares the bank account of the books with the bank's statements, and uses money in suspense in parts. */
export class ReconcileBank1764000040000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
    await allowValues(runner, TRANSACTIONS, KINDS);
    await exemptFromCheck(runner, RECEIPTS, ['BANK_ITEM', 'SUSPENSE_SETTLEMENT'], 'num_nonnulls(application_id, receipt_no) = 0');
    await exemptFromCheck(runner, RECEIPTS, ['SUSPENSE_CREDIT'], 'receipt_no IS NULL');
    await exemptFromCheck(runner, REVERSES, ['SUSPENSE_REFUND'], 'true');
    await allowValues(runner, ADVICES, ['PAID_SEVERAL']);
    await allowValues(runner, RESOLUTIONS, ['AGENT']);
    await allowValues(runner, RESULTS, ['BOOKED']);
    await runner.query(UP);
    const [bank] = (await runner.query(`SELECT id FROM account WHERE code = 'bank'`)) as { id: string }[];
    await runner.query(buildBookingTrigger(bank!.id));
    await runner.query(BACKFILL);
    await runner.query(SUSPENSE);
    if (!(await isSandbox(runner))) return;
    await runner.query(MONEY_OF_OTHERS);
    for (const [name, pairs] of RESETS) await replaceInFunction(runner, name, pairs);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) {
      for (const [name, pairs] of RESETS) await replaceInFunction(runner, name, undoOf(pairs));
      await runner.query(`DROP FUNCTION is_money_of_others`);
    }
    await runner.query(DOWN_SUSPENSE);
    await runner.query(DOWN);
    await disallowValues(runner, RESULTS, ['BOOKED']);
    await disallowValues(runner, RESOLUTIONS, ['AGENT']);
    await disallowValues(runner, ADVICES, ['PAID_SEVERAL']);
    await restoreCheck(runner, REVERSES);
    await restoreCheck(runner, RECEIPTS);
    await restoreCheck(runner, RECEIPTS);
    await disallowValues(runner, TRANSACTIONS, KINDS);
    await disallowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
  }
}

const STATEMENTS = `
  ALTER TABLE bank_statement ADD COLUMN gap_reason text;
  COMMENT ON COLUMN bank_statement.gap_reason IS 'Why it was accepted although it does not continue the previous statement.';
  CREATE INDEX bank_statement_chain_idx ON bank_statement (account, coalesce(to_date, created_on), id)
    WHERE format = 'camt.053.001.08' AND closing_balance IS NOT NULL;

  ALTER TABLE bank_statement_entry ADD COLUMN bank_code text, ADD COLUMN payment_codes text[], ADD COLUMN account text, ADD COLUMN transaction_id bigint,
    ADD COLUMN line_day date, ADD COLUMN is_open boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT bank_statement_entry_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id) ON DELETE SET NULL,
    DROP CONSTRAINT bank_statement_entry_told_check,
    ADD CONSTRAINT bank_statement_entry_told_check CHECK (CASE WHEN result IN ('WAITING', 'SUSPENSE') THEN true
      WHEN reason = 'DEBIT' THEN num_nonnulls(sender, sender_iban) = 0 ELSE num_nonnulls(sender, sender_iban, remittance) = 0 END),
    ADD CONSTRAINT bank_statement_entry_account_check CHECK ((account IS NOT NULL) = (result = 'BOOKED')),
    ADD CONSTRAINT bank_statement_entry_open_check CHECK (NOT is_open OR line_day IS NOT NULL);
  COMMENT ON COLUMN bank_statement_entry.bank_code IS 'Code of the bank for the kind of transaction: domain, family and sub-family.';
  COMMENT ON COLUMN bank_statement_entry.payment_codes IS 'The payment codes of a transfer with several.';
  COMMENT ON COLUMN bank_statement_entry.account IS 'Account of the books that it was booked to by rule or by staff.';
  COMMENT ON COLUMN bank_statement_entry.transaction_id IS 'Booking of the money; null for a batch of payouts.';
  COMMENT ON COLUMN bank_statement_entry.line_day IS 'Day on which it changed the balance of a statement; null if it is not part of one.';
  COMMENT ON COLUMN bank_statement_entry.is_open IS 'Whether no booking of the books is known for this line of a statement.';
  COMMENT ON COLUMN bank_statement_entry.remittance IS 'Text of money that waits, and of a debit that nobody has booked yet.';
  CREATE INDEX bank_statement_entry_open_idx ON bank_statement_entry (line_day) WHERE is_open;
  CREATE INDEX bank_statement_entry_open_duplicate_idx ON bank_statement_entry (duplicate_of) WHERE is_open AND duplicate_of IS NOT NULL;
  CREATE INDEX bank_statement_entry_transaction_id_idx ON bank_statement_entry (transaction_id) WHERE transaction_id IS NOT NULL;
  CREATE INDEX bank_statement_entry_payout_batch_id_idx ON bank_statement_entry (payout_batch_id) WHERE payout_batch_id IS NOT NULL;`;

/** A line of a statement and the bookings that it shows are found from either side by small indexes (money.102). */
const BOOKINGS = `
  CREATE TABLE bank_booking (
    transaction_id bigint NOT NULL,
    amount numeric(14,2) NOT NULL,
    day date NOT NULL,
    entry_id bigint,
    cleared_on date,
    CONSTRAINT bank_booking_pkey PRIMARY KEY (transaction_id),
    CONSTRAINT bank_booking_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id) ON DELETE CASCADE,
    CONSTRAINT bank_booking_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES bank_statement_entry (id),
    CONSTRAINT bank_booking_cleared_check CHECK (entry_id IS NULL OR cleared_on IS NOT NULL)
  );
  COMMENT ON TABLE bank_booking IS
    'An entry of the bank account, and the line of a statement that shows it. Written by: a trigger of ledger_entry; the booking of statements matches.';
  COMMENT ON COLUMN bank_booking.day IS 'Day of the books.';
  COMMENT ON COLUMN bank_booking.cleared_on IS 'Day of the line, or of the reversal; null while neither is known.';
  CREATE INDEX bank_booking_open_idx ON bank_booking (day) WHERE cleared_on IS NULL;
  CREATE INDEX bank_booking_other_day_idx ON bank_booking (greatest(day, cleared_on)) WHERE cleared_on <> day;
  CREATE INDEX bank_booking_entry_id_idx ON bank_booking (entry_id) WHERE entry_id IS NOT NULL;

  CREATE FUNCTION note_bank_booking() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    reversed bigint;
    booked_on date;
  BEGIN
    SELECT CASE WHEN t.kind = 'REVERSAL' THEN t.reverses END, t.booked_on INTO reversed, booked_on FROM ledger_transaction t WHERE t.id = NEW.transaction_id;
    UPDATE bank_booking b SET cleared_on = greatest(b.day, booked_on) WHERE b.transaction_id = reversed AND b.cleared_on IS NULL;
    INSERT INTO bank_booking (transaction_id, amount, day, cleared_on) VALUES (NEW.transaction_id, NEW.amount, booked_on, CASE WHEN FOUND THEN booked_on END);
    RETURN NULL;
  END $$;

  CREATE FUNCTION match_bank_lines(statement bigint) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
    WITH line AS (
      SELECT e.id, e.line_day, CASE WHEN e.is_credit THEN e.amount ELSE -e.amount END AS amount, coalesce(e.transaction_id, o.transaction_id) AS transaction_id,
        CASE 'PAYOUT' WHEN e.result THEN e.payout_batch_id WHEN o.result THEN o.payout_batch_id END AS batch_id, coalesce(e.own_payout_id, o.own_payout_id) AS payout_id
      FROM (
        SELECT id FROM bank_statement_entry WHERE statement_id = statement AND is_open
        UNION SELECT e.id FROM bank_statement_entry e JOIN bank_statement_entry o ON o.id = e.duplicate_of WHERE e.is_open AND o.statement_id = statement) AS open
      JOIN bank_statement_entry e USING (id) LEFT JOIN bank_statement_entry o ON o.id = e.duplicate_of),
    found AS (
      SELECT DISTINCT ON (b.transaction_id) l.id, l.line_day, l.amount, b.transaction_id, b.amount AS booked
      FROM line l JOIN bank_booking b ON b.transaction_id IN (
        SELECT l.transaction_id UNION ALL SELECT p.transaction_id FROM payout p WHERE p.batch_id = l.batch_id AND (l.payout_id IS NULL OR p.id = l.payout_id))
      WHERE b.cleared_on IS NULL ORDER BY b.transaction_id, l.id),
    shown AS (SELECT id FROM found GROUP BY id, amount HAVING sum(booked) = amount),
    matched AS (
      UPDATE bank_booking b SET entry_id = f.id, cleared_on = f.line_day FROM found f JOIN shown USING (id) WHERE b.transaction_id = f.transaction_id)
    UPDATE bank_statement_entry e SET is_open = false FROM shown WHERE e.id = shown.id $$;

  -- A reset of the sandbox deletes bookings, and keeps the lines.
  CREATE FUNCTION reopen_bank_lines() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE bank_booking b SET entry_id = NULL, cleared_on = NULL FROM gone g WHERE b.entry_id = g.entry_id;
    UPDATE bank_statement_entry e SET is_open = true FROM gone g WHERE e.id = g.entry_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER bank_booking_lines AFTER DELETE ON bank_booking REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION reopen_bank_lines();`;

/** The condition names the id of the account, so that other entries do not call the trigger. */
function buildBookingTrigger(bankAccountId: string): string {
  return `
  CREATE TRIGGER ledger_entry_bank_booking AFTER INSERT ON ledger_entry
    FOR EACH ROW WHEN (NEW.account_id = ${bankAccountId}) EXECUTE FUNCTION note_bank_booking()`;
}

/** Kinds of transactions that staff can reverse. */
const BY_HAND = `'PAYMENT', 'SETTLEMENT', 'SUSPENSE', 'SUSPENSE_REFUND'`;

function buildHandIndexes(kinds: string): string {
  return `
  DROP INDEX ledger_transaction_by_hand_idx, ledger_transaction_reference_idx;
  CREATE INDEX ledger_transaction_by_hand_idx ON ledger_transaction (id) WHERE kind IN (${kinds});
  CREATE INDEX ledger_transaction_reference_idx ON ledger_transaction (reference) WHERE kind IN (${kinds});`;
}

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('bankRules', '[]', now()), ('toleranceCents', '50', now());
  ${buildHandIndexes(`${BY_HAND}, 'BANK_ITEM', 'SUSPENSE_CREDIT', 'SUSPENSE_SETTLEMENT'`)}
  ALTER TABLE payout ADD COLUMN iban_count integer;
  COMMENT ON COLUMN payout.iban_count IS 'Number of payouts of the batch to the same IBAN. Null if nothing was compared.';
  ${STATEMENTS}
  ${BOOKINGS}`;

const BACKFILL = `
  INSERT INTO bank_booking (transaction_id, amount, day, cleared_on)
  SELECT t.id, e.amount, t.booked_on, CASE WHEN t.is_reversed THEN greatest(t.booked_on, back.booked_on) WHEN t.kind = 'REVERSAL' THEN t.booked_on END
  FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
  LEFT JOIN ledger_transaction back ON back.reverses = t.id AND back.kind = 'REVERSAL' WHERE a.code = 'bank';
  UPDATE bank_statement_entry e SET transaction_id = coalesce(
    (SELECT p.return_transaction_id FROM payout p WHERE e.result = 'RETURNED' AND p.return_reference = e.reference),
    (SELECT b.transaction_id FROM bank_advice b WHERE b.reference = e.reference AND b.agent_code IS NULL AND b.reversed_at IS NULL LIMIT 1))
  WHERE e.result IN ('PAID', 'SUSPENSE', 'RETURNED', 'DUPLICATE') AND e.is_credit;
  UPDATE bank_statement_entry e SET is_open = true, line_day = least(greatest(e.booking_date, s.from_date), coalesce(s.to_date, s.created_on, e.booking_date))
  FROM bank_statement s
  WHERE s.id = e.statement_id AND s.format = 'camt.053.001.08' AND e.currency = 'EUR' AND coalesce(s.to_date, s.created_on, e.booking_date) IS NOT NULL
    AND (e.reason IN ('PENDING', 'NO_AMOUNT', 'OTHER_CURRENCY')) IS NOT TRUE;
  SELECT match_bank_lines(id) FROM bank_statement ORDER BY id;`;

const DOWN = `
  ${buildHandIndexes(BY_HAND)}
  DROP TRIGGER ledger_entry_bank_booking ON ledger_entry;
  DROP TABLE bank_booking;
  DROP FUNCTION note_bank_booking, match_bank_lines, reopen_bank_lines;
  UPDATE bank_statement_entry SET remittance = NULL WHERE reason = 'DEBIT';
  ALTER TABLE bank_statement_entry DROP COLUMN bank_code, DROP COLUMN payment_codes, DROP COLUMN account, DROP COLUMN transaction_id, DROP COLUMN line_day, DROP COLUMN is_open,
    DROP CONSTRAINT bank_statement_entry_told_check, ADD CONSTRAINT bank_statement_entry_told_check CHECK (result IN ('WAITING', 'SUSPENSE') OR num_nonnulls(sender, sender_iban, remittance) = 0);
  ALTER TABLE payout DROP COLUMN iban_count;
  DROP INDEX bank_statement_chain_idx;
  ALTER TABLE bank_statement DROP COLUMN gap_reason;
  DELETE FROM setting WHERE key IN ('bankRules', 'toleranceCents')`;

/** Items can be divided and used together, so several have the same advice, deposit or use. */
const SUSPENSE = `
  ALTER TABLE bank_advice DROP CONSTRAINT bank_advice_receipt_check, DROP CONSTRAINT bank_advice_application_check,
    ADD CONSTRAINT bank_advice_receipt_check CHECK ((outcome IN ('SUSPENDED', 'PAID_SEVERAL')) = (receipt_no IS NULL)),
    ADD CONSTRAINT bank_advice_application_check CHECK (application_id IS NOT NULL OR outcome IN ('SUSPENDED', 'PAID_SEVERAL'));
  ALTER TABLE suspense_item ADD COLUMN resolved_agent_code text, ADD COLUMN credit_of bigint, ADD COLUMN credit_transaction_id bigint,
    ADD CONSTRAINT suspense_item_resolved_agent_code_fkey FOREIGN KEY (resolved_agent_code) REFERENCES agent (code),
    ADD CONSTRAINT suspense_item_credit_of_fkey FOREIGN KEY (credit_of) REFERENCES application (id),
    ADD CONSTRAINT suspense_item_credit_transaction_id_fkey FOREIGN KEY (credit_transaction_id) REFERENCES ledger_transaction (id),
    DROP CONSTRAINT suspense_item_advice_id_key, DROP CONSTRAINT suspense_item_transaction_id_key,
    DROP CONSTRAINT suspense_item_resolution_transaction_id_key, DROP CONSTRAINT suspense_item_resolved_application_check,
    ADD CONSTRAINT suspense_item_credit_check CHECK ((credit_of IS NULL) = (credit_transaction_id IS NULL)),
    ADD CONSTRAINT suspense_item_resolved_agent_check CHECK ((resolved_agent_code IS NOT NULL) = (resolution IS NOT DISTINCT FROM 'AGENT')),
    ADD CONSTRAINT suspense_item_resolved_application_check CHECK (CASE resolution
      WHEN 'REFUND' THEN resolved_application_id IS NOT DISTINCT FROM coalesce(credit_of, application_id)
      WHEN 'REVERSED' THEN resolved_application_id IS NULL
      WHEN 'AGENT' THEN resolved_application_id IS NULL
      ELSE (resolved_application_id IS NULL) = (resolution IS NULL) END);
  COMMENT ON COLUMN suspense_item.amount IS 'Smaller than the money of the advice once parts were used; each part is an item.';
  COMMENT ON COLUMN suspense_item.credit_of IS 'Application whose customer has the money as credit.';
  COMMENT ON COLUMN suspense_item.resolved_agent_code IS 'Agent on whose account it was settled.';
  CREATE INDEX suspense_item_advice_id_idx ON suspense_item (advice_id);
  CREATE INDEX suspense_item_transaction_id_idx ON suspense_item (transaction_id);
  CREATE INDEX suspense_item_resolution_transaction_id_idx ON suspense_item (resolution_transaction_id) WHERE resolution_transaction_id IS NOT NULL;
  CREATE INDEX suspense_item_credit_transaction_id_idx ON suspense_item (credit_transaction_id) WHERE credit_transaction_id IS NOT NULL;
  CREATE INDEX suspense_item_credit_of_idx ON suspense_item (credit_of) WHERE credit_of IS NOT NULL;
  DROP TRIGGER suspense_item_figures_fixed ON suspense_item;
  CREATE TRIGGER suspense_item_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF id, advice_id, transaction_id, application_id, reason, created_at
    ON suspense_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER suspense_item_amount_shrinks BEFORE UPDATE OF amount ON suspense_item
    FOR EACH ROW WHEN (NEW.amount > OLD.amount OR OLD.resolved_at IS NOT NULL) EXECUTE FUNCTION refuse_change();`;

const DOWN_SUSPENSE = `
  DROP TRIGGER suspense_item_amount_shrinks ON suspense_item;
  DROP TRIGGER suspense_item_figures_fixed ON suspense_item;
  CREATE TRIGGER suspense_item_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF id, advice_id, transaction_id, application_id, amount, reason, created_at
    ON suspense_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  DROP INDEX suspense_item_advice_id_idx, suspense_item_transaction_id_idx, suspense_item_resolution_transaction_id_idx;
  ALTER TABLE suspense_item DROP CONSTRAINT suspense_item_resolved_application_check,
    DROP COLUMN resolved_agent_code, DROP COLUMN credit_of, DROP COLUMN credit_transaction_id,
    ADD CONSTRAINT suspense_item_advice_id_key UNIQUE (advice_id), ADD CONSTRAINT suspense_item_transaction_id_key UNIQUE (transaction_id),
    ADD CONSTRAINT suspense_item_resolution_transaction_id_key UNIQUE (resolution_transaction_id),
    ADD CONSTRAINT suspense_item_resolved_application_check CHECK (CASE resolution
      WHEN 'REFUND' THEN resolved_application_id IS NOT DISTINCT FROM application_id
      WHEN 'REVERSED' THEN resolved_application_id IS NULL
      ELSE (resolved_application_id IS NULL) = (resolution IS NULL) END);
  ALTER TABLE bank_advice DROP CONSTRAINT bank_advice_receipt_check, DROP CONSTRAINT bank_advice_application_check,
    ADD CONSTRAINT bank_advice_receipt_check CHECK ((outcome = 'SUSPENDED') = (receipt_no IS NULL)),
    ADD CONSTRAINT bank_advice_application_check CHECK (application_id IS NOT NULL OR outcome = 'SUSPENDED');`;

/** Whether a part of a deposit is used for, or belongs to, others than the applications $2 of the agent $3. */
const MONEY_OF_OTHERS = `
  CREATE FUNCTION is_money_of_others(deposit bigint, ids bigint[], agent text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM suspense_item o JOIN bank_advice b ON b.id = o.advice_id
      WHERE o.transaction_id = deposit AND (o.resolved_agent_code <> agent
        OR EXISTS (SELECT FROM (VALUES (o.resolved_application_id), (o.credit_of)) AS used(id) WHERE used.id IS NOT NULL AND used.id <> ALL (ids))
        OR num_nonnulls(o.resolved_application_id, o.resolved_agent_code, o.credit_of) = 0
          AND CASE WHEN o.application_id IS NULL THEN b.agent_code IS DISTINCT FROM agent ELSE o.application_id <> ALL (ids) END)) $$;`;

const OF_AGENT = 's.application_id = ANY (ids) OR s.resolved_application_id = ANY (ids)';
const OF_AGENT_WITH_CREDIT = '(s.application_id = ANY (ids) OR s.resolved_application_id = ANY (ids) OR s.credit_of = ANY (ids))';

/** A reset opens what the agent used of money that others use too, and deletes other money with its uses. */
const RESETS: readonly (readonly [name: string, pairs: Replacements])[] = [
  [
    'delete_bookings',
    [
      [
        'DELETE FROM suspense_item s WHERE s.transaction_id = ANY (transactions) OR s.resolution_transaction_id = ANY (transactions);',
        `UPDATE suspense_item s SET resolution = NULL, resolution_transaction_id = NULL, resolved_application_id = NULL, resolved_agent_code = NULL, resolved_by = NULL,
      resolved_at = NULL WHERE s.resolution_transaction_id = ANY (transactions) AND s.transaction_id <> ALL (transactions);
    UPDATE suspense_item s SET credit_of = NULL, credit_transaction_id = NULL
    WHERE s.credit_transaction_id = ANY (transactions) AND s.transaction_id <> ALL (transactions);
    DELETE FROM suspense_item s WHERE s.transaction_id = ANY (transactions);`,
      ],
    ],
  ],
  [
    'reset_applications',
    [
      [`WHERE ${OF_AGENT} ORDER BY s.id FOR UPDATE`, `WHERE ${OF_AGENT_WITH_CREDIT} ORDER BY s.id FOR UPDATE`],
      [
        's.application_id = ANY (ids) AND s.resolved_application_id <> ALL (ids)',
        's.application_id = ANY (ids) AND is_money_of_others(s.transaction_id, ids, agent)',
      ],
      [`WHERE ${OF_AGENT});`, `WHERE ${OF_AGENT_WITH_CREDIT} AND NOT is_money_of_others(s.transaction_id, ids, agent));`],
    ],
  ],
  // A refund to the customer of a deleted application is deleted with it.
  [
    'pass_on_money',
    [
      [
        'UPDATE suspense_item s SET application_id = NULL,',
        `UPDATE suspense_item s SET resolution = NULL, resolution_transaction_id = NULL, resolved_application_id = NULL, resolved_by = NULL, resolved_at = NULL
    WHERE s.id = ANY (items) AND s.resolution = 'REFUND' AND s.credit_of IS NULL AND s.application_id IS NOT NULL;
    UPDATE suspense_item s SET application_id = NULL,`,
      ],
    ],
  ],
  ['reset_unidentified', [['s.resolved_application_id IS NOT NULL));', `is_money_of_others(s.transaction_id, '{}', agent)));`]]],
  ['reset_settlements', [[`t.kind = 'SETTLEMENT'`, `t.kind IN ('SETTLEMENT', 'SUSPENSE_SETTLEMENT')`]]],
];

function undoOf(pairs: Replacements): Replacements {
  return pairs.map(([before, after]) => [after, before]);
}
