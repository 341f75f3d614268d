import { Injectable } from '@nestjs/common';
import { addMonths, getStartOfDay, toLocalDate, getYear, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { toCappedTotal, MAX_COUNTED, type Page, type PageWindow } from '../../../common/paging.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { ReceiptNumbers } from '../../core/applications/receipt-numbers.js';
import type {
  CommissionEntry,
  CommissionSettlement,
  CommissionStatement,
  CommissionStatementFilter,
  CommissionStatementWithFigures,
} from './commission-statement.js';

const SERIES = 'K';
const MAX_PREPARED = 100;

const numberSql = `CASE WHEN s.number IS NOT NULL THEN CASE current_schema() WHEN 'sandbox' THEN 'S' ELSE '' END
  || lpad((s.year % 100)::text, 2, '0') || '${SERIES} ' || s.number END`;
const TAX = (column: string): string => `round(greatest(${column}, 0) * w.percent / 100, 2)`;

const HEAD = `
  s.id, s.agent_code AS "agentCode", g.name AS "agentName", s.month, s.status, ${numberSql} AS number, s.earned, s.taken_back AS "takenBack",
  s.carried_netted + s.carried_payable AS carried, s.netted, s.payable, s.withholding_percent AS "withholdingPercent", s.tax_netted + s.tax_payable AS tax, s.due,
  least(s.carried_netted + s.netted, 0) + least(s.carried_payable + s.payable, 0) AS "carriedForward", s.details AS agent, s.settlement,
  s.refund_id AS "refundId", s.prepared_at AS "preparedAt", s.prepared_by AS "preparedBy", s.approved_at AS "approvedAt", s.approved_by AS "approvedBy"`;

const SELECTED = `
  SELECT ${HEAD} FROM commission_statement s JOIN agent g ON g.code = s.agent_code
  WHERE ($1::text[] IS NULL OR s.agent_code = ANY ($1)) AND ($2::date IS NULL OR s.month = $2) AND ($3::text IS NULL OR s.status = $3)`;
const ORDER = `month DESC, "agentCode", id`;
const LIST = `
  WITH found AS NOT MATERIALIZED (${SELECTED}), page AS (SELECT * FROM found ORDER BY ${ORDER} OFFSET $4 LIMIT $5)
  SELECT (SELECT count(*)::int FROM (SELECT FROM found LIMIT ${MAX_COUNTED + 1}) AS counted) AS total, page.*
  FROM (VALUES (1)) AS always LEFT JOIN page ON true ORDER BY ${ORDER}`;

const FIND = `
  SELECT ${HEAD},
    coalesce((SELECT jsonb_agg(to_jsonb(p) ORDER BY p.place) FROM (
      SELECT r.kind, array_position(ARRAY['NEW', 'RENEWAL', 'INSTALMENT'], r.kind) AS place, count(*)::int AS receipts, sum(r.gross * x.sign)::text AS gross,
        sum(m.net)::text AS net, sum(m.amount)::text AS commission
      FROM commission m JOIN receipt r ON r.receipt_no = m.receipt_no CROSS JOIN LATERAL (SELECT CASE WHEN m.reverses IS NULL THEN 1 ELSE -1 END AS sign) AS x
      WHERE m.statement_id = s.id GROUP BY r.kind) AS p), '[]') AS production,
    coalesce((SELECT jsonb_agg(to_jsonb(p) ORDER BY p.line, p.rate DESC) FROM (
      SELECT a.line, k.percent AS rate, trim_scale(k.percent)::text AS percent, sum(k.net)::text AS net, sum(k.amount)::text AS commission
      FROM commission m JOIN commission_cover k ON k.commission_id = m.id JOIN receipt r ON r.receipt_no = m.receipt_no
        JOIN application a ON a.id = r.application_id
      WHERE m.statement_id = s.id GROUP BY a.line, k.percent) AS p), '[]') AS rates
  FROM commission_statement s JOIN agent g ON g.code = s.agent_code
  WHERE s.id = $1 AND ($2::text[] IS NULL OR s.agent_code = ANY ($2)) AND ($3::text IS NULL OR s.status = $3)`;

const LIST_ENTRIES = `
  SELECT m.id, m.at, a.line, r.policy_no AS "policyNo", r.application_id AS "applicationId", a.client_name AS "clientName", r.receipt_no AS "receiptNo", r.kind,
    coalesce(n.series || ' ' || n.number, '') AS receipt, m.reverses IS NOT NULL AS "isReversal", m.net, CASE WHEN m.reverses IS NULL THEN r.gross ELSE -r.gross END AS gross,
    m.amount AS commission, m.netted AS "isNetted", count(*) OVER ()::int AS total
  FROM commission m JOIN receipt r ON r.receipt_no = m.receipt_no JOIN application a ON a.id = r.application_id
    LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no
  WHERE m.statement_id = $1 ORDER BY m.at, m.id OFFSET $2 LIMIT $3`;

/** Agents after $3, with a draft of the month, or with open commission before its end. $4: agent or null. */
const LIST_AGENTS = `
  SELECT g.code FROM agent g
  WHERE g.code > $3 AND ($4::text IS NULL OR g.code = $4) AND g.code <> ALL ($5::text[])
    AND (EXISTS (SELECT FROM commission m WHERE m.agent_code = g.code AND m.statement_id IS NULL AND m.at < $2)
      OR EXISTS (SELECT FROM commission_statement s WHERE s.agent_code = g.code AND s.month = $1 AND s.status = 'DRAFT'))
  ORDER BY g.code LIMIT ${MAX_PREPARED}`;

const CREATE_DRAFTS = `
  INSERT INTO commission_statement (agent_code, month, prepared_at, prepared_by)
  SELECT DISTINCT m.agent_code, $1::date, $3::timestamptz, $4 FROM commission m
  WHERE m.statement_id IS NULL AND m.at < $2 AND m.agent_code = ANY ($5::text[])
    AND NOT EXISTS (SELECT FROM commission_statement b WHERE b.agent_code = m.agent_code AND b.month >= $1 AND b.status = 'APPROVED')
  ON CONFLICT (agent_code, month) DO NOTHING RETURNING id`;
const CLAIM = `
  UPDATE commission m SET statement_id = s.id FROM commission_statement s
  WHERE s.month = $1 AND s.status = 'DRAFT' AND s.agent_code = ANY ($3::text[])
    AND m.agent_code = s.agent_code AND m.statement_id IS NULL AND m.at < $2`;

/** Carries what the previous statement left below zero, before tax. */
const CALCULATE = `
  UPDATE commission_statement s SET earned = f.earned, taken_back = f.taken_back, netted = f.netted, payable = f.payable, carried_netted = f.carried_netted,
    carried_payable = f.carried_payable, withholding_percent = f.percent, tax_netted = f.tax_netted, tax_payable = f.tax_payable,
    due = greatest(f.carried_payable + f.payable, 0) - f.tax_payable, details = f.details
  FROM (
    SELECT t.id, w.percent, c.*, l.carried_netted, l.carried_payable, ${TAX('l.carried_netted + c.netted')} AS tax_netted,
      ${TAX('l.carried_payable + c.payable')} AS tax_payable, jsonb_build_object('name', g.name, 'legalName', g.legal_name, 'afm', g.afm,
        'licenceNo', g.licence_no, 'withholding', g.withholding) AS details
    FROM commission_statement t JOIN agent g ON g.code = t.agent_code
      CROSS JOIN LATERAL (
        SELECT coalesce((value ->> lower(g.withholding))::numeric, 0) AS percent FROM setting WHERE key = 'withholdingPercents') AS w
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(m.amount) FILTER (WHERE m.amount > 0), 0) AS earned, coalesce(sum(m.amount) FILTER (WHERE m.amount < 0), 0) AS taken_back,
          coalesce(sum(m.amount) FILTER (WHERE m.netted), 0) AS netted, coalesce(sum(m.amount) FILTER (WHERE NOT m.netted), 0) AS payable
        FROM commission m WHERE m.statement_id = t.id) AS c
      LEFT JOIN LATERAL (
        SELECT least(b.carried_netted + b.netted, 0) AS netted, least(b.carried_payable + b.payable, 0) AS payable
        FROM commission_statement b WHERE b.agent_code = t.agent_code AND b.month < t.month ORDER BY b.month DESC LIMIT 1) AS former ON true
      CROSS JOIN LATERAL (SELECT coalesce(former.netted, 0) AS carried_netted, coalesce(former.payable, 0) AS carried_payable) AS l
    WHERE t.status = 'DRAFT' AND t.month = $1 AND t.agent_code = ANY ($2::text[])) AS f
  WHERE s.id = f.id AND (s.earned, s.taken_back, s.netted, s.payable, s.carried_netted, s.carried_payable, s.withholding_percent, s.details)
    IS DISTINCT FROM (f.earned, f.taken_back, f.netted, f.payable, f.carried_netted, f.carried_payable, f.percent, f.details)`;
/** Later drafts carry what this month leaves. */
const LIST_DRAFT_MONTHS = `
  SELECT DISTINCT month FROM commission_statement WHERE status = 'DRAFT' AND month >= $1 AND agent_code = ANY ($2::text[]) ORDER BY month`;

const COUNT = `
  SELECT count(*) FILTER (WHERE status = 'DRAFT')::int AS drafts, count(*) FILTER (WHERE status = 'APPROVED')::int AS approved
  FROM commission_statement WHERE month = $1 AND ($2::text IS NULL OR agent_code = $2)`;

/** Late commission belongs to the month after an approved statement. */
const FIND_OLDEST = `
  SELECT min(x.month) AS month
  FROM (
    SELECT m.agent_code, min(m.at) AS at FROM commission m
    WHERE m.statement_id IS NULL AND m.at < $1 AND CASE WHEN $3::text IS NULL THEN m.agent_code <> ALL ($4::text[]) ELSE m.agent_code = $3 END
    GROUP BY m.agent_code) AS open
  CROSS JOIN LATERAL (
    SELECT greatest(date_trunc('month', open.at AT TIME ZONE 'Europe/Athens'), (
      SELECT max(s.month) + interval '1 month' FROM commission_statement s WHERE s.agent_code = open.agent_code AND s.status = 'APPROVED'))::date AS month) AS x
  WHERE x.month < $2`;
const LIST_STOPPED = `SELECT agent_code AS code FROM agent_clock WHERE frozen_at IS NOT NULL OR state <> 'ready'`;

/** Locks in the order of the agents, and only drafts whose earlier statements are approved. */
const lockDrafts = (where: string): string => `
  SELECT s.id FROM commission_statement s
  WHERE s.status = 'DRAFT' AND ${where}
    AND NOT EXISTS (SELECT FROM commission_statement b WHERE b.agent_code = s.agent_code AND b.month < s.month AND b.status = 'DRAFT')
  ORDER BY s.agent_code LIMIT $2 FOR UPDATE OF s`;

/** Serializes the numbers of a year until the transaction ends, so that none is missing. */
const LOCK_NUMBERS = `SELECT pg_advisory_xact_lock(hashtextextended('commission statements ' || current_schema(), 0))`;
const APPROVE = `
  UPDATE commission_statement s SET status = 'APPROVED', year = $2, number = n.number, settlement = $3, approved_at = $4, approved_by_id = $5, approved_by = $6
  FROM (
    SELECT t.id, (SELECT coalesce(max(b.number), 0) FROM commission_statement b WHERE b.year = $2) + row_number() OVER (ORDER BY t.month, t.agent_code) AS number
    FROM commission_statement t WHERE t.id = ANY ($1::bigint[])) AS n
  WHERE s.id = n.id`;

/** Locks the accounts in the order of their agents before the transactions get their ids. */
const BOOK = `
  WITH approved AS MATERIALIZED (
    SELECT s.id, s.agent_code, s.settlement, ${numberSql} AS reference, greatest(s.carried_payable + s.payable, 0) AS base, s.tax_netted, s.tax_payable, s.due
    FROM commission_statement s WHERE s.id = ANY ($1::bigint[])),
  sent AS MATERIALIZED (
    SELECT a.id, a.reference, e.code, e.kind, e.amount
    FROM approved a CROSS JOIN LATERAL (VALUES
      ('commission-payable:' || a.agent_code, 'COMMISSION_PAYABLE', a.base),
      ('withholding-tax', 'WITHHOLDING_TAX', -(a.tax_netted + a.tax_payable)),
      ('agent-payable:' || a.agent_code, 'AGENT_PAYABLE', CASE a.settlement WHEN 'PAYOUT' THEN -a.due ELSE 0 END),
      ('agent:' || a.agent_code, 'AGENT', a.tax_netted - CASE a.settlement WHEN 'OFFSET' THEN a.due ELSE 0 END)) AS e(code, kind, amount)
    WHERE e.amount <> 0),
  locked AS MATERIALIZED (
    SELECT c.id FROM account c WHERE c.code IN (SELECT code FROM sent WHERE kind = 'AGENT') ORDER BY c.code FOR UPDATE),
  moved AS (
    UPDATE account c SET balance = c.balance + sent.amount FROM sent WHERE c.code = sent.code AND sent.kind = 'AGENT' AND c.id IN (SELECT id FROM locked)
    RETURNING c.id),
  posted AS (
    INSERT INTO ledger_transaction (at, kind, reference)
    SELECT $2::timestamptz, 'COMMISSION_STATEMENT', reference FROM (SELECT DISTINCT reference FROM sent) AS named WHERE (SELECT count(*) FROM moved) >= 0
    RETURNING id, reference),
  written AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
    SELECT posted.id, c.id, sent.amount, $2 FROM posted JOIN sent USING (reference) JOIN account c ON c.code = sent.code),
  of_day AS (
    INSERT INTO debit_day AS d (account_id, day, amount)
    SELECT c.id, $3::date, sum(sent.amount) FROM sent JOIN account c ON c.code = sent.code WHERE sent.kind = 'AGENT' AND sent.amount > 0 GROUP BY c.id
    ON CONFLICT (account_id, day) DO UPDATE SET amount = d.amount + excluded.amount),
  owed AS (
    INSERT INTO refund (kind, agent_code, transaction_id, amount, owed_since, iban, iban_shown, holder)
    SELECT 'AGENT', a.agent_code, posted.id, a.due, $2, g.iban, g.iban_shown, CASE WHEN g.iban IS NOT NULL THEN coalesce(g.legal_name, g.name) END
    FROM approved a JOIN posted USING (reference) JOIN agent g ON g.code = a.agent_code WHERE a.settlement = 'PAYOUT' AND a.due > 0
    RETURNING id, transaction_id)
  UPDATE commission_statement s SET transaction_id = posted.id, refund_id = owed.id
  FROM approved a JOIN posted USING (reference) LEFT JOIN owed ON owed.transaction_id = posted.id WHERE s.id = a.id`;
const OPEN_PAYABLES = `
  INSERT INTO account (code, kind)
  SELECT DISTINCT 'agent-payable:' || agent_code, 'AGENT_PAYABLE' FROM commission_statement WHERE id = ANY ($1::bigint[]) ORDER BY 1 ON CONFLICT (code) DO NOTHING`;

export interface Preparation {
  readonly at: Date;
  readonly by: string;
  readonly agentCode: string | null;
  readonly others?: readonly string[];
}

export interface StatementApproval {
  readonly settlement: CommissionSettlement;
  readonly at: Date;
  /** Null for an agent of the sandbox who acts as staff. */
  readonly userId: number | null;
  readonly name: string;
}

@Injectable()
export class CommissionStatementRepository {
  constructor(
    private readonly store: Store,
    private readonly numbers: ReceiptNumbers,
  ) {}

  async list(
    where: Environment | Writer,
    filter: CommissionStatementFilter,
    { start, limit }: PageWindow,
  ): Promise<Page<CommissionStatement>> {
    const values = [filter.agents ?? null, filter.month ?? null, filter.status ?? null, start - 1, limit];
    const rows = await this.store.readAnywhere(where, (reader) =>
      reader.query<CommissionStatement & { readonly total: number }>(LIST, values),
    );
    const items = rows.filter(({ id }) => id !== null).map(({ total: _, ...statement }) => statement);
    return { items, ...toCappedTotal(rows[0]?.total ?? 0) };
  }

  async find(
    where: Environment | Writer,
    id: number,
    agents: readonly string[] | null,
    status: CommissionStatement['status'] | null = null,
  ): Promise<CommissionStatementWithFigures | null> {
    const [found] = await this.store.query<CommissionStatementWithFigures>(where, FIND, [id, agents, status]);
    return found ?? null;
  }

  async listEntries(
    environment: Environment,
    id: number,
    { start, limit }: PageWindow,
  ): Promise<{ items: CommissionEntry[]; total: number }> {
    type Row = CommissionEntry & { readonly total: number };
    await this.numbers.number(environment);
    const rows = await this.store.readAnywhere(environment, (reader) => reader.query<Row>(LIST_ENTRIES, [id, start - 1, limit]));
    return { items: rows.map(({ total: _, ...entry }) => entry), total: rows[0]?.total ?? 0 };
  }

  async prepareNext(
    tx: Transaction,
    month: LocalDate,
    { at, by, agentCode, others = [] }: Preparation,
    after: string,
  ): Promise<{ readonly created: number; readonly last: string } | null> {
    const end = getStartOfDay(addMonths(month, 1));
    const agents = (await tx.query<{ code: string }>(LIST_AGENTS, [month, end, after, agentCode, others])).map(({ code }) => code);
    const last = agents.at(-1);
    if (last === undefined) return null;
    const created = await tx.query(CREATE_DRAFTS, [month, end, at, by, agents]);
    await tx.query(CLAIM, [month, end, agents]);
    const months = await tx.query<{ month: LocalDate }>(LIST_DRAFT_MONTHS, [month, agents]);
    for (const draft of months) await tx.query(CALCULATE, [draft.month, agents]);
    return { created: created.length, last };
  }

  async findOldestMonth(where: Writer, end: LocalDate, agentCode: string | null, others: readonly string[]): Promise<LocalDate | null> {
    const values = [getStartOfDay(end), end, agentCode, others];
    return getRow(await this.store.query<{ month: LocalDate | null }>(where, FIND_OLDEST, values)).month;
  }

  async listStopped(environment: Environment): Promise<string[]> {
    if (environment === 'production') return [];
    return (await this.store.query<{ code: string }>(environment, LIST_STOPPED)).map(({ code }) => code);
  }

  async count(tx: Transaction, month: LocalDate, agentCode: string | null): Promise<{ drafts: number; approved: number }> {
    return getRow(await tx.query<{ drafts: number; approved: number }>(COUNT, [month, agentCode]));
  }

  lockDraftsOfMonth(tx: Transaction, month: LocalDate, limit: number): Promise<number[]> {
    return this.lockDrafts(tx, 's.month = $1', month, limit);
  }

  lockDraft(tx: Transaction, id: number): Promise<number[]> {
    return this.lockDrafts(tx, 's.id = $1', id, 1);
  }

  async approve(tx: Transaction, ids: readonly number[], { settlement, at, userId, name }: StatementApproval): Promise<void> {
    await tx.query(LOCK_NUMBERS);
    await tx.query(APPROVE, [ids, getYear(toLocalDate(at)), settlement, at, userId, name]);
    if (settlement === 'PAYOUT') await tx.query(OPEN_PAYABLES, [ids]);
    await tx.query(BOOK, [ids, at, toLocalDate(at)]);
  }

  private async lockDrafts(tx: Transaction, where: string, value: LocalDate | number, limit: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(lockDrafts(where), [value, limit])).map(({ id }) => id);
  }
}
