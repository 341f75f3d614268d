import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts of policies, one for each instalment or refund, with their covers; and the payment codes given out. */
export class CreateReceipts1763600002300 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await createReceipt(runner);
    await createReceiptCover(runner);
    await createPaymentCode(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE payment_code, receipt_cover, receipt`);
  }
}

async function createReceipt(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE SEQUENCE receipt_no_seq`);
  await runner.query(`
    CREATE TABLE receipt (
      receipt_no bigint NOT NULL DEFAULT nextval('receipt_no_seq'),
      application_id bigint NOT NULL,
      policy_no text NOT NULL,
      instalment_no smallint NOT NULL,
      kind text NOT NULL,
      period_from date NOT NULL,
      period_to date NOT NULL,
      issue_date date NOT NULL,
      due_date date NOT NULL,
      status text NOT NULL,
      net numeric(12,2) NOT NULL,
      fee numeric(12,2) NOT NULL,
      tax numeric(12,2) NOT NULL,
      levy numeric(12,2) NOT NULL,
      gross numeric(12,2) NOT NULL,
      taxes jsonb NOT NULL,
      levies jsonb NOT NULL,
      payment_method text,
      payment_reference text,
      paid_at timestamptz,
      CONSTRAINT receipt_pkey PRIMARY KEY (receipt_no),
      CONSTRAINT receipt_application_id_instalment_no_kind_key UNIQUE (application_id, instalment_no, kind),
      CONSTRAINT receipt_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id),
      CONSTRAINT receipt_kind_check CHECK (kind IN ('NEW', 'INSTALMENT', 'RENEWAL', 'REFUND')),
      CONSTRAINT receipt_instalment_no_check CHECK (instalment_no > 0),
      CONSTRAINT receipt_period_check CHECK (period_to > period_from),
      CONSTRAINT receipt_status_check CHECK (status IN ('PENDING', 'PAID', 'CANCELLED')),
      CONSTRAINT receipt_gross_check CHECK (gross = net + fee + tax + levy),
      CONSTRAINT receipt_sign_check CHECK (CASE WHEN kind = 'REFUND' THEN greatest(net, fee, tax, levy) <= 0 ELSE least(net, fee, tax, levy) >= 0 END),
      CONSTRAINT receipt_payment_method_check CHECK (payment_method IN ('CHARGE', 'RF')),
      CONSTRAINT receipt_paid_check CHECK (
        CASE WHEN status = 'PAID' THEN num_nonnulls(payment_method, payment_reference, paid_at) = 3
        ELSE num_nonnulls(payment_method, payment_reference, paid_at) = 0 END)
    )`);
  await runner.query(`ALTER SEQUENCE receipt_no_seq OWNED BY receipt.receipt_no`);
  // Only the status and the payment of a receipt ever change.
  await runner.query(`
    CREATE TRIGGER receipt_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF receipt_no, application_id, policy_no, instalment_no, kind, period_from, period_to,
      issue_date, due_date, net, fee, tax, levy, gross, taxes, levies
    ON receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}

async function createReceiptCover(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE receipt_cover (
      receipt_no bigint NOT NULL,
      position smallint NOT NULL,
      object_id bigint,
      code text NOT NULL,
      title text NOT NULL,
      sum_insured numeric(14,2),
      net numeric(12,2) NOT NULL,
      tax_class text NOT NULL,
      CONSTRAINT receipt_cover_pkey PRIMARY KEY (receipt_no, position),
      CONSTRAINT receipt_cover_receipt_no_fkey FOREIGN KEY (receipt_no) REFERENCES receipt (receipt_no)
    )`);
  await runner.query(
    `CREATE TRIGGER receipt_cover_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_cover FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  );
}

async function createPaymentCode(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE payment_code (
      code text NOT NULL,
      application_id bigint NOT NULL,
      sequence integer NOT NULL,
      instalment_no smallint NOT NULL,
      amount numeric(12,2) NOT NULL,
      due_date date NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT payment_code_pkey PRIMARY KEY (code),
      CONSTRAINT payment_code_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id),
      CONSTRAINT payment_code_code_check CHECK (code ~ '^RF[0-9]{23}$'),
      CONSTRAINT payment_code_sequence_check CHECK (sequence BETWEEN 1 AND 99999),
      CONSTRAINT payment_code_instalment_no_check CHECK (instalment_no > 0),
      CONSTRAINT payment_code_amount_check CHECK (amount > 0)
    )`);
  await runner.query(`CREATE INDEX payment_code_application_id_sequence_idx ON payment_code (application_id, sequence)`);
  await runner.query(
    `CREATE TRIGGER payment_code_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_code FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  );
}
