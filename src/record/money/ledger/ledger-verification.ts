import type { Environment } from '../../../common/environment.js';
import type { Store } from '../../../store/store.js';
import { COMMISSION_RULES } from '../commission/commission-verification.js';
import { GIVEN_UP_STATUSES, formatStatusList, POLICY_STATUSES } from '../../core/applications/status.js';

const MAX_REPORTED = 100;
const PAYING = `t.kind IN ('CHARGE', 'PAYMENT', 'REFUND') AND NOT t.is_reversed`;
const PREMIUM_ACCOUNTS = `('RECEIVABLE', 'PREMIUM_INCOME', 'FEE_INCOME', 'TAX_PAYABLE', 'LEVY_PAYABLE')`;

/** Rows are violations, described by `subject`. A correct ledger has none at any moment. */
const RULES: Readonly<Record<string, string>> = {
  'a transaction does not sum to zero': `
    SELECT 'transaction ' || t.id || ': ' || count(e.account_id) || ' entries, sum ' || coalesce(sum(e.amount), 0) AS subject
    FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.id
    GROUP BY t.id HAVING count(e.account_id) < 2 OR coalesce(sum(e.amount), 0) <> 0 ORDER BY t.id`,
  'a balance is not the sum of its entries': `
    SELECT 'agent ' || agent.code || ': balance ' || coalesce(a.balance::text, 'missing') || ', entries ' || coalesce(e.total, 0) AS subject
    FROM agent LEFT JOIN account a ON a.agent_code = agent.code
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_entry GROUP BY account_id) e ON e.account_id = a.id
    WHERE a.balance IS DISTINCT FROM coalesce(e.total, 0) ORDER BY agent.code`,
  'a sum of the debits of a day is not that of its entries': `
    SELECT 'account ' || coalesce(d.account_id, e.account_id) || ' on ' || coalesce(d.day, e.day) || ': ' || coalesce(d.amount, 0) || ', entries ' || coalesce(e.amount, 0)
      || coalesce(', due on ' || coalesce(d.due_date, e.due_date), '') AS subject
    FROM (SELECT account_id, NULL::date AS due_date, day, amount FROM debit_day UNION ALL SELECT account_id, due_date, day, amount FROM debit_ahead) d
    FULL JOIN (
      SELECT e.account_id, CASE WHEN due.is_later THEN r.due_date END AS due_date, due.day, sum(e.amount) AS amount
      FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
      CROSS JOIN LATERAL (SELECT (e.at AT TIME ZONE 'Europe/Athens')::date AS day) AS on_day
      CROSS JOIN LATERAL (SELECT on_day.day, false AS is_later UNION ALL SELECT on_day.day, true WHERE r.due_date > on_day.day) AS due
      WHERE a.agent_code IS NOT NULL AND e.amount > 0 AND t.kind <> 'REVERSAL' GROUP BY 1, 2, 3) e
    ON (e.account_id, e.day) = (d.account_id, d.day) AND coalesce(e.due_date, '-infinity') = coalesce(d.due_date, '-infinity')
    WHERE d.amount IS DISTINCT FROM e.amount ORDER BY 1`,
  'a receipt is paid without its one booking, or booked without being paid': `
    SELECT 'receipt ' || r.receipt_no || ': ' || r.kind || ' ' || r.status || ', booked ' || coalesce(string_agg(t.kind, ', '), 'not at all') AS subject
    FROM receipt r LEFT JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND ${PAYING}
    GROUP BY r.receipt_no
    HAVING r.gross <> 0 AND (count(t.id) <> CASE WHEN r.status = 'PAID' THEN 1 ELSE 0 END
      OR bool_or(t.kind IS DISTINCT FROM CASE WHEN r.kind = 'REFUND' OR r.gross < 0 THEN 'REFUND' WHEN r.payment_method = 'CHARGE' THEN 'CHARGE' ELSE 'PAYMENT' END)
        AND r.status = 'PAID')
    ORDER BY r.receipt_no`,
  'a booking is not of the amount of its receipt': `
    SELECT 'receipt ' || r.receipt_no || ': gross ' || r.gross || ', booked ' || coalesce(sum(e.amount), 0) AS subject
    FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no AND ${PAYING}
    LEFT JOIN (ledger_entry e JOIN account a ON a.id = e.account_id AND a.kind IN ('AGENT', 'BANK', 'SUSPENSE', 'CUSTOMER_CREDIT', 'WRITE_OFF', 'CUSTOMER_PAYABLE')) ON e.transaction_id = t.id
    GROUP BY r.receipt_no HAVING coalesce(sum(e.amount), 0) <> r.gross ORDER BY r.receipt_no`,
  'a paid receipt is not written, or a cancelled one is': `
    SELECT 'receipt ' || r.receipt_no || ': ' || r.status || ', written ' || w.times || ' times' AS subject
    FROM (
      SELECT r.receipt_no, count(*) FILTER (WHERE t.kind = 'PREMIUM') - count(*) FILTER (WHERE t.kind = 'PREMIUM_CANCELLATION') AS times
      FROM receipt r LEFT JOIN ledger_transaction t ON t.receipt_no = r.receipt_no GROUP BY r.receipt_no) w
    JOIN receipt r ON r.receipt_no = w.receipt_no
    WHERE NOT CASE r.status WHEN 'PAID' THEN w.times = 1 OR r.gross = 0 WHEN 'CANCELLED' THEN w.times = 0 ELSE w.times IN (0, 1) END ORDER BY r.receipt_no`,
  'an issued receipt has no number, or a number without an issue': `
    SELECT 'receipt ' || r.receipt_no AS subject FROM receipt r LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no
    WHERE (n.receipt_no IS NULL) = EXISTS (SELECT FROM ledger_transaction t WHERE t.receipt_no = r.receipt_no AND t.kind = 'PREMIUM') AND (
      n.receipt_no IS NULL OR NOT EXISTS (SELECT FROM payment_code c WHERE c.application_id = r.application_id AND c.instalment_no = r.instalment_no))
    ORDER BY r.receipt_no`,
  // A reset of the sandbox deletes receipts.
  'the numbers of a series have a gap': `
    SELECT 'series ' || series || ': ' || count(*) || ' receipts from ' || min(number) || ' to ' || max(number) AS subject FROM receipt_number n
    WHERE issued_on IS NOT NULL AND number IS NOT NULL AND current_schema() <> 'sandbox' GROUP BY series
    HAVING max(number) - min(number) + 1 <> count(*)
      OR min(number) <> 1 + coalesce((SELECT max(o.number) FROM receipt_number o WHERE o.series = n.series AND o.issued_on IS NULL), 0) ORDER BY series`,
  'a receipt is not written by its figures': `
    SELECT 'receipt ' || receipt_no || ' at ' || code || ': ' || coalesce(planned, 0) || ', written ' || coalesce(written, 0) AS subject
    FROM (
      SELECT t.receipt_no, part.code, sum(part.amount) AS planned
      FROM ledger_transaction t JOIN receipt r ON r.receipt_no = t.receipt_no JOIN application a ON a.id = r.application_id
      CROSS JOIN LATERAL (
        SELECT 'receivable:' || a.line AS code, r.gross AS amount
        UNION ALL SELECT 'fee-income:' || a.line, -r.fee
        UNION ALL SELECT 'premium-income:' || a.line || ':' || (c ->> 'taxClass'), -(c ->> 'net')::numeric FROM jsonb_array_elements(r.taxes) c
        UNION ALL SELECT 'tax-payable:' || (c ->> 'taxClass'), -(c ->> 'tax')::numeric FROM jsonb_array_elements(r.taxes) c
        UNION ALL SELECT 'levy-payable:' || (l ->> 'code'), -(l ->> 'amount')::numeric FROM jsonb_array_elements(r.levies) l) part
      WHERE t.kind = 'PREMIUM' GROUP BY t.receipt_no, part.code) p
    FULL JOIN (
      SELECT t.receipt_no, a.code, sum(e.amount) AS written
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
      WHERE t.kind = 'PREMIUM' GROUP BY t.receipt_no, a.code) w USING (receipt_no, code)
    WHERE coalesce(planned, 0) <> coalesce(written, 0) ORDER BY receipt_no, code`,
  'the cancellation of a written receipt is not the opposite of its writing': `
    SELECT 'receipt ' || t.receipt_no AS subject FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    WHERE t.receipt_no IN (SELECT receipt_no FROM ledger_transaction WHERE kind = 'PREMIUM_CANCELLATION') AND t.kind LIKE 'PREMIUM%'
    GROUP BY t.receipt_no, e.account_id HAVING sum(e.amount) <> 0 ORDER BY t.receipt_no`,
  'what is written is not what is paid and what is receivable': `
    SELECT 'receipt ' || r.receipt_no || ': ' || r.status || ' ' || r.gross || ', receivable ' || sum(e.amount) AS subject
    FROM receipt r JOIN ledger_transaction t ON t.receipt_no = r.receipt_no JOIN ledger_entry e ON e.transaction_id = t.id
    JOIN account a ON a.id = e.account_id AND a.kind = 'RECEIVABLE'
    GROUP BY r.receipt_no HAVING sum(e.amount) <> CASE r.status WHEN 'PENDING' THEN r.gross ELSE 0 END ORDER BY r.receipt_no`,
  'a transaction is booked before its day, or in a month that was closed': `
    SELECT 'transaction ' || t.id || ' on ' || t.booked_on AS subject
    FROM ledger_transaction t LEFT JOIN ledger_closing c ON c.month = date_trunc('month', t.booked_on)::date
    WHERE t.booked_on < coalesce(t.value_date, (t.at AT TIME ZONE 'Europe/Athens')::date) OR t.id > c.last_transaction_id AND t.kind <> 'UNEARNED_PREMIUM'
    ORDER BY t.id`,
  'the unearned premium of a month is not released in the next one': `
    SELECT t.reference AS subject FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id WHERE t.kind IN ('UNEARNED_PREMIUM', 'UNEARNED_RELEASE')
    GROUP BY t.reference, e.account_id HAVING sum(e.amount) <> 0 OR count(*) <> 2 ORDER BY 1`,
  'the sums of a day are not those of its entries': `
    SELECT account || ' on ' || day || ': ' || coalesce(d.debit, 0) || ' and ' || coalesce(d.credit, 0) AS subject
    FROM ledger_day d FULL JOIN (
      SELECT ledger_account_group(a.code, a.kind) AS account, t.booked_on AS day, sum(greatest(e.amount, 0)) AS debit, sum(greatest(-e.amount, 0)) AS credit
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
      WHERE NOT EXISTS (SELECT FROM ledger_unfolded u WHERE u.transaction_id = t.id) GROUP BY 1, 2) e USING (account, day)
    WHERE (coalesce(d.debit, 0), coalesce(d.credit, 0)) <> (coalesce(e.debit, 0), coalesce(e.credit, 0)) ORDER BY 1`,
  'premium is booked without a receipt': `
    SELECT 'transaction ' || t.id || ' at ' || a.code AS subject FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    JOIN account a ON a.id = e.account_id WHERE t.receipt_no IS NULL AND a.kind IN ${PREMIUM_ACCOUNTS} ORDER BY t.id`,
  'a refund gives back what is not its payment, more than it, or gives it back twice': `
    SELECT 'transaction ' || t.id || ' gives back ' || string_agg(paid.id::text, ', ') AS subject
    FROM ledger_transaction t JOIN ledger_transaction paid ON paid.id = t.reverses
    WHERE t.kind IN ('REFUND', 'SUSPENSE_REFUND') AND NOT t.is_reversed
      AND (paid.application_id IS DISTINCT FROM t.application_id
        OR (t.kind = 'SUSPENSE_REFUND') <> (paid.kind = 'SUSPENSE') OR t.kind = 'REFUND' AND paid.kind NOT IN ('CHARGE', 'PAYMENT')
        OR (SELECT sum(abs(amount)) FROM ledger_entry WHERE transaction_id = t.id) > (SELECT sum(abs(amount)) FROM ledger_entry WHERE transaction_id = paid.id)
        OR (SELECT count(*) FROM ledger_transaction twice WHERE twice.reverses = t.reverses AND NOT twice.is_reversed) > 1)
    GROUP BY t.id ORDER BY t.id`,
  'a refund without a payment is not of an amendment': `
    SELECT 'transaction ' || t.id AS subject FROM ledger_transaction t LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
    WHERE t.kind = 'REFUND' AND t.reverses IS NULL AND r.kind IS DISTINCT FROM 'ENDORSEMENT' ORDER BY t.id`,
  'the segments of a policy leave a gap, or are not those of its amendments': `
    SELECT 'policy ' || a.id || ': ' || coalesce(min(s.from_date)::text, 'none') || ' to ' || coalesce(max(s.to_date)::text, 'none') AS subject
    FROM application a LEFT JOIN contract_segment s ON s.application_id = a.id AND s.known_until IS NULL
    WHERE a.status IN (${formatStatusList(POLICY_STATUSES)}) GROUP BY a.id
    HAVING min(s.from_date) IS DISTINCT FROM a.start_date OR max(s.to_date) IS DISTINCT FROM a.end_date
      OR sum(s.to_date - s.from_date) IS DISTINCT FROM a.end_date - a.start_date ORDER BY a.id`,
  'an issued amendment is in no history of its policy, or its receipts are of another policy': `
    SELECT 'policy ' || m.application_id AS subject FROM amendment m WHERE m.issued_at IS NOT NULL GROUP BY m.application_id
    HAVING count(*) <> (SELECT count(*) FROM status_transition t WHERE t.application_id = m.application_id AND t.action = 'amend')
      OR bool_or(EXISTS (SELECT FROM receipt r WHERE r.amendment_id = m.id AND r.application_id <> m.application_id)) ORDER BY 1`,
  // Bookings that are older than money.70 have no refund.
  'a refund of suspense is not owed to the customer of its application, or to the sender where there is none': `
    SELECT 'transaction ' || t.id || ' to ' || coalesce(string_agg(a.code, ', '), 'no account') AS subject
    FROM ledger_transaction t LEFT JOIN refund r ON r.transaction_id = t.id
    LEFT JOIN (ledger_entry e JOIN account a ON a.id = e.account_id AND a.kind NOT IN ('SUSPENSE', 'CUSTOMER_CREDIT')) ON e.transaction_id = t.id
    WHERE t.kind = 'SUSPENSE_REFUND'
    GROUP BY t.id, r.id HAVING string_agg(a.code, ', ') IS DISTINCT FROM
      coalesce('customer-payable:' || t.application_id, CASE WHEN r.id IS NULL THEN 'bank' ELSE 'sender-payable' END) ORDER BY t.id`,
  'the suspense account, or the credit of customers, is not the sum of its open items': `
    SELECT kind || ': account ' || coalesce(a.total, 0) || ', items ' || coalesce(i.total, 0) AS subject
    FROM (
      SELECT CASE WHEN credit_of IS NULL THEN 'SUSPENSE' ELSE 'CUSTOMER_CREDIT' END AS kind, sum(amount) AS total FROM suspense_item
      WHERE resolved_at IS NULL GROUP BY 1) i
    FULL JOIN (
      SELECT a.kind, sum(e.amount) AS total FROM account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.kind IN ('SUSPENSE', 'CUSTOMER_CREDIT') GROUP BY 1) a
    USING (kind) WHERE coalesce(a.total, 0) + coalesce(i.total, 0) <> 0`,
  'an item of suspense is not booked as it stands': `
    SELECT 'suspense ' || s.id AS subject
    FROM suspense_item s JOIN bank_advice b ON b.id = s.advice_id
    JOIN ledger_transaction t ON t.id = s.transaction_id LEFT JOIN ledger_transaction used ON used.id = s.resolution_transaction_id
    WHERE s.application_id IS DISTINCT FROM b.application_id OR s.application_id IS DISTINCT FROM t.application_id OR s.transaction_id <> b.transaction_id
      OR s.resolved_at IS NOT NULL
        AND (s.resolution <> 'REVERSED' AND s.resolved_application_id IS DISTINCT FROM used.application_id
          OR (s.resolution = 'REFUND') <> (used.kind = 'SUSPENSE_REFUND') OR (s.resolution = 'REVERSED') <> (used.kind = 'REVERSAL')
          OR (s.resolution = 'AGENT') <> (used.kind = 'SUSPENSE_SETTLEMENT'))
    ORDER BY s.id`,
  'a booking of suspense is not the sum of its items': `
    SELECT 'transaction ' || t.transaction_id || ': items ' || t.amount || ', booked ' || coalesce(e.amount, 0) AS subject
    FROM (
      SELECT transaction_id, 'SUSPENSE' AS kind, -sum(amount) AS amount FROM suspense_item GROUP BY 1
      UNION ALL SELECT credit_transaction_id, 'SUSPENSE', sum(amount) FROM suspense_item WHERE credit_of IS NOT NULL GROUP BY 1
      UNION ALL SELECT resolution_transaction_id, CASE WHEN credit_of IS NULL THEN 'SUSPENSE' ELSE 'CUSTOMER_CREDIT' END, sum(amount) FROM suspense_item
        WHERE resolved_at IS NOT NULL GROUP BY 1, 2) t
    LEFT JOIN (ledger_entry e JOIN account a ON a.id = e.account_id) ON e.transaction_id = t.transaction_id AND a.kind = t.kind
    WHERE t.amount IS DISTINCT FROM e.amount ORDER BY 1`,
  'a payment is written off that pays no receipt': `
    SELECT 'transaction ' || t.id AS subject FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE a.kind = 'WRITE_OFF' AND t.kind NOT IN ('PAYMENT', 'AMENDMENT_PAYMENT', 'REVERSAL') ORDER BY t.id`,
  'what is owed is not the sum of the open refunds': `
    SELECT 'account ' || a.code || ': ' || coalesce(e.total, 0) || ', refunds ' || coalesce(r.total, 0) AS subject
    FROM account a
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_entry GROUP BY account_id) e ON e.account_id = a.id
    LEFT JOIN (
      SELECT coalesce('agent-payable:' || agent_code, 'customer-payable:' || application_id, 'sender-payable') AS code, sum(amount) AS total
      FROM refund WHERE status IN ('OWED', 'PREPARED') GROUP BY 1) r ON r.code = a.code
    WHERE a.kind IN ('CUSTOMER_PAYABLE', 'AGENT_PAYABLE', 'SENDER_PAYABLE') AND coalesce(e.total, 0) + coalesce(r.total, 0) <> 0 ORDER BY a.code`,
  'a payout is booked otherwise than its refund and its batch say': `
    SELECT 'payout ' || p.id || ' of refund ' || r.id AS subject
    FROM payout p JOIN refund r ON r.id = p.refund_id JOIN payout_batch b ON b.id = p.batch_id
    LEFT JOIN ledger_transaction paid ON paid.id = p.transaction_id LEFT JOIN ledger_transaction back ON back.id = p.return_transaction_id
    LEFT JOIN account a ON a.kind = 'BANK' LEFT JOIN ledger_entry e ON e.transaction_id = p.transaction_id AND e.account_id = a.id
    LEFT JOIN ledger_entry f ON f.transaction_id = p.return_transaction_id AND f.account_id = a.id
    WHERE (b.status = 'CONFIRMED') <> (p.transaction_id IS NOT NULL) OR p.amount <> r.amount
      OR p.transaction_id IS NOT NULL AND (paid.kind <> 'PAYOUT' OR e.amount IS DISTINCT FROM -p.amount)
      OR p.return_transaction_id IS NOT NULL AND (back.kind <> 'PAYOUT_RETURN' OR back.reverses <> paid.id OR f.amount IS DISTINCT FROM p.amount)
      OR (r.payout_id = p.id AND r.status = 'PAID') <> (p.transaction_id IS NOT NULL AND p.return_transaction_id IS NULL)
    ORDER BY p.id`,
  'the money of an advice is not at the bank once': `
    SELECT 'advice ' || b.reference AS subject
    FROM bank_advice b LEFT JOIN ledger_transaction t ON t.id = b.transaction_id
    LEFT JOIN (ledger_entry e JOIN account a ON a.id = e.account_id AND a.kind = 'BANK') ON e.transaction_id = t.id
    GROUP BY b.id, t.id HAVING coalesce(sum(e.amount), 0) <> b.amount OR t.is_reversed <> (b.reversed_at IS NOT NULL) ORDER BY b.id`,
  'the bank account is not the sum of its bookings': `
    SELECT 'transaction ' || coalesce(e.transaction_id, b.transaction_id) || ': ' || coalesce(e.amount, 0) || ', booking ' || coalesce(b.amount, 0) AS subject
    FROM (SELECT e.transaction_id, e.amount, t.booked_on FROM account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE a.kind = 'BANK') e
    FULL JOIN bank_booking b ON b.transaction_id = e.transaction_id
    WHERE (e.amount, e.booked_on) IS DISTINCT FROM (b.amount, b.day) ORDER BY 1`,
  'a line of a bank statement is not its bookings': `
    SELECT 'line ' || e.id || ': ' || e.amount || ', bookings ' || coalesce(sum(b.amount), 0) AS subject
    FROM bank_statement_entry e LEFT JOIN bank_booking b ON b.entry_id = e.id WHERE e.line_day IS NOT NULL OR b.entry_id IS NOT NULL
    GROUP BY e.id HAVING coalesce(sum(b.amount), 0) <> CASE WHEN e.is_open THEN 0 WHEN e.is_credit THEN e.amount ELSE -e.amount END ORDER BY e.id`,
  'a reversal is not the one opposite of its booking': `
    SELECT 'transaction ' || t.id AS subject
    FROM ledger_transaction t LEFT JOIN ledger_transaction back ON back.reverses = t.id AND back.kind = 'REVERSAL'
    WHERE t.is_reversed OR back.id IS NOT NULL
    GROUP BY t.id HAVING count(back.id) <> 1 OR NOT t.is_reversed OR EXISTS (
      SELECT FROM ledger_entry e WHERE e.transaction_id = t.id OR e.transaction_id = min(back.id)
      GROUP BY e.account_id HAVING sum(e.amount) <> 0)
    ORDER BY t.id`,
  'an advice that an agent sent is of an application of another': `
    SELECT 'advice ' || b.reference || ' of agent ' || b.agent_code || ': application ' || a.id AS subject
    FROM bank_advice b JOIN application a ON a.id = b.application_id WHERE b.agent_code <> a.agent_code
      AND NOT EXISTS (SELECT FROM status_transition t WHERE t.application_id = a.id AND t.action = 'transfer') ORDER BY b.id`,
  'a policy in force has no paid receipt, or a cancelled one a pending receipt': `
    SELECT 'application ' || a.id || ' in status ' || a.status AS subject FROM application a
    WHERE a.status IN (${formatStatusList(POLICY_STATUSES)}) AND NOT EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PAID')
        AND NOT (a.status IN (${formatStatusList(GIVEN_UP_STATUSES)}) AND EXISTS (SELECT FROM ledger_transaction t WHERE t.application_id = a.id AND t.kind = 'REVERSAL'))
      OR a.status IN (${formatStatusList(GIVEN_UP_STATUSES)}) AND EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PENDING' AND r.kind <> 'EARNED')
    ORDER BY a.id`,
  ...COMMISSION_RULES,
  'a refund is not of the rule of its cancellation': `
    SELECT 'application ' || c.application_id || ': ' || c.refund_rule || ', refunded ' || coalesce(r.refunded, 0) || ' of ' || coalesce(r.paid, 0) AS subject
    FROM cancellation c CROSS JOIN LATERAL (
      SELECT -sum(gross) FILTER (WHERE kind = 'REFUND') AS refunded, sum(gross) FILTER (WHERE kind <> 'REFUND') AS paid
      FROM receipt WHERE application_id = c.application_id AND status = 'PAID') r
    WHERE c.reinstated_at IS NULL AND (coalesce(r.refunded, 0) > coalesce(r.paid, 0) OR c.refund_rule = 'NONE' AND r.refunded <> 0
      OR c.refund_rule = 'ALL' AND coalesce(r.refunded, 0) <> coalesce(r.paid, 0))
    ORDER BY c.application_id`,
  'a policy that was reinstated keeps a refund, or lacks a receipt that was cancelled': `
    SELECT 'application ' || c.application_id || ', act ' || c.act_no AS subject FROM cancellation c
    WHERE NOT EXISTS (SELECT FROM cancellation e WHERE e.application_id = c.application_id AND e.reinstated_at IS NULL) AND (
      EXISTS (SELECT FROM ledger_transaction t WHERE t.application_id = c.application_id AND t.kind = 'REFUND' AND t.reverses IS NOT NULL AND NOT t.is_reversed)
      OR EXISTS (
        SELECT FROM receipt r WHERE r.application_id = c.application_id AND r.status = 'CANCELLED' AND r.changed_at = c.cancelled_at AND r.kind NOT IN ('REFUND', 'EARNED')
          AND NOT EXISTS (SELECT FROM receipt n WHERE r.receipt_no IN (n.restores, n.replaces))))
    ORDER BY c.act_no`,
  'the scheduled cancellation of a policy is not open': `
    SELECT 'application ' || coalesce(a.id, s.application_id) || ': ' || coalesce(a.cancels_on::text, 'none') || ', scheduled ' || coalesce(s.effective_on::text, 'none')
      AS subject
    FROM (SELECT id, cancels_on FROM application WHERE cancels_on IS NOT NULL) a
    FULL JOIN (SELECT application_id, effective_on FROM scheduled_cancellation WHERE ended_at IS NULL) s ON s.application_id = a.id
    WHERE a.cancels_on IS DISTINCT FROM s.effective_on ORDER BY 1`,
};

/** Safe on a live database, because each rule is one statement. */
export async function verifyLedger(store: Pick<Store, 'query'>, environment: Environment): Promise<string[]> {
  const violations: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const found = await store.query<{ subject: string }>(environment, `SELECT subject FROM (${query}) AS found LIMIT ${MAX_REPORTED}`);
    violations.push(...found.map(({ subject }) => `${environment}: ${rule}: ${subject}`));
  }
  return violations;
}
