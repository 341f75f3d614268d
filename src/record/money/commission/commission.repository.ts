import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { Transaction } from '../../../store/store.js';

/** The questionnaire may name an agent for commission. */
const EARNER = `coalesce(a.questionnaire ->> 'commission_code', a.questionnaire ->> 'commisionAgentCode', a.agent_code)`;

/** Locks the agent's account before the transaction gets its id. $1: receipt; $2: moment; $3: its day. */
const book = (head: string): string => `
  WITH ${head},
  total AS MATERIALIZED (
    SELECT head.*, s.net, s.amount, CASE WHEN head.netted THEN 'agent:' ELSE 'commission-payable:' END || head.earner AS account
    FROM head, (SELECT coalesce(sum(net), 0) AS net, coalesce(sum(amount), 0) AS amount FROM part) AS s WHERE s.amount <> 0),
  moved AS (
    UPDATE account c SET balance = c.balance - total.amount FROM total WHERE c.code = total.account AND c.agent_code IS NOT NULL RETURNING c.id),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference)
    SELECT $2::timestamptz, CASE WHEN amount > 0 THEN 'COMMISSION' ELSE 'COMMISSION_RETURN' END, application_id, $1, reference FROM total
    WHERE NOT netted OR EXISTS (SELECT FROM moved)
    RETURNING id),
  entries AS MATERIALIZED (
    SELECT c.id AS account_id, c.agent_code, e.amount
    FROM total, LATERAL (VALUES ('commission-expense:' || total.line, total.amount), (total.account, -total.amount)) AS e(code, amount)
      JOIN account c ON c.code = e.code),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at) SELECT posted.id, account_id, amount, $2 FROM posted, entries),
  of_day AS (
    INSERT INTO debit_day AS d (account_id, day, amount) SELECT account_id, $3::date, amount FROM posted, entries WHERE agent_code IS NOT NULL AND amount > 0
    ON CONFLICT (account_id, day) DO UPDATE SET amount = d.amount + excluded.amount),
  ahead AS (
    INSERT INTO debit_ahead AS d (account_id, due_date, day, amount)
    SELECT e.account_id, r.due_date, $3, e.amount FROM posted, entries e, receipt r
    WHERE e.agent_code IS NOT NULL AND e.amount > 0 AND r.receipt_no = $1 AND r.due_date > $3
    ON CONFLICT (account_id, due_date, day) DO UPDATE SET amount = d.amount + excluded.amount),
  noted AS (
    INSERT INTO commission (transaction_id, receipt_no, agent_code, at, rate_version, netted, net, amount, reverses)
    SELECT posted.id, $1, earner, $2, rate_version, netted, net, amount, reverses FROM posted, total RETURNING id)
  INSERT INTO commission_cover (commission_id, position, percent, net, amount)
  SELECT noted.id, part.position, part.percent, part.net, part.amount FROM noted, part`;

const inForce = (receipt: string): string => `
  SELECT m.id, m.receipt_no, m.agent_code, m.netted, m.rate_version FROM commission m
  WHERE m.receipt_no = ${receipt} AND m.reverses IS NULL AND NOT EXISTS (SELECT FROM commission x WHERE x.reverses = m.id)`;

export const buildEarned = (applicationId: string, instalmentNo: string, cover: string): string => `
  SELECT sum(k.net) AS net, sum(k.amount) AS amount, (array_agg(k.percent ORDER BY m.id))[1] AS percent
  FROM receipt o JOIN commission m ON m.receipt_no = o.receipt_no AND m.reverses IS NULL AND NOT EXISTS (SELECT FROM commission x WHERE x.reverses = m.id)
    JOIN commission_cover k ON k.commission_id = m.id JOIN receipt_cover v ON v.receipt_no = o.receipt_no AND v.position = k.position
  WHERE o.application_id = ${applicationId} AND o.instalment_no = ${instalmentNo} AND o.kind <> 'REFUND' AND v.code = ${cover}.code
    AND v.object_id IS NOT DISTINCT FROM ${cover}.object_id`;

/** Contract of a receipt; that of an amendment is the segment at the beginning of its period. */
const QUESTIONNAIRE = `coalesce((
        SELECT s.questionnaire FROM contract_segment s
        WHERE r.amendment_id IS NOT NULL AND s.application_id = r.application_id AND s.known_until IS NULL AND s.from_date <= r.period_from
          AND s.to_date > r.period_from), a.questionnaire)`;

/** Treats an amendment like the first receipt of the period that earned. */
const IS_NETTED = `coalesce((
        SELECT m.netted FROM receipt o JOIN commission m ON m.receipt_no = o.receipt_no
        WHERE r.kind = 'ENDORSEMENT' AND o.application_id = r.application_id AND o.instalment_no = r.instalment_no AND m.amount > 0 ORDER BY m.id LIMIT 1),
        g.netting_allowed AND g.code = a.agent_code)`;

