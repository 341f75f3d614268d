import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Below a trillion: fifty objects insured for a billion in each group, at the dearest rates and with the greatest loading, exceed ten billion. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  application: ['net', 'fee', 'tax', 'levy', 'gross'],
  receipt: ['net', 'fee', 'tax', 'levy', 'gross'],
  receipt_cover: ['net'],
  payment_code: ['amount'],
  ledger_entry: ['amount'],
  bank_advice: ['amount'],
  suspense_item: ['amount'],
};

/** Every amount that a premium can reach holds it, and the running balance of an agent many of them. No table is rewritten. */
export class WidenAmounts1763600009100 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await alter(runner, 'numeric(14,2)', 'numeric(16,2)');
  }

  /** Fails where an amount needs the width: it goes back to no narrower column. */
  async down(runner: QueryRunner): Promise<void> {
    await alter(runner, 'numeric(12,2)', 'numeric(14,2)');
  }
}

async function alter(runner: QueryRunner, amount: string, balance: string): Promise<void> {
  // The type of a column that a trigger names cannot be altered.
  await runner.query(`DROP TRIGGER receipt_figures_fixed ON receipt`);
  await runner.query(`DROP TRIGGER suspense_item_figures_fixed ON suspense_item`);
  for (const [table, columns] of Object.entries(AMOUNTS))
    await runner.query(`ALTER TABLE ${table} ${columns.map((column) => `ALTER COLUMN ${column} TYPE ${amount}`).join(', ')}`);
  await runner.query(`ALTER TABLE account ALTER COLUMN balance TYPE ${balance}`);
  await runner.query(`
    CREATE TRIGGER receipt_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF receipt_no, application_id, policy_no, instalment_no, kind, period_from, period_to,
      issue_date, due_date, net, fee, tax, levy, gross, taxes, levies
    ON receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  await runner.query(`
    CREATE TRIGGER suspense_item_figures_fixed BEFORE DELETE OR TRUNCATE OR UPDATE OF id, advice_id, transaction_id, application_id, amount, reason, created_at
    ON suspense_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}
