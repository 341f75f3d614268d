import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the notice of an unpaid instalment, days without cover before a late payment, and earned but unpaid premium. */
export class AddUnpaidInstalments1764000030000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX receipt_notice_on_idx, receipt_application_id_instalment_no_kind_key;
      ALTER TABLE receipt
        DROP COLUMN notice_on, DROP COLUMN gap_from, DROP COLUMN replaces,
        DROP CONSTRAINT receipt_kind_check, ADD CONSTRAINT receipt_kind_check CHECK (kind IN ('NEW', 'INSTALMENT', 'RENEWAL', 'REFUND')),
        ADD CONSTRAINT receipt_application_id_instalment_no_kind_key UNIQUE (application_id, instalment_no, kind);
      ALTER TABLE refund DROP CONSTRAINT refund_kind_check, ADD CONSTRAINT refund_kind_check CHECK (kind IN ('CANCELLATION', 'SUSPENSE', 'AGENT'))`);
  }
}

const UP = `
  ALTER TABLE receipt
    DROP CONSTRAINT receipt_kind_check, ADD CONSTRAINT receipt_kind_check CHECK (kind IN ('NEW', 'INSTALMENT', 'RENEWAL', 'REFUND', 'EARNED')),
    DROP CONSTRAINT receipt_application_id_instalment_no_kind_key,
    ADD COLUMN notice_on date,
    ADD COLUMN gap_from date,
    ADD COLUMN replaces bigint,
    ADD CONSTRAINT receipt_replaces_fkey FOREIGN KEY (replaces) REFERENCES receipt (receipt_no),
    ADD CONSTRAINT receipt_gap_check CHECK (gap_from < period_from);
  COMMENT ON COLUMN receipt.notice_on IS 'Day of the notice of termination for an unpaid instalment; cover goes on for a month from it.';
  COMMENT ON COLUMN receipt.gap_from IS 'First day without cover before a late payment; cover begins again on period_from.';
  COMMENT ON COLUMN receipt.replaces IS 'The receipt of the whole period that a late payment replaces.';

  -- A late payment replaces the receipt of its instalment. The index has all receipts, because it also finds those of an application.
  CREATE UNIQUE INDEX receipt_application_id_instalment_no_kind_key
    ON receipt (application_id, instalment_no, kind, (CASE WHEN status = 'CANCELLED' THEN receipt_no END)) NULLS NOT DISTINCT;
  CREATE UNIQUE INDEX receipt_replaces_key ON receipt (replaces) WHERE replaces IS NOT NULL;
  CREATE INDEX receipt_notice_on_idx ON receipt (((notice_on + interval '1 month')::date), agent_code) WHERE status = 'PENDING' AND notice_on IS NOT NULL;

  -- What a late payment was more than the premium of the days with cover is owed to the customer.
  ALTER TABLE refund DROP CONSTRAINT refund_kind_check, ADD CONSTRAINT refund_kind_check CHECK (kind IN ('CANCELLATION', 'SUSPENSE', 'AGENT', 'OVERPAYMENT'));`;
