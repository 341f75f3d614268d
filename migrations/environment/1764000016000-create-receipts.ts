import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates receipts of policies with their covers, the payment codes given out, and the acts of cancellations. */
export class CreateReceipts1764000016000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE cancellation, payment_code, receipt_cover, receipt;
      DROP FUNCTION give_receipt_its_agent`);
  }
}

const UP = `
  CREATE SEQUENCE receipt_no_seq;
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
    net numeric(14,2) NOT NULL,
    fee numeric(14,2) NOT NULL,
    tax numeric(14,2) NOT NULL,
    levy numeric(14,2) NOT NULL,
    gross numeric(14,2) NOT NULL,
    taxes jsonb NOT NULL,
    levies jsonb NOT NULL,
    payment_method text,
    payment_reference text,
    paid_at timestamptz,
    changed_at timestamptz,
    agent_code text,
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
  );
  COMMENT ON TABLE receipt IS 'A receipt of a policy: one for each instalment or refund. Written by: issue, renewal, instalments, cancellation.';
  COMMENT ON COLUMN receipt.changed_at IS 'Time of its creation, or of the last change of its status.';
  COMMENT ON COLUMN receipt.agent_code IS 'The agent of its application.';
  ALTER SEQUENCE receipt_no_seq OWNED BY receipt.receipt_no;
  CREATE INDEX receipt_period_from_idx ON receipt (period_from, agent_code) WHERE status = 'PENDING';

  -- Only the status and the payment of a receipt ever change.
  CREATE TRIGGER receipt_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF receipt_no, application_id, policy_no, instalment_no, kind, period_from, period_to,
    issue_date, due_date, net, fee, tax, levy, gross, taxes, levies
    ON receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- What is due of one agent is found by the receipt alone; an application never changes its agent.
  CREATE FUNCTION give_receipt_its_agent() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.agent_code := (SELECT a.agent_code FROM application a WHERE a.id = NEW.application_id);
    RETURN NEW;
  END $$;
  CREATE TRIGGER receipt_agent BEFORE INSERT ON receipt FOR EACH ROW WHEN (NEW.agent_code IS NULL) EXECUTE FUNCTION give_receipt_its_agent();

  CREATE TABLE receipt_cover (
    receipt_no bigint NOT NULL,
    position smallint NOT NULL,
    object_id bigint,
    code text NOT NULL,
    title text NOT NULL,
    sum_insured numeric(14,2),
    net numeric(14,2) NOT NULL,
    tax_class text NOT NULL,
    CONSTRAINT receipt_cover_pkey PRIMARY KEY (receipt_no, position),
    CONSTRAINT receipt_cover_receipt_no_fkey FOREIGN KEY (receipt_no) REFERENCES receipt (receipt_no)
  );
  COMMENT ON TABLE receipt_cover IS 'The share of a cover in a receipt. Written by: issue, renewal, cancellation.';
  CREATE TRIGGER receipt_cover_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_cover
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE payment_code (
    code text NOT NULL,
    application_id bigint NOT NULL,
    sequence integer NOT NULL,
    instalment_no smallint NOT NULL,
    amount numeric(14,2) NOT NULL,
    due_date date NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT payment_code_pkey PRIMARY KEY (code),
    CONSTRAINT payment_code_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id),
    CONSTRAINT payment_code_code_check CHECK (code ~ '^RF[0-9]{23}$'),
    CONSTRAINT payment_code_sequence_check CHECK (sequence BETWEEN 1 AND 99999),
    CONSTRAINT payment_code_instalment_no_check CHECK (instalment_no > 0),
    CONSTRAINT payment_code_amount_check CHECK (amount > 0),
    CONSTRAINT payment_code_code_application_id_key UNIQUE (code, application_id)
  );
  COMMENT ON TABLE payment_code IS
    'A payment code (RF) of an application, with the amount that it asks for. Written by: the payment codes of collection.';
  CREATE INDEX payment_code_application_id_sequence_idx ON payment_code (application_id, sequence);
  -- Candidates for money in suspense (money.24).
  CREATE INDEX payment_code_amount_created_at_idx ON payment_code (amount, created_at);
  CREATE TRIGGER payment_code_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_code
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  -- One act for each policy that ends before its time, with a number of its own. It is deleted with its application, by a reset of the sandbox alone.
  CREATE SEQUENCE act_no_seq;
  CREATE TABLE cancellation (
    act_no bigint NOT NULL DEFAULT nextval('act_no_seq'),
    application_id bigint NOT NULL,
    kind text NOT NULL,
    cover_ends date NOT NULL,
    cancelled_at timestamptz NOT NULL,
    CONSTRAINT cancellation_pkey PRIMARY KEY (act_no),
    CONSTRAINT cancellation_application_id_key UNIQUE (application_id),
    CONSTRAINT cancellation_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id) ON DELETE CASCADE,
    CONSTRAINT cancellation_kind_check CHECK (kind IN ('CANCELLATION', 'WITHDRAWAL', 'NON_PAYMENT'))
  );
  COMMENT ON TABLE cancellation IS 'The act of a cancellation, which ends a policy before its time. Written by: cancellation, lapse.';
  COMMENT ON COLUMN cancellation.cover_ends IS 'First day without cover.';
  ALTER SEQUENCE act_no_seq OWNED BY cancellation.act_no;
  CREATE TRIGGER cancellation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
