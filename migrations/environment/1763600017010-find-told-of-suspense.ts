import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What files of the bank told of money in suspense is found by its item; in the sandbox, where items are deleted, it is kept no longer than that (money.22).
 */
export class FindToldOfSuspense1763600017010 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX bank_statement_entry_suspense_id_idx ON bank_statement_entry (suspense_id) WHERE suspense_id IS NOT NULL`,
    );
    if (!(await isSandbox(runner))) return;
    const forget = `UPDATE bank_statement_entry e SET sender = NULL, remittance = NULL`;
    await runner.query(`
      CREATE FUNCTION forget_senders() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        ${forget} FROM gone g WHERE e.suspense_id = g.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER suspense_item_senders AFTER DELETE ON suspense_item REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION forget_senders()`);
    await runner.query(`${forget} WHERE e.suspense_id IS NOT NULL AND NOT EXISTS (SELECT FROM suspense_item s WHERE s.id = e.suspense_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX bank_statement_entry_suspense_id_idx`);
    if (!(await isSandbox(runner))) return;
    await runner.query(`DROP TRIGGER suspense_item_senders ON suspense_item`);
    await runner.query(`DROP FUNCTION forget_senders`);
  }
}

async function isSandbox(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(`SELECT current_schema() = 'sandbox' AS "isSandbox"`)) as { isSandbox: boolean }[];
  return row?.isSandbox === true;
}