/** Prefers the most specific agent, then cover, bundle and kind. A reduction takes back its part. */
const EARN = book(`
  head AS MATERIALIZED (
    SELECT r.receipt_no, r.application_id, r.instalment_no, a.line, ${QUESTIONNAIRE} AS questionnaire, g.code AS earner, g.commission_type, ${IS_NETTED} AS netted,
      r.policy_no || '/' || r.instalment_no AS reference, v.version AS rate_version, NULL::bigint AS reverses,
      CASE WHEN r.kind NOT IN ('NEW', 'RENEWAL', 'INSTALMENT', 'EARNED') THEN 'AMENDMENT' WHEN a.renewal_of IS NULL THEN 'NEW' ELSE 'RENEWAL' END AS kind
    FROM receipt r JOIN application a ON a.id = r.application_id JOIN agent g ON g.code = ${EARNER}
      CROSS JOIN LATERAL (
        SELECT version FROM commission_version v WHERE v.line = a.line AND v.valid_from <= a.start_date ORDER BY v.valid_from DESC LIMIT 1) AS v
    WHERE r.receipt_no = $1 AND NOT EXISTS (${inForce('$1')})),
  rate AS MATERIALIZED (
    SELECT x.bundle, x.cover, x.percent, (x.agent_code IS NOT NULL)::int * 8 + (x.cover IS NOT NULL)::int * 4 + (x.bundle IS NOT NULL)::int * 2
      + (x.kind IS NOT NULL)::int AS rank
    FROM head JOIN commission_rate x ON x.line = head.line AND x.version = head.rate_version AND (x.kind IS NULL OR x.kind = head.kind)
      AND (coalesce(x.agent_code, ''), coalesce(x.agent_type, '')) IN ((head.earner, ''), ('', coalesce(head.commission_type, '-')))),
  bundle AS MATERIALIZED (
    SELECT NULL::bigint AS object_id, head.questionnaire ->> 'bundleCode' AS code FROM head WHERE EXISTS (SELECT FROM rate)
    UNION ALL
    SELECT (o ->> 'object_id')::bigint, o ->> 'bundle_code' FROM head, json_array_elements(head.questionnaire -> 'objects_insured') AS o
    WHERE EXISTS (SELECT FROM rate WHERE bundle IS NOT NULL)),
  part AS MATERIALIZED (
    SELECT c.position, best.percent, c.net, round(c.net * best.percent / 100, 2) AS amount
    FROM head JOIN receipt_cover c ON c.receipt_no = head.receipt_no LEFT JOIN bundle b ON b.object_id IS NOT DISTINCT FROM c.object_id
      CROSS JOIN LATERAL (
        SELECT x.percent FROM rate x WHERE (x.cover IS NULL OR x.cover = c.code) AND (x.bundle IS NULL OR x.bundle = b.code)
        ORDER BY x.rank DESC LIMIT 1) AS best
    WHERE c.net > 0
    UNION ALL
    SELECT c.position, earned.percent, c.net, round(earned.amount * c.net / earned.net, 2)
    FROM head JOIN receipt_cover c ON c.receipt_no = head.receipt_no CROSS JOIN LATERAL (${buildEarned('head.application_id', 'head.instalment_no', 'c')}) AS earned
    WHERE c.net < 0 AND earned.net > 0)`);

const headOf = (commissions: string, reference: string, reverses: string): string => `
  head AS MATERIALIZED (
    SELECT m.id, r.application_id, r.instalment_no, a.line, m.agent_code AS earner, m.netted, r.policy_no || '/' || r.instalment_no || '${reference}' AS reference,
      m.rate_version, ${reverses} AS reverses
    FROM (${commissions}) AS m JOIN receipt r ON r.receipt_no = m.receipt_no JOIN application a ON a.id = r.application_id)`;

const firstOfPeriod = (receipt: string): string => `
  SELECT m.id, m.receipt_no, m.agent_code, m.netted, m.rate_version
  FROM receipt paid JOIN receipt o ON o.application_id = paid.application_id AND o.instalment_no = paid.instalment_no AND o.kind <> 'REFUND'
    JOIN commission m ON m.receipt_no = o.receipt_no AND m.reverses IS NULL AND NOT EXISTS (SELECT FROM commission x WHERE x.reverses = m.id)
  WHERE paid.receipt_no = ${receipt} ORDER BY m.id LIMIT 1`;

/** $1: refund; $4: its receipt. Takes back of each cover the refunded part of what it earned in the period. */
const TAKE_BACK = book(`
  ${headOf(firstOfPeriod('$4'), '/REFUND', 'NULL::bigint')},
  part AS MATERIALIZED (
    SELECT back.position, earned.percent, back.net, round(earned.amount * back.net / earned.net, 2) AS amount
    FROM head JOIN receipt_cover back ON back.receipt_no = $1
      CROSS JOIN LATERAL (${buildEarned('head.application_id', 'head.instalment_no', 'back')}) AS earned
    WHERE back.net <> 0 AND earned.net <> 0)`);

const REVERSE = book(`
  ${headOf(inForce('$1'), '/REVERSAL', 'm.id')},
  part AS MATERIALIZED (
    SELECT k.position, k.percent, -k.net AS net, -k.amount AS amount FROM head JOIN commission_cover k ON k.commission_id = head.id)`);

@Injectable()
export class CommissionRepository {
  async earn(tx: Transaction, receiptNo: number, at: Date): Promise<void> {
    await tx.query(EARN, [receiptNo, at, toLocalDate(at)]);
  }

  async takeBack(tx: Transaction, refundNo: number, receiptNo: number, at: Date): Promise<void> {
    await tx.query(TAKE_BACK, [refundNo, at, toLocalDate(at), receiptNo]);
  }

  async reverse(tx: Transaction, receiptNo: number, at: Date): Promise<void> {
    await tx.query(REVERSE, [receiptNo, at, toLocalDate(at)]);
  }
}
