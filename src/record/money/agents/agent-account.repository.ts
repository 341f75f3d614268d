import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { foldName } from '../../../common/fold-name.js';
import type { PageWindow } from '../../../common/paging.js';
import { getRow, Store } from '../../../store/store.js';
import { AGE_ENDS, type AccountFilter, type AccountSort, type AgedDebt, type AgentAccount, type OpenCharge } from './agent-account.js';

const LAST_SETTLEMENT = `
  SELECT e.at, -e.amount AS amount
  FROM (SELECT transaction_id, at, amount FROM ledger_entry WHERE account_id = c.id AND amount < 0 ORDER BY at DESC, transaction_id DESC) AS e,
    LATERAL (SELECT FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.kind IN ('SETTLEMENT', 'SUSPENSE_SETTLEMENT') AND NOT t.is_reversed OFFSET 0) AS settlement
  LIMIT 1`;
const SET_ASIDE = `
  coalesce((SELECT sum(r.amount) FROM refund r WHERE r.agent_code = g.code AND r.status IN ('OWED', 'PREPARED')), 0.00)`;

const before = (day: string): string => `greatest(c.balance - since.${day}, 0.00)`;

/** Reads each charge of `b`, the day of the oldest unpaid one, because some of them may be paid. */
const ahead = (condition: string): string => `FROM debit_ahead d WHERE d.account_id = c.id AND d.due_date > $1 AND ${condition}`;
const sumAhead = (condition: string): string => `(SELECT coalesce(sum(d.amount), 0.00) ${ahead(condition)})`;
const startOf = (day: string): string => `(${day})::timestamp AT TIME ZONE 'Europe/Athens'`;
const OPEN_AHEAD = `
  SELECT ${sumAhead('d.day > b.day')} + coalesce((
    SELECT sum(o.amount) FROM open_charges(c.id, b.rest, ${startOf('b.day + 1')}) AS o
      JOIN ledger_transaction t ON t.id = o.transaction_id JOIN receipt r ON r.receipt_no = t.receipt_no
    WHERE r.due_date > $1 AND EXISTS (SELECT ${ahead('d.day = b.day')})), 0.00)
  FROM open_since(c.id, c.balance) AS b`;

/** $1: today; $2, $3, $4: first days of the last 30, 60 and 90 days (ADR-24). OFFSET 0 calculates `not_due` once. */
const AGED = `
  SELECT later.not_due, greatest(c.balance, 0.00) - ${before('days_30')} - later.not_due AS days_0_30, ${before('days_30')} - ${before('days_60')} AS days_31_60,
    ${before('days_60')} - ${before('days_90')} AS days_61_90, ${before('days_90')} AS over_90
  FROM (
    SELECT coalesce(sum(d.amount), 0.00) AS days_90, coalesce(sum(d.amount) FILTER (WHERE d.day >= $3), 0.00) AS days_60,
      coalesce(sum(d.amount) FILTER (WHERE d.day >= $2), 0.00) AS days_30
    FROM debit_day d WHERE d.account_id = c.id AND d.day >= $4 AND c.balance > 0) AS since
  CROSS JOIN LATERAL (
    SELECT CASE WHEN c.balance <= 0 THEN 0.00 WHEN c.balance >= since.days_30 THEN ${sumAhead('d.day >= $2')} ELSE (${OPEN_AHEAD}) END AS not_due OFFSET 0) AS later`;

const accounts = (where: string): string => `
  SELECT g.code, g.name, g.credit_limit, c.id AS account_id, c.balance, greatest(g.credit_limit - c.balance, 0.00) AS credit_left, aged.*
  FROM agent g JOIN account c ON c.agent_code = g.code CROSS JOIN LATERAL (${AGED}) AS aged
  WHERE ${where}`;

const oldestOf = (account: string): string => `(
  SELECT o.at FROM open_since(${account}.account_id, ${account}.balance) AS b JOIN debit_day d ON d.account_id = ${account}.account_id AND d.day = b.day,
    LATERAL (
      SELECT charged.at FROM (
        SELECT e.at, e.transaction_id, sum(e.amount) OVER (ORDER BY e.at, e.transaction_id ROWS UNBOUNDED PRECEDING) AS so_far FROM ledger_entry e
        WHERE e.account_id = d.account_id AND e.amount > 0
          AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.kind = 'REVERSAL') AND e.at >= ${startOf('d.day')} AND e.at < ${startOf('d.day + 1')}) AS charged
      WHERE charged.so_far > d.amount - b.rest ORDER BY charged.at, charged.transaction_id LIMIT 1) AS o)`;

const DEBT_FIELDS = Object.entries({
  not_due: 'notDue',
  days_0_30: 'days0To30',
  days_31_60: 'days31To60',
  days_61_90: 'days61To90',
  over_90: 'over90',
} satisfies Record<string, keyof AgedDebt>);
const DEBT = DEBT_FIELDS.map(([column, field]) => `${column} AS "${field}"`).join(', ');

const SHOWN = `
  g.code, g.name, g.credit_limit AS "creditLimit", g.balance, g.credit_left AS "creditLeft", ${DEBT}, ${oldestOf('g')} AS "oldestUnpaidAt",
  ${SET_ASIDE} AS "creditSetAside", settled.at AS "lastSettledAt", settled.amount AS "lastSettlement"`;
