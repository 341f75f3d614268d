import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The application (and, once issued, the policy) as one row, every transition it made and every former state of it. */
export class CreateApplications1763600001000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner);
    await createIndexes(runner);
    await createHistory(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE application_version, status_transition, application`);
    await runner.query(`DROP FUNCTION keep_application_version()`);
    await runner.query(`DROP SEQUENCE risk_item_id_seq`);
  }
}

async function createTable(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE SEQUENCE application_id_seq MAXVALUE 9999999999`);
  await runner.query(`CREATE SEQUENCE risk_item_id_seq INCREMENT BY 100`);
  // The questionnaire and the price are answered as they were written, in the order of their fields: json, not jsonb. What is searched or
  // added up has columns of its own.
  await runner.query(`
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
      net numeric(12,2),
      fee numeric(12,2),
      tax numeric(12,2),
      levy numeric(12,2),
      gross numeric(12,2),
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
      CONSTRAINT application_issued_check CHECK (status NOT IN ('50', '55', '60', '65', '70') OR (policy_no IS NOT NULL AND issue_date IS NOT NULL))
    )`);
}

async function createIndexes(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER SEQUENCE application_id_seq OWNED BY application.id`);
  await runner.query(`CREATE INDEX application_agent_code_line_id_idx ON application (agent_code, line, id DESC)`);
  await runner.query(`CREATE INDEX application_client_search_idx ON application USING gin (client_search public.gin_trgm_ops)`);
  await runner.query(`CREATE INDEX application_application_no_idx ON application (application_no text_pattern_ops)`);
  await runner.query(`CREATE INDEX application_policy_no_idx ON application (policy_no text_pattern_ops)`);
  await runner.query(`CREATE INDEX application_client_afm_idx ON application (client_afm)`);
  await runner.query(`CREATE INDEX application_pay_by_idx ON application (pay_by) WHERE status = '45'`);
}

async function createHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`
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
    )`);
  await runner.query(`CREATE INDEX status_transition_application_id_idx ON status_transition (application_id, id)`);

  await runner.query(`
    CREATE TABLE application_version (
      application_id bigint NOT NULL,
      version integer NOT NULL,
      valid_from timestamptz NOT NULL,
      valid_until timestamptz NOT NULL,
      state jsonb NOT NULL,
      CONSTRAINT application_version_pkey PRIMARY KEY (application_id, version),
      CONSTRAINT application_version_application_id_fkey FOREIGN KEY (application_id) REFERENCES application (id)
    )`);
  // The former state is kept by the table itself, so that no writer can forget it. It names who made it (updated_by) and how (last_action).
  await runner.query(`
    CREATE FUNCTION keep_application_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.version <> OLD.version + 1 THEN
        RAISE EXCEPTION 'application %: version % cannot follow %', OLD.id, NEW.version, OLD.version;
      END IF;
      INSERT INTO application_version (application_id, version, valid_from, valid_until, state)
      VALUES (OLD.id, OLD.version, OLD.updated_at, NEW.updated_at, to_jsonb(OLD) - 'client_search');
      RETURN NEW;
    END $$`);
  await runner.query(
    `CREATE TRIGGER application_keep_version BEFORE UPDATE ON application FOR EACH ROW EXECUTE FUNCTION keep_application_version()`,
  );
  for (const table of ['status_transition', 'application_version']) {
    await runner.query(
      `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
    );
  }
}
