import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Compares the lines of a statement with the books in time that grows with their number, not with its square. */
export class MatchBankLinesInLinearTime1764000700000 implements MigrationInterface {
  static readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LINEAR);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(SQUARE);
  }
}

// OFFSET 0 makes the planner look up each booking by its key, whatever it knows of tables that have just grown.
const LINEAR = `
  CREATE OR REPLACE FUNCTION match_bank_lines(statement bigint) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
    WITH line AS MATERIALIZED (
      SELECT e.id, e.line_day, CASE WHEN e.is_credit THEN e.amount ELSE -e.amount END AS amount, coalesce(e.transaction_id, o.transaction_id) AS transaction_id,
        CASE 'PAYOUT' WHEN e.result THEN e.payout_batch_id WHEN o.result THEN o.payout_batch_id END AS batch_id, coalesce(e.own_payout_id, o.own_payout_id) AS payout_id
      FROM (
        SELECT id FROM bank_statement_entry WHERE statement_id = statement AND is_open
        UNION SELECT e.id FROM bank_statement_entry e JOIN bank_statement_entry o ON o.id = e.duplicate_of WHERE e.is_open AND o.statement_id = statement) AS open
      JOIN bank_statement_entry e USING (id) LEFT JOIN bank_statement_entry o ON o.id = e.duplicate_of),
    named AS (
      SELECT id, line_day, amount, transaction_id FROM line
      UNION ALL SELECT l.id, l.line_day, l.amount, p.transaction_id FROM line l JOIN payout p ON p.batch_id = l.batch_id AND (l.payout_id IS NULL OR p.id = l.payout_id)),
    found AS (
      SELECT DISTINCT ON (b.transaction_id) n.id, n.line_day, n.amount, b.transaction_id, b.amount AS booked
      FROM named n CROSS JOIN LATERAL (SELECT * FROM bank_booking WHERE transaction_id = n.transaction_id OFFSET 0) AS b
      WHERE b.cleared_on IS NULL ORDER BY b.transaction_id, n.id),
    shown AS (SELECT * FROM (SELECT *, sum(booked) OVER (PARTITION BY id) AS total FROM found) AS summed WHERE total = amount),
    matched AS (UPDATE bank_booking b SET entry_id = s.id, cleared_on = s.line_day FROM shown s WHERE b.transaction_id = s.transaction_id)
    UPDATE bank_statement_entry e SET is_open = false WHERE e.id IN (SELECT id FROM shown) $$;`;

const SQUARE = `
  CREATE OR REPLACE FUNCTION match_bank_lines(statement bigint) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
    WITH line AS (
      SELECT e.id, e.line_day, CASE WHEN e.is_credit THEN e.amount ELSE -e.amount END AS amount, coalesce(e.transaction_id, o.transaction_id) AS transaction_id,
        CASE 'PAYOUT' WHEN e.result THEN e.payout_batch_id WHEN o.result THEN o.payout_batch_id END AS batch_id, coalesce(e.own_payout_id, o.own_payout_id) AS payout_id
      FROM (
        SELECT id FROM bank_statement_entry WHERE statement_id = statement AND is_open
        UNION SELECT e.id FROM bank_statement_entry e JOIN bank_statement_entry o ON o.id = e.duplicate_of WHERE e.is_open AND o.statement_id = statement) AS open
      JOIN bank_statement_entry e USING (id) LEFT JOIN bank_statement_entry o ON o.id = e.duplicate_of),
    found AS (
      SELECT DISTINCT ON (b.transaction_id) l.id, l.line_day, l.amount, b.transaction_id, b.amount AS booked
      FROM line l JOIN bank_booking b ON b.transaction_id IN (
        SELECT l.transaction_id UNION ALL SELECT p.transaction_id FROM payout p WHERE p.batch_id = l.batch_id AND (l.payout_id IS NULL OR p.id = l.payout_id))
      WHERE b.cleared_on IS NULL ORDER BY b.transaction_id, l.id),
    shown AS (SELECT id FROM found GROUP BY id, amount HAVING sum(booked) = amount),
    matched AS (
      UPDATE bank_booking b SET entry_id = f.id, cleared_on = f.line_day FROM found f JOIN shown USING (id) WHERE b.transaction_id = f.transaction_id)
    UPDATE bank_statement_entry e SET is_open = false FROM shown WHERE e.id = shown.id $$;`;
