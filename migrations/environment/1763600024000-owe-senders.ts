import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNTS_BEFORE = `'AGENT', 'PREMIUM_INCOME', 'FEE_INCOME', 'TAX_PAYABLE', 'LEVY_PAYABLE', 'BANK', 'CUSTOMER_PAYABLE', 'SUSPENSE', 'AGENT_PAYABLE'`;
const CREDITORS_BEFORE = 'application_id IS NOT NULL AND agent_code IS NULL';

/** Owes unidentified money to its sender, whose account is stored while the money waits (money.70, money.71). */
export class OweSenders1763600024000 implements MigrationInterface {
  /** The former program cannot pay a refund of no application, and does not list it. */
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceChecks(
      runner,
      `${ACCOUNTS_BEFORE}, 'SENDER_PAYABLE'`,
      `(application_id IS NOT NULL OR kind = 'SUSPENSE') AND agent_code IS NULL`,
    );
    await runner.query('ALTER TABLE bank_statement_entry ADD COLUMN sender_iban bytea');
    await replaceTold(runner, 'sender, sender_iban, remittance');
    if (await isSandbox(runner)) await forget(runner, 'sender = NULL, sender_iban = NULL, remittance = NULL');
  }

  /** Fails where money is owed to a sender: books go back to no narrower ones. */
  async down(runner: QueryRunner): Promise<void> {
    if (await isSandbox(runner)) await forget(runner, 'sender = NULL, remittance = NULL');
    await runner.query('ALTER TABLE bank_statement_entry DROP CONSTRAINT bank_statement_entry_told_check');
    await runner.query('ALTER TABLE bank_statement_entry DROP COLUMN sender_iban');
    await addTold(runner, 'sender, remittance');
    await replaceChecks(runner, ACCOUNTS_BEFORE, CREDITORS_BEFORE);
  }
}

async function replaceChecks(runner: QueryRunner, accounts: string, creditors: string): Promise<void> {
  await runner.query(`
    ALTER TABLE account DROP CONSTRAINT account_kind_check, ADD CONSTRAINT account_kind_check CHECK (kind IN (${accounts}))`);
  await runner.query(`
    ALTER TABLE refund DROP CONSTRAINT refund_creditor_check, ADD CONSTRAINT refund_creditor_check CHECK (
      CASE WHEN kind = 'AGENT' THEN application_id IS NULL AND agent_code IS NOT NULL ELSE ${creditors} END)`);
}

async function replaceTold(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query('ALTER TABLE bank_statement_entry DROP CONSTRAINT bank_statement_entry_told_check');
  await addTold(runner, columns);
}

async function addTold(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(`
    ALTER TABLE bank_statement_entry ADD CONSTRAINT bank_statement_entry_told_check
      CHECK (result IN ('WAITING', 'SUSPENSE') OR num_nonnulls(${columns}) = 0)`);
}

/** Deletes a sender when a reset of the sandbox deletes the item (money.22). */
async function forget(runner: QueryRunner, changes: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION forget_senders() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE bank_statement_entry e SET ${changes} FROM gone g WHERE e.suspense_id = g.id;
      RETURN NULL;
    END $$`);
}

async function isSandbox(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(`SELECT current_schema() = 'sandbox' AS "isSandbox"`)) as { isSandbox: boolean }[];
  return row?.isSandbox === true;
}
