import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';
import { isSandbox } from '../schema.js';

const ACCOUNTS = { table: 'account', column: 'kind', constraint: 'account_kind_check' };
const ACCOUNT_KINDS = ['COMMISSION_EXPENSE', 'COMMISSION_PAYABLE', 'WITHHOLDING_TAX'];
const TRANSACTIONS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };
const TRANSACTION_KINDS = ['COMMISSION', 'COMMISSION_RETURN', 'COMMISSION_STATEMENT'];

/** Adds commission: rates, what receipts earned, monthly statements, and what an agent needs for them. */
export class AddCommission1764000033000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
    await allowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await allowStatements(runner);
    await runner.query(UP);
    if (await isSandbox(runner)) await runner.query(SANDBOX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION IF EXISTS reset_commissions;
      DROP TABLE commission_cover, commission, commission_statement, commission_rate, commission_version;
      DROP TRIGGER agent_commission_account ON agent;
      DROP FUNCTION open_commission_account;
      ALTER TABLE agent DROP COLUMN licence_no, DROP COLUMN afm, DROP COLUMN legal_name, DROP COLUMN iban, DROP COLUMN iban_shown, DROP COLUMN withholding,
        DROP COLUMN commission_type, DROP COLUMN netting_allowed, DROP COLUMN active_from, DROP COLUMN active_until, DROP COLUMN access_until,
        DROP COLUMN renewals_allowed;
      DELETE FROM setting WHERE key = 'withholdingPercents';
      ALTER TABLE account DISABLE TRIGGER account_identity_fixed;
      DELETE FROM account WHERE kind IN ('COMMISSION_EXPENSE', 'COMMISSION_PAYABLE', 'WITHHOLDING_TAX');
      ALTER TABLE account ENABLE TRIGGER account_identity_fixed`);
    await disallowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await disallowValues(runner, ACCOUNTS, ACCOUNT_KINDS);
  }
}

/** Adds a condition to the check of application and receipt, whatever other migrations have added. */
async function allowStatements(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(`
    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'ledger_transaction'::regclass AND conname = 'ledger_transaction_receipt_check'`)) as { definition: string }[];
  const condition = row?.definition.replace(/^CHECK /, '') ?? 'true';
  await runner.query(`
    ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_receipt_check;
    ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_receipt_check CHECK (
      CASE WHEN kind = 'COMMISSION_STATEMENT' THEN num_nonnulls(application_id, receipt_no) = 0 ELSE ${condition} END)`);
}

const UP = `
  INSERT INTO setting (key, value, updated_at) VALUES ('withholdingPercents', '{"individual": 20, "company": 0}', now());

  ALTER TABLE agent ADD COLUMN licence_no text, ADD COLUMN afm text, ADD COLUMN legal_name text, ADD COLUMN iban bytea, ADD COLUMN iban_shown text,
    ADD COLUMN withholding text NOT NULL DEFAULT 'COMPANY', ADD COLUMN commission_type text, ADD COLUMN netting_allowed boolean NOT NULL DEFAULT false,
    ADD COLUMN active_from date, ADD COLUMN active_until date, ADD COLUMN access_until date, ADD COLUMN renewals_allowed boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT agent_afm_check CHECK (afm ~ '^[0-9]{9}$'),
    ADD CONSTRAINT agent_iban_check CHECK (num_nonnulls(iban, iban_shown) IN (0, 2)),
    ADD CONSTRAINT agent_withholding_check CHECK (withholding IN ('INDIVIDUAL', 'COMPANY')),
    ADD CONSTRAINT agent_dates_check CHECK (active_until >= active_from AND access_until >= active_until);
  CREATE INDEX agent_dates_idx ON agent (code) WHERE active_from IS NOT NULL OR active_until IS NOT NULL;
  COMMENT ON COLUMN agent.licence_no IS 'Number in the register of insurance intermediaries.';
  COMMENT ON COLUMN agent.iban IS 'Encrypted account for commission.';
  COMMENT ON COLUMN agent.iban_shown IS 'Country and last four characters.';
  COMMENT ON COLUMN agent.withholding IS 'Decides the tax that is withheld from commission, by the setting withholdingPercents.';
  COMMENT ON COLUMN agent.commission_type IS 'Selects rates of commission; null: only rates of the agent''s own code.';
  COMMENT ON COLUMN agent.netting_allowed IS 'Whether commission reduces what the agent owes; otherwise it is paid by monthly statements.';
  COMMENT ON COLUMN agent.active_from IS 'First day of new business; null: always.';
  COMMENT ON COLUMN agent.active_until IS 'First day without new business; null: not closed.';
  COMMENT ON COLUMN agent.access_until IS 'First day on which the keys of its users are refused; null: active_until.';
  COMMENT ON COLUMN agent.renewals_allowed IS 'Decision of staff that policies of a closed agent can be renewed.';

  CREATE TABLE commission_version (
    line text NOT NULL,
    version integer NOT NULL,
    valid_from date NOT NULL,
    content jsonb NOT NULL,
    sha256 bytea NOT NULL,
    loaded_at timestamptz NOT NULL DEFAULT now(),
    loaded_by text,
    CONSTRAINT commission_version_pkey PRIMARY KEY (line, version),
    CONSTRAINT commission_version_line_valid_from_key UNIQUE (line, valid_from)
  );
  COMMENT ON TABLE commission_version IS 'A version of the rates of commission as it was loaded; never changed. Written by: the start, administration of rates.';
  COMMENT ON COLUMN commission_version.valid_from IS 'First start date of policies that earn by it.';
  COMMENT ON COLUMN commission_version.loaded_by IS 'User who loaded it; null for a shipped version.';
  CREATE TRIGGER commission_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_version
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE commission_rate (
    line text NOT NULL,
    version integer NOT NULL,
    position integer NOT NULL,
    agent_code text,
    agent_type text,
    bundle text,
    cover text,
    kind text,
    percent numeric(6,3) NOT NULL,
    CONSTRAINT commission_rate_pkey PRIMARY KEY (line, version, position),
    CONSTRAINT commission_rate_version_fkey FOREIGN KEY (line, version) REFERENCES commission_version (line, version),
    CONSTRAINT commission_rate_agent_check CHECK (num_nonnulls(agent_code, agent_type) = 1),
    CONSTRAINT commission_rate_kind_check CHECK (kind IN ('NEW', 'RENEWAL', 'AMENDMENT')),
    CONSTRAINT commission_rate_percent_check CHECK (percent BETWEEN 0 AND 100)
  );
  COMMENT ON TABLE commission_rate IS 'A row of a version of rates; null matches any. Written by: the same, together with its version.';
  COMMENT ON COLUMN commission_rate.percent IS 'Percent of the net premium.';
  CREATE INDEX commission_rate_agent_idx ON commission_rate (line, version, coalesce(agent_code, ''), coalesce(agent_type, ''));
  CREATE TRIGGER commission_rate_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_rate
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE commission_statement (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    agent_code text NOT NULL,
    month date NOT NULL,
    status text NOT NULL DEFAULT 'DRAFT',
    earned numeric(14,2) NOT NULL DEFAULT 0,
    taken_back numeric(14,2) NOT NULL DEFAULT 0,
    carried_netted numeric(14,2) NOT NULL DEFAULT 0,
    carried_payable numeric(14,2) NOT NULL DEFAULT 0,
    netted numeric(14,2) NOT NULL DEFAULT 0,
    payable numeric(14,2) NOT NULL DEFAULT 0,
    withholding_percent numeric(5,2) NOT NULL DEFAULT 0,
    tax_netted numeric(14,2) NOT NULL DEFAULT 0,
    tax_payable numeric(14,2) NOT NULL DEFAULT 0,
    due numeric(14,2) NOT NULL DEFAULT 0,
    details jsonb NOT NULL DEFAULT '{}',
    prepared_at timestamptz NOT NULL,
    prepared_by text NOT NULL,
    year smallint,
    number integer,
    settlement text,
    approved_at timestamptz,
    approved_by_id bigint,
    approved_by text,
    transaction_id bigint,
    refund_id bigint,
    CONSTRAINT commission_statement_pkey PRIMARY KEY (id),
    CONSTRAINT commission_statement_agent_code_month_key UNIQUE (agent_code, month),
    CONSTRAINT commission_statement_year_number_key UNIQUE (year, number),
    CONSTRAINT commission_statement_agent_code_fkey FOREIGN KEY (agent_code) REFERENCES agent (code),
    CONSTRAINT commission_statement_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id),
    CONSTRAINT commission_statement_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund (id),
    CONSTRAINT commission_statement_month_check CHECK (extract(day FROM month) = 1),
    CONSTRAINT commission_statement_status_check CHECK (status IN ('DRAFT', 'APPROVED')),
    CONSTRAINT commission_statement_settlement_check CHECK (settlement IN ('PAYOUT', 'OFFSET')),
    CONSTRAINT commission_statement_approved_check CHECK (
      num_nonnulls(year, number, settlement, approved_at, approved_by) = CASE status WHEN 'APPROVED' THEN 5 ELSE 0 END
      AND (status = 'APPROVED' OR num_nonnulls(transaction_id, refund_id, approved_by_id) = 0)),
    CONSTRAINT commission_statement_figures_check CHECK (
      earned + taken_back = netted + payable AND due = greatest(carried_payable + payable, 0) - tax_payable AND greatest(carried_netted, carried_payable) <= 0)
  );
  COMMENT ON TABLE commission_statement IS 'An agent''s commission of a month: a draft, then approved and fixed. Written by: commission statements.';
  COMMENT ON COLUMN commission_statement.month IS 'First day of the month.';
  COMMENT ON COLUMN commission_statement.carried_netted IS 'Commission below zero of earlier statements that is netted with this one before tax.';
  COMMENT ON COLUMN commission_statement.carried_payable IS 'The same for commission that is paid out.';
  COMMENT ON COLUMN commission_statement.netted IS 'Commission on the agent''s account; the rest is payable.';
  COMMENT ON COLUMN commission_statement.due IS 'Amount that is paid out or offset.';
  COMMENT ON COLUMN commission_statement.details IS 'Agent as printed: name, legal name, AFM, licence, withholding.';
  COMMENT ON COLUMN commission_statement.number IS 'Without gaps within the year of its approval.';
  CREATE INDEX commission_statement_month_idx ON commission_statement (month, agent_code);

  CREATE TABLE commission (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    transaction_id bigint NOT NULL,
    receipt_no bigint NOT NULL,
    agent_code text NOT NULL,
    at timestamptz NOT NULL,
    rate_version integer NOT NULL,
    netted boolean NOT NULL,
    net numeric(14,2) NOT NULL,
    amount numeric(14,2) NOT NULL,
    reverses bigint,
    statement_id bigint,
    CONSTRAINT commission_pkey PRIMARY KEY (id),
    CONSTRAINT commission_transaction_id_key UNIQUE (transaction_id),
    CONSTRAINT commission_reverses_key UNIQUE (reverses),
    CONSTRAINT commission_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (id) ON DELETE CASCADE,
    CONSTRAINT commission_reverses_fkey FOREIGN KEY (reverses) REFERENCES commission (id) ON DELETE CASCADE,
    CONSTRAINT commission_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES commission_statement (id),
    CONSTRAINT commission_agent_code_fkey FOREIGN KEY (agent_code) REFERENCES agent (code),
    CONSTRAINT commission_receipt_no_fkey FOREIGN KEY (receipt_no) REFERENCES receipt (receipt_no),
    CONSTRAINT commission_amount_check CHECK (amount <> 0)
  );
  COMMENT ON TABLE commission IS 'Commission of a paid receipt, below zero of a refund, or the reversal of one. Written by: the ledger, with each receipt.';
  COMMENT ON COLUMN commission.agent_code IS 'Agent who earned it: the one that the application names for commission, else the agent of the application.';
  COMMENT ON COLUMN commission.netted IS 'Whether it is on the agent''s account instead of commission-payable.';
  COMMENT ON COLUMN commission.statement_id IS 'Statement that contains it; null until one is prepared.';
  CREATE INDEX commission_receipt_no_idx ON commission (receipt_no);
  CREATE INDEX commission_open_idx ON commission (agent_code, at) WHERE statement_id IS NULL;
  CREATE INDEX commission_statement_id_idx ON commission (statement_id) WHERE statement_id IS NOT NULL;
  CREATE INDEX commission_at_idx ON commission (at, id);
  CREATE TRIGGER commission_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF id, transaction_id, receipt_no, agent_code, at, rate_version, netted, net,
    amount, reverses ON commission FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE commission_cover (
    commission_id bigint NOT NULL,
    position smallint NOT NULL,
    percent numeric(6,3) NOT NULL,
    net numeric(14,2) NOT NULL,
    amount numeric(14,2) NOT NULL,
    CONSTRAINT commission_cover_pkey PRIMARY KEY (commission_id, position),
    CONSTRAINT commission_cover_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commission (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE commission_cover IS 'The part of a commission for one cover of its receipt. Written by: the ledger, together with it.';
  COMMENT ON COLUMN commission_cover.position IS 'Position of the cover in the receipt.';
  CREATE TRIGGER commission_cover_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_cover
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- A booking of commission opens no account: each agent has its own from the beginning, and a line's expense is opened with its first rates.
  CREATE FUNCTION open_commission_account() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO account (code, kind) VALUES ('commission-payable:' || NEW.code, 'COMMISSION_PAYABLE') ON CONFLICT (code) DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER agent_commission_account AFTER INSERT ON agent FOR EACH ROW EXECUTE FUNCTION open_commission_account();
  INSERT INTO account (code, kind) VALUES ('withholding-tax', 'WITHHOLDING_TAX');
  INSERT INTO account (code, kind) SELECT 'commission-payable:' || code, 'COMMISSION_PAYABLE' FROM agent;`;

/** A statement is deleted as a whole, also that of another agent which contains commission of these applications. */
const SANDBOX = `
  CREATE FUNCTION reset_commissions(agent text, most integer) RETURNS integer LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE
    statements bigint[];
    transactions bigint[];
  BEGIN
    PERFORM open_reset(agent);
    statements := ARRAY(
      SELECT s.id FROM commission_statement s WHERE s.agent_code = agent
      UNION SELECT c.statement_id FROM application a JOIN receipt r ON r.application_id = a.id JOIN commission c ON c.receipt_no = r.receipt_no
      WHERE a.agent_code = agent AND c.statement_id IS NOT NULL LIMIT most);
    UPDATE commission c SET statement_id = NULL WHERE c.statement_id = ANY (statements);
    WITH gone AS (DELETE FROM commission_statement s WHERE s.id = ANY (statements) RETURNING s.transaction_id)
    SELECT array_agg(transaction_id) INTO transactions FROM gone WHERE transaction_id IS NOT NULL;
    IF transactions IS NOT NULL THEN PERFORM delete_bookings(transactions); END IF;
    PERFORM set_config('record.resetting', '', true);
    RETURN cardinality(statements);
  END $$;
  CREATE INDEX commission_statement_refund_id_idx ON commission_statement (refund_id) WHERE refund_id IS NOT NULL;
  CREATE INDEX commission_statement_transaction_id_idx ON commission_statement (transaction_id) WHERE transaction_id IS NOT NULL;`;
