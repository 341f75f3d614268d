import { buildEarned } from './commission.repository.js';

const IN_FORCE = `m.reverses IS NULL AND NOT EXISTS (SELECT FROM commission x WHERE x.reverses = m.id)`;

export const COMMISSION_RULES: Readonly<Record<string, string>> = {
  'a commission is not the rate of its covers': `
    SELECT 'commission ' || m.id || ' of receipt ' || m.receipt_no || ': ' || m.amount || ', covers ' || coalesce(sum(k.amount), 0) AS subject
    FROM commission m JOIN receipt r ON r.receipt_no = m.receipt_no JOIN application a ON a.id = r.application_id
    LEFT JOIN commission_cover k ON k.commission_id = m.id LEFT JOIN receipt_cover c ON c.receipt_no = m.receipt_no AND c.position = k.position
    GROUP BY m.id, r.kind, a.line
    HAVING sum(k.amount) IS DISTINCT FROM m.amount OR sum(k.net) IS DISTINCT FROM m.net
      OR bool_or(c.net IS DISTINCT FROM CASE WHEN m.reverses IS NULL THEN k.net ELSE -k.net END)
      OR r.kind <> 'REFUND' AND bool_or(k.net > 0 AND m.reverses IS NULL AND k.amount <> round(k.net * k.percent / 100, 2))
      OR bool_or(NOT EXISTS (SELECT FROM commission_rate x WHERE x.line = a.line AND x.version = m.rate_version AND x.percent = k.percent
        AND (x.cover IS NULL OR x.cover = c.code)))
    ORDER BY m.id`,
  'a receipt has commission without being paid, or twice': `
    SELECT 'receipt ' || r.receipt_no || ' ' || r.status || ': ' || count(*) || ' commissions' AS subject
    FROM commission m JOIN receipt r ON r.receipt_no = m.receipt_no WHERE ${IN_FORCE}
    GROUP BY r.receipt_no HAVING count(*) > 1 OR r.status <> 'PAID' ORDER BY r.receipt_no`,
  'a refund does not take commission back in proportion': `
    SELECT 'refund ' || back.receipt_no || ': ' || coalesce(taken.amount, 0) || ' instead of ' || due.amount AS subject
    FROM receipt back CROSS JOIN LATERAL (
      SELECT coalesce(sum(round(earned.amount * c.net / earned.net, 2)), 0) AS amount
      FROM receipt_cover c CROSS JOIN LATERAL (${buildEarned('back.application_id', 'back.instalment_no', 'c')}) AS earned
      WHERE c.receipt_no = back.receipt_no AND earned.net <> 0) AS due
    LEFT JOIN LATERAL (SELECT m.amount FROM commission m WHERE m.receipt_no = back.receipt_no AND ${IN_FORCE}) AS taken ON true
    WHERE back.kind = 'REFUND' AND back.status = 'PAID' AND coalesce(taken.amount, 0) <> due.amount ORDER BY back.receipt_no`,
  'a reversed commission is not reversed to the cent': `
    SELECT 'commission ' || m.id AS subject FROM commission m JOIN commission was ON was.id = m.reverses
    WHERE m.amount <> -was.amount OR m.receipt_no <> was.receipt_no OR m.agent_code <> was.agent_code OR m.netted <> was.netted ORDER BY m.id`,
  'a commission is booked otherwise than it says': `
    SELECT 'commission ' || m.id || ', transaction ' || t.id AS subject
    FROM commission m JOIN ledger_transaction t ON t.id = m.transaction_id JOIN application a ON a.id = t.application_id
    LEFT JOIN (ledger_entry e JOIN account c ON c.id = e.account_id) ON e.transaction_id = t.id
    GROUP BY m.id, t.id, a.line
    HAVING t.kind <> CASE WHEN m.amount > 0 THEN 'COMMISSION' ELSE 'COMMISSION_RETURN' END OR count(*) <> 2
      OR bool_or(e.amount IS DISTINCT FROM CASE c.code WHEN 'commission-expense:' || a.line THEN m.amount
        WHEN CASE WHEN m.netted THEN 'agent:' ELSE 'commission-payable:' END || m.agent_code THEN -m.amount END)
    ORDER BY m.id`,
  'a booking of commission has no commission': `
    SELECT 'transaction ' || t.id AS subject FROM ledger_transaction t
    WHERE t.kind IN ('COMMISSION', 'COMMISSION_RETURN') AND NOT EXISTS (SELECT FROM commission m WHERE m.transaction_id = t.id) ORDER BY t.id`,
  'commission that is payable is not what was earned and not settled': `
    SELECT 'agent ' || g.code || ': ' || -coalesce(e.total, 0) || ', earned ' || coalesce(m.total, 0) || ', settled ' || coalesce(s.total, 0) AS subject
    FROM agent g LEFT JOIN account c ON c.code = 'commission-payable:' || g.code
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_entry GROUP BY account_id) e ON e.account_id = c.id
    LEFT JOIN (SELECT agent_code, sum(amount) AS total FROM commission WHERE NOT netted GROUP BY agent_code) m ON m.agent_code = g.code
    LEFT JOIN (SELECT agent_code, sum(greatest(carried_payable + payable, 0)) AS total FROM commission_statement WHERE status = 'APPROVED' GROUP BY agent_code) s
      ON s.agent_code = g.code
    WHERE coalesce(e.total, 0) + coalesce(m.total, 0) - coalesce(s.total, 0) <> 0 ORDER BY g.code`,
  'a commission statement is not the sum of its commissions': `
    SELECT 'statement ' || s.id || ' of agent ' || s.agent_code AS subject
    FROM commission_statement s LEFT JOIN commission m ON m.statement_id = s.id
    GROUP BY s.id
    HAVING bool_or(m.agent_code <> s.agent_code) OR s.netted <> coalesce(sum(m.amount) FILTER (WHERE m.netted), 0)
      OR s.payable <> coalesce(sum(m.amount) FILTER (WHERE NOT m.netted), 0) OR s.earned <> coalesce(sum(m.amount) FILTER (WHERE m.amount > 0), 0)
      OR s.tax_netted <> round(greatest(s.carried_netted + s.netted, 0) * s.withholding_percent / 100, 2)
      OR s.tax_payable <> round(greatest(s.carried_payable + s.payable, 0) * s.withholding_percent / 100, 2)
    ORDER BY s.id`,
  'an approved commission statement is booked otherwise than it says': `
    SELECT 'statement ' || s.id || ' of agent ' || s.agent_code AS subject
    FROM commission_statement s LEFT JOIN refund r ON r.id = s.refund_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount) FILTER (WHERE c.kind = 'WITHHOLDING_TAX'), 0) AS tax, coalesce(sum(e.amount) FILTER (WHERE c.kind = 'AGENT'), 0) AS agent,
        coalesce(sum(e.amount) FILTER (WHERE c.kind = 'COMMISSION_PAYABLE'), 0) AS payable, coalesce(sum(e.amount) FILTER (WHERE c.kind = 'AGENT_PAYABLE'), 0) AS paid
      FROM ledger_entry e JOIN account c ON c.id = e.account_id WHERE e.transaction_id = s.transaction_id) AS booked
    WHERE s.status = 'APPROVED' AND (booked.tax <> -(s.tax_netted + s.tax_payable) OR booked.payable <> greatest(s.carried_payable + s.payable, 0)
      OR booked.paid <> CASE s.settlement WHEN 'PAYOUT' THEN -s.due ELSE 0 END
      OR booked.agent <> s.tax_netted - CASE s.settlement WHEN 'OFFSET' THEN s.due ELSE 0 END
      OR (r.amount IS DISTINCT FROM CASE WHEN s.settlement = 'PAYOUT' THEN nullif(s.due, 0) END))
    ORDER BY s.id`,
  // A reset of the sandbox deletes statements.
  'the numbers of commission statements of a year have a gap': `
    SELECT 'year ' || year || ': ' || count(*) || ' statements, last number ' || max(number) AS subject
    FROM commission_statement WHERE status = 'APPROVED' AND current_schema() <> 'sandbox' GROUP BY year HAVING count(*) <> max(number) OR min(number) <> 1 ORDER BY year`,
};
