import type { Environment } from '../../src/common/environment.js';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { SystemCategory } from '../../src/record/core/documents/document.js';
import type { Store } from '../../src/store/store.js';

/** Queries for applications that an action left incomplete. Only the statuses 01, 02, 45 and 50 are expected. */
const INCONSISTENCIES: Readonly<Record<string, string>> = {
  'issued without number, date, document or receipt': `
    SELECT id FROM application WHERE status = '50'
      AND (policy_no IS NULL OR issue_date IS NULL OR policy_document_id IS NULL OR last_receipt IS NULL OR pay_by IS NOT NULL)`,
  'not issued, with traces of issue': `
    SELECT id FROM application a WHERE status <> '50'
      AND (issue_date IS NOT NULL OR policy_document_id IS NOT NULL OR last_receipt IS NOT NULL
        OR EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id)
        OR EXISTS (SELECT FROM document d WHERE d.application_id = a.id AND (a.status <> '45' OR d.category_id <> ${SystemCategory.APPLICATION}))
        OR EXISTS (SELECT FROM ledger_transaction t WHERE t.application_id = a.id))`,
  'in prepay without number, code or time to pay': `
    SELECT id FROM application a WHERE status = '45' AND (policy_no IS NULL OR pay_by IS NULL
      OR NOT EXISTS (SELECT FROM payment_code c WHERE c.code = a.payment_code AND c.application_id = a.id))`,
  'calculated, with traces of prepay': `
    SELECT id FROM application a WHERE status = '01'
      AND (policy_no IS NOT NULL OR payment_code IS NOT NULL OR EXISTS (SELECT FROM payment_code c WHERE c.application_id = a.id))`,
  'a changed or missing document file': `
    SELECT d.application_id AS id FROM document d LEFT JOIN document_content c ON c.document_id = d.id
    WHERE (c.content IS NULL AND d.archived_at IS NULL) OR sha256(c.content) <> d.sha256 OR octet_length(c.content) <> d.size`,
  'not exactly one policy document': `
    SELECT a.id FROM application a WHERE status = '50'
      AND (SELECT array_agg(d.id) FROM document d WHERE d.application_id = a.id AND d.category_id = 28) IS DISTINCT FROM ARRAY[a.policy_document_id]
      AND NOT EXISTS (SELECT FROM policy_to_print p WHERE p.application_id = a.id AND p.document_id = a.policy_document_id)`,
  'receipts that are not the instalments': `
    SELECT a.id FROM application a WHERE status = '50'
      AND (SELECT (count(*), sum(r.gross)) FROM receipt r WHERE r.application_id = a.id)
        IS DISTINCT FROM (SELECT (jsonb_array_length(a.price::jsonb -> 'instalments')::bigint, a.gross::numeric))`,
  'covers that do not add up to the receipt': `
    SELECT r.application_id AS id FROM receipt r
    WHERE r.net IS DISTINCT FROM (SELECT sum(c.net) FROM receipt_cover c WHERE c.receipt_no = r.receipt_no)`,
  'a receipt paid without its money, or money without its receipt': `
    SELECT r.application_id AS id FROM receipt r LEFT JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND t.kind IN ('CHARGE', 'PAYMENT', 'REFUND')
    LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.amount = r.gross
    WHERE (r.status = 'PAID') <> (e.transaction_id IS NOT NULL)`,
  'a first receipt that is not paid, or not the last one': `
    SELECT a.id FROM application a WHERE status = '50' AND NOT EXISTS (
      SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PAID' AND r.receipt_no = (a.last_receipt ->> 'receiptNo')::bigint)`,
  'history that does not lead to the present': `
    SELECT a.id FROM application a WHERE version <> 1 + (SELECT count(*) FROM application_version v WHERE v.application_id = a.id)
      OR version <> (SELECT count(*) FROM status_transition t WHERE t.application_id = a.id)
      OR status <> (SELECT t.to_status FROM status_transition t WHERE t.application_id = a.id ORDER BY t.id DESC LIMIT 1)`,
  'a number given twice': `
    SELECT min(id) AS id FROM application GROUP BY application_no HAVING count(*) > 1
    UNION ALL SELECT min(id) FROM application WHERE policy_no IS NOT NULL GROUP BY policy_no HAVING count(*) > 1
    UNION ALL SELECT min(application_id) FROM receipt GROUP BY receipt_no HAVING count(*) > 1`,
};

/** Lists the inconsistencies of the database; even after a kill there must be none. */
export async function findInconsistencies(store: Store, environment: Environment): Promise<string[]> {
  const violations: string[] = [];
  for (const [violation, query] of Object.entries(INCONSISTENCIES)) {
    for (const { id } of await store.query<{ id: number }>(environment, query)) violations.push(`${environment} ${id}: ${violation}`);
  }
  return [...violations, ...(await verifyLedger(store, environment))];
}
