import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What of an agent's charges is not paid, when settlements and credits pay the oldest first: the newest debits of the account, as many as make what
 * is owed. Read from the end, it costs what is open, whatever the account's length.
 */
export class FindOpenCharges1763600016500 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION open_charges(account bigint, owed numeric) RETURNS TABLE (transaction_id bigint, at timestamptz, amount numeric)
      LANGUAGE plpgsql STABLE ROWS 100 AS $$
      DECLARE
        debit record;
        remaining numeric := owed;
      BEGIN
        IF remaining <= 0 THEN RETURN; END IF;
        FOR debit IN
          SELECT e.transaction_id AS id, e.at AS moment, e.amount AS sum FROM ledger_entry e
          WHERE e.account_id = open_charges.account AND e.amount > 0 ORDER BY e.at DESC, e.transaction_id DESC
        LOOP
          transaction_id := debit.id;
          at := debit.moment;
          amount := least(debit.sum, remaining);
          RETURN NEXT;
          remaining := remaining - debit.sum;
          EXIT WHEN remaining <= 0;
        END LOOP;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION open_charges(bigint, numeric)`);
  }
}
