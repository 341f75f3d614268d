import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allowValues, disallowValues } from '../allowed-values.js';

const ACCOUNTS = { table: 'account', column: 'kind', constraint: 'account_kind_check' };
const TRANSACTIONS = { table: 'ledger_transaction', column: 'kind', constraint: 'ledger_transaction_kind_check' };
const TRANSACTION_KINDS = ['PREMIUM', 'PREMIUM_CANCELLATION'];

/**
 * Writes premium in separate transactions, by line and tax class, and books payments against receivables. Rewrites
 * what was booked, as if it had always been so.
 */
export class AddReceivables1764000034000 implements MigrationInterface {
  static readonly isAdditive = false;

  async up(runner: QueryRunner): Promise<void> {
    await allowValues(runner, ACCOUNTS, ['RECEIVABLE']);
    await allowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
    await disallowValues(runner, TRANSACTIONS, TRANSACTION_KINDS);
    await disallowValues(runner, ACCOUNTS, ['RECEIVABLE']);
  }
}

const WITHOUT_GUARDS = `
  ALTER TABLE account DISABLE TRIGGER account_identity_fixed;
  ALTER TABLE ledger_transaction DISABLE TRIGGER USER;
  ALTER TABLE ledger_entry DISABLE TRIGGER USER;`;
const WITH_GUARDS = `
  ALTER TABLE ledger_entry ENABLE TRIGGER USER;
  ALTER TABLE ledger_transaction ENABLE TRIGGER USER;
  ALTER TABLE account ENABLE TRIGGER account_identity_fixed;`;

const PAID = `('CHARGE', 'PAYMENT', 'REFUND')`;

const UP = `
  ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_receipt_no_key;
  CREATE UNIQUE INDEX ledger_transaction_receipt_no_key ON ledger_transaction (receipt_no) WHERE kind IN ${PAID};
  CREATE UNIQUE INDEX ledger_transaction_premium_key ON ledger_transaction (receipt_no) WHERE kind = 'PREMIUM';
  CREATE UNIQUE INDEX ledger_transaction_premium_cancellation_key ON ledger_transaction (receipt_no) WHERE kind = 'PREMIUM_CANCELLATION';
  -- Reports read what was paid in the order of time.
  CREATE INDEX ledger_transaction_paid_idx ON ledger_transaction (at, id) WHERE kind IN ${PAID};

  ${WITHOUT_GUARDS}
  CREATE TEMPORARY TABLE premium_part ON COMMIT DROP AS
  SELECT t.receipt_no, part.code, part.kind, part.amount
  FROM ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no JOIN application a ON a.id = r.application_id
  CROSS JOIN LATERAL (
    SELECT 'receivable:' || a.line AS code, 'RECEIVABLE' AS kind, r.gross AS amount
    UNION ALL SELECT 'fee-income:' || a.line, 'FEE_INCOME', -r.fee
    UNION ALL SELECT 'premium-income:' || a.line || ':' || (c ->> 'taxClass'), 'PREMIUM_INCOME', -(c ->> 'net')::numeric FROM jsonb_array_elements(r.taxes) c
    UNION ALL SELECT 'tax-payable:' || (c ->> 'taxClass'), 'TAX_PAYABLE', -(c ->> 'tax')::numeric FROM jsonb_array_elements(r.taxes) c
    UNION ALL SELECT 'levy-payable:' || (l ->> 'code'), 'LEVY_PAYABLE', -(l ->> 'amount')::numeric FROM jsonb_array_elements(r.levies) l) part
  WHERE t.kind IN ${PAID} AND part.amount <> 0;
  INSERT INTO account (code, kind) SELECT DISTINCT code, kind FROM premium_part ORDER BY code ON CONFLICT (code) DO NOTHING;

  DELETE FROM ledger_entry e USING ledger_transaction t, account a
  WHERE t.id = e.transaction_id AND a.id = e.account_id AND t.kind IN ${PAID} AND a.kind IN ('PREMIUM_INCOME', 'FEE_INCOME', 'TAX_PAYABLE', 'LEVY_PAYABLE');
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT t.id, a.id, -p.amount, t.at FROM ledger_transaction t JOIN premium_part p ON p.receipt_no = t.receipt_no AND p.kind = 'RECEIVABLE' JOIN account a ON a.code = p.code
  WHERE t.kind IN ${PAID};
  WITH premium AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference)
    SELECT t.at, 'PREMIUM', t.application_id, t.receipt_no, t.reference FROM ledger_transaction t WHERE t.kind IN ${PAID} ORDER BY t.id
    RETURNING id, receipt_no, at)
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
  SELECT premium.id, a.id, p.amount, premium.at FROM premium JOIN premium_part p USING (receipt_no) JOIN account a ON a.code = p.code;
  DELETE FROM account WHERE code IN ('premium-income', 'fee-income');
  ${WITH_GUARDS}`;

const DOWN = `
  ${WITHOUT_GUARDS}
  INSERT INTO account (code, kind) VALUES ('premium-income', 'PREMIUM_INCOME'), ('fee-income', 'FEE_INCOME');
  CREATE TEMPORARY TABLE premium_part ON COMMIT DROP AS
  SELECT paid.id, paid.at, b.id AS account_id, sum(e.amount) AS amount
  FROM ledger_transaction paid JOIN ledger_transaction t ON t.receipt_no = paid.receipt_no AND t.kind = 'PREMIUM'
  JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id AND a.kind <> 'RECEIVABLE'
  JOIN account b ON b.code = CASE a.kind WHEN 'PREMIUM_INCOME' THEN 'premium-income' WHEN 'FEE_INCOME' THEN 'fee-income' ELSE a.code END
  WHERE paid.kind IN ${PAID} GROUP BY paid.id, b.id;
  DELETE FROM ledger_entry e USING ledger_transaction t, account a
  WHERE t.id = e.transaction_id AND a.id = e.account_id AND (t.kind LIKE 'PREMIUM%' OR a.kind = 'RECEIVABLE');
  DELETE FROM ledger_transaction WHERE kind LIKE 'PREMIUM%';
  INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT id, account_id, amount, at FROM premium_part;
  DELETE FROM account WHERE kind = 'RECEIVABLE' OR kind IN ('PREMIUM_INCOME', 'FEE_INCOME') AND code LIKE '%:%';
  ${WITH_GUARDS}
  DROP INDEX ledger_transaction_paid_idx, ledger_transaction_premium_cancellation_key, ledger_transaction_premium_key, ledger_transaction_receipt_no_key;
  ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_receipt_no_key UNIQUE (receipt_no);`;
