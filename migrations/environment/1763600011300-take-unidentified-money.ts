import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money with a payment code that was never given out is kept and booked, too: its advice, its item of suspense and its bookings have no application.
 * The former program would owe its refund to the customer of no application.
 */
export class TakeUnidentifiedMoney1763600011300 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    // With an application, the code is one of that application; without one the key is not looked at.
    await runner.query(`ALTER TABLE payment_code ADD CONSTRAINT payment_code_code_application_id_key UNIQUE (code, application_id)`);
    await runner.query(`
      ALTER TABLE bank_advice ALTER COLUMN application_id DROP NOT NULL, DROP CONSTRAINT bank_advice_payment_code_fkey,
        ADD CONSTRAINT bank_advice_payment_code_fkey FOREIGN KEY (payment_code, application_id) REFERENCES payment_code (code, application_id),
        ADD CONSTRAINT bank_advice_application_check CHECK (application_id IS NOT NULL OR outcome = 'SUSPENDED')`);
    await runner.query(`
      ALTER TABLE suspense_item ALTER COLUMN application_id DROP NOT NULL, DROP CONSTRAINT suspense_item_resolved_check,
        ADD CONSTRAINT suspense_item_application_check CHECK ((application_id IS NULL) = (reason = '-703')),
        ADD CONSTRAINT suspense_item_resolved_check CHECK (num_nonnulls(resolution, resolution_transaction_id, resolved_by, resolved_at) IN (0, 4)),
        ADD CONSTRAINT suspense_item_resolved_application_check CHECK (CASE WHEN resolution = 'REFUND'
          THEN resolved_application_id IS NOT DISTINCT FROM application_id ELSE (resolved_application_id IS NULL) = (resolution IS NULL) END)`);
    await checkReceipts(runner, 'receipt_no IS NULL');
  }

  /** Fails where such money is: books go back to no narrower ones. */
  async down(runner: QueryRunner): Promise<void> {
    await checkReceipts(runner, 'application_id IS NOT NULL AND receipt_no IS NULL');
    await runner.query(`
      ALTER TABLE suspense_item ALTER COLUMN application_id SET NOT NULL, DROP CONSTRAINT suspense_item_resolved_check,
        DROP CONSTRAINT suspense_item_application_check, DROP CONSTRAINT suspense_item_resolved_application_check,
        ADD CONSTRAINT suspense_item_resolved_check CHECK (
          num_nonnulls(resolution, resolution_transaction_id, resolved_application_id, resolved_by, resolved_at) IN (0, 5))`);
    await runner.query(`
      ALTER TABLE bank_advice ALTER COLUMN application_id SET NOT NULL, DROP CONSTRAINT bank_advice_application_check,
        DROP CONSTRAINT bank_advice_payment_code_fkey,
        ADD CONSTRAINT bank_advice_payment_code_fkey FOREIGN KEY (payment_code) REFERENCES payment_code (code)`);
    await runner.query(`ALTER TABLE payment_code DROP CONSTRAINT payment_code_code_application_id_key`);
  }
}

async function checkReceipts(runner: QueryRunner, ofSuspense: string): Promise<void> {
  await runner.query(`
    ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_receipt_check,
      ADD CONSTRAINT ledger_transaction_receipt_check CHECK (CASE
        WHEN kind = 'SETTLEMENT' THEN num_nonnulls(application_id, receipt_no) = 0
        WHEN kind IN ('SUSPENSE', 'SUSPENSE_REFUND') THEN ${ofSuspense}
        ELSE num_nonnulls(application_id, receipt_no) = 2 END)`);
}
