import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isSandbox } from '../schema.js';

/** Numbers receipts without gaps when they are issued, adds facts of claims, and admits plates of two letters. */
export class ExtendBooks1764000042000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECEIPT_NUMBERS);
    await runner.query(CLAIMS);
    await runner.query(checkPlates('{2,3}', await isSandbox(runner)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkPlates('{3}', await isSandbox(runner)));
    await runner.query(`
      DROP TABLE claim;
      DROP TRIGGER payment_code_issue_receipt ON payment_code;
      DROP TRIGGER ledger_transaction_issue_receipt ON ledger_transaction;
      DROP TABLE receipt_number;
      DROP FUNCTION issue_asked_receipt, issue_written_receipt`);
  }
}

/** Sets how many letters the plates of the bonus-malus registers have. */
function checkPlates(letters: string, hasAgents: boolean): string {
  const tables = hasAgents ? ['bonus_malus_registry', 'agent_bonus_malus'] : ['bonus_malus_registry'];
  return tables
    .map(
      (table) => `
  ALTER TABLE ${table} DROP CONSTRAINT ${table}_plate_no_check,
    ADD CONSTRAINT ${table}_plate_no_check CHECK (plate_no ~ '^[ABEZHIKMNOPTYX]${letters}[1-9][0-9]{0,3}$') NOT VALID;
  ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_plate_no_check;`,
    )
    .join('');
}

const CLAIMS = `
  CREATE TABLE claim (
    claim_no text NOT NULL,
    application_id bigint NOT NULL,
    date date NOT NULL,
    at_fault boolean NOT NULL,
    reserved numeric(14,2) NOT NULL,
    paid numeric(14,2) NOT NULL,
    recorded_at timestamptz NOT NULL,
    recorded_by text NOT NULL,
    CONSTRAINT claim_pkey PRIMARY KEY (claim_no),
    CONSTRAINT claim_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT claim_amounts_check CHECK (least(reserved, paid) >= 0)
  );
  COMMENT ON TABLE claim IS 'Facts of a claim of a policy, which renewals and withdrawals read. Written by: staff, by hand and from files.';
  COMMENT ON COLUMN claim.date IS 'Day of the loss.';
  CREATE INDEX claim_application_id_idx ON claim (application_id);`;

const RECEIPT_NUMBERS = `
  CREATE TABLE receipt_number (
    receipt_no bigint NOT NULL,
    issued_on date,
    series text,
    number bigint,
    CONSTRAINT receipt_number_pkey PRIMARY KEY (receipt_no),
    CONSTRAINT receipt_number_receipt_no_fkey FOREIGN KEY (receipt_no) REFERENCES receipt (receipt_no) ON DELETE CASCADE,
    CONSTRAINT receipt_number_series_number_key UNIQUE (series, number),
    CONSTRAINT receipt_number_number_check CHECK (number > 0 AND (number IS NULL) = (series IS NULL))
  );
  COMMENT ON TABLE receipt_number IS
    'An issued receipt with its number, which follows within a second. Written by: triggers of ledger_transaction and payment_code; the numbering of receipts.';
  COMMENT ON COLUMN receipt_number.issued_on IS 'Day on which the receipt was paid, written or asked for. Null for one from before numbers were given at issue.';
  CREATE INDEX receipt_number_unnumbered_idx ON receipt_number (receipt_no) WHERE number IS NULL;
  CREATE INDEX receipt_number_issued_on_idx ON receipt_number (issued_on);
  CREATE TRIGGER receipt_number_fixed BEFORE TRUNCATE OR UPDATE OF receipt_no, issued_on ON receipt_number FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- Receipts that are issued keep the number that is printed on them.
  INSERT INTO receipt_number (receipt_no, series, number)
  SELECT r.receipt_no, CASE current_schema() WHEN 'sandbox' THEN 'S' ELSE '' END || to_char(r.issue_date, 'YY') || left(a.application_no, 1)
    || CASE r.kind WHEN 'REFUND' THEN '-R' ELSE '' END, r.receipt_no
  FROM receipt r JOIN application a ON a.id = r.application_id
  WHERE EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM')
    OR EXISTS (SELECT FROM payment_code c WHERE c.application_id = r.application_id AND c.instalment_no = r.instalment_no);

  -- A receipt is issued when it is written, which a payment does too, or when a payment code asks for it.
  CREATE FUNCTION issue_written_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO receipt_number (receipt_no, issued_on) VALUES (NEW.receipt_no, (NEW.at AT TIME ZONE 'Europe/Athens')::date) ON CONFLICT (receipt_no) DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_transaction_issue_receipt AFTER INSERT ON ledger_transaction FOR EACH ROW WHEN (NEW.kind = 'PREMIUM')
    EXECUTE FUNCTION issue_written_receipt();
  CREATE FUNCTION issue_asked_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO receipt_number (receipt_no, issued_on)
    SELECT r.receipt_no, (NEW.created_at AT TIME ZONE 'Europe/Athens')::date FROM receipt r
    WHERE r.application_id = NEW.application_id AND r.instalment_no = NEW.instalment_no AND r.status = 'PENDING'
    ON CONFLICT (receipt_no) DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_code_issue_receipt AFTER INSERT ON payment_code FOR EACH ROW EXECUTE FUNCTION issue_asked_receipt();`;