const settledOf = (account: string): string => `LEFT JOIN LATERAL (${LAST_SETTLEMENT.replace('c.id', account)}) AS settled ON true`;

/** $5: code; $6: part of the folded name; $7: owes; $8: over its limit; $9: day with unpaid charges before it. */
const FOUND = accounts(`
  ($5::text IS NULL OR g.code = $5) AND ($6::text IS NULL OR position($6 IN fold_name(g.name)) > 0) AND ($7::boolean IS NULL OR (c.balance > 0) = $7)
  AND ($8::boolean IS NULL OR (c.balance > g.credit_limit) = $8) AND ($9::date IS NULL OR c.balance > (SELECT coalesce(sum(d.amount), 0.00) FROM debit_day d WHERE d.account_id = c.id AND d.day >= $9))`);

const FIND_ONE = `WITH g AS (${accounts('g.code = $5')}) SELECT ${SHOWN} FROM g ${settledOf('g.account_id')}`;

const ORDERS: Readonly<Record<AccountSort, string>> = {
  code: 'code',
  name: 'fold_name(name)',
  balance: 'balance',
  creditLeft: 'credit_left',
  oldestUnpaid: 'looked_up',
  lastSettled: 'looked_up',
};
const LOOKED_UP: Readonly<Partial<Record<AccountSort, string>>> = {
  oldestUnpaid: oldestOf('found'),
  lastSettled: `(SELECT s.at FROM (${LAST_SETTLEMENT.replace('c.id', 'found.account_id')}) AS s)`,
};

const OPEN = `
  SELECT o.at, t.reference, t.application_id AS "applicationId", r.policy_no AS "policyNo", r.receipt_no AS "receiptNo", r.due_date AS "dueDate", r.gross,
    o.amount AS open, count(*) OVER ()::int AS total
  FROM account c, open_charges(c.id, c.balance) AS o JOIN ledger_transaction t ON t.id = o.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
  WHERE c.agent_code = $1 ORDER BY o.at, o.transaction_id LIMIT $2`;

export interface AccountTotals extends AgedDebt {
  readonly count: number;
  readonly owed: string;
  readonly credit: string;
}

@Injectable()
export class AgentAccountRepository {
  constructor(private readonly store: Store) {}

  async find(environment: Environment, code: string, today: LocalDate): Promise<AgentAccount | null> {
    const [account] = await this.store.query<AgentAccount>(environment, FIND_ONE, [...listAges(today), code]);
    return account ?? null;
  }

  async listOpenCharges(environment: Environment, code: string, limit: number): Promise<{ items: OpenCharge[]; total: number }> {
    const rows = await this.store.readAnywhere(environment, (reader) =>
      reader.query<OpenCharge & { readonly total: number }>(OPEN, [code, limit]),
    );
    return { items: rows.map(({ total: _, ...charge }) => charge), total: rows[0]?.total ?? 0 };
  }

  async list(
    environment: Environment,
    filter: AccountFilter,
    { sort, today, window }: { readonly sort: string; readonly today: LocalDate; readonly window: PageWindow },
  ): Promise<{ items: AgentAccount[]; totals: AccountTotals }> {
    const { code = null, name, isOwing = null, isOverLimit = null, agedOver } = filter;
    const foldedName = name === undefined ? null : foldName(name);
    const dayAfter = agedOver === undefined ? null : addDays(today, -agedOver);
    const values = [...listAges(today), code, foldedName, isOwing, isOverLimit, dayAfter, window.start - 1, window.limit];
    const rows = await this.store.readAnywhere(environment, (reader) => reader.query<Row>(listBy(sort), values));
    const items = rows.flatMap(({ totals: _, ...account }) => (account.code === null ? [] : [account as AgentAccount]));
    return { items, totals: getRow(rows).totals };
  }
}

type Row = { readonly [Field in keyof AgentAccount]: AgentAccount[Field] | null } & { readonly totals: AccountTotals };

/** Sums as text, because a JSON number would be read as a binary float. */
const TOTALS = `
  jsonb_build_object('count', count(*), 'owed', coalesce(sum(balance) FILTER (WHERE balance > 0), 0.00)::text,
    'credit', coalesce(-sum(balance) FILTER (WHERE balance < 0), 0.00)::text,
    ${DEBT_FIELDS.map(([column, field]) => `'${field}', coalesce(sum(${column}), 0.00)::text`).join(', ')})`;

function listBy(sort: string): string {
  const isDescending = sort.startsWith('-');
  const by = (isDescending ? sort.slice(1) : sort) as AccountSort;
  const order = `${ORDERS[by]} ${isDescending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}, code`;
  return `
    WITH found AS MATERIALIZED (${FOUND}), totals AS (SELECT ${TOTALS} AS totals FROM found),
      g AS (SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM (SELECT *, ${LOOKED_UP[by] ?? 'NULL'} AS looked_up FROM found) AS sorted ORDER BY ${order} OFFSET $10 LIMIT $11)
    SELECT totals.totals, ${SHOWN} FROM totals LEFT JOIN (g ${settledOf('g.account_id')}) ON true ORDER BY g.place`;
}

function listAges(today: LocalDate): unknown[] {
  return [today, ...AGE_ENDS.map((days) => addDays(today, -days))];
}
