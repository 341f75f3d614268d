import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { decimal, toAmount, type Amount } from '../../../common/money.js';
import { MAX_COUNTED, type PageWindow } from '../../../common/paging.js';
import { Store } from '../../../store/store.js';
import { seriesOfReceipt } from '../ledger/document-series.js';
import type { ReceiptKind } from '../../core/applications/receipt.js';
import type { LineCode } from '../../reference/products/questionnaires.js';
import type { StatementEntry, StatementPage, StatementSums } from './statement.js';

/** Instants from `from` to before `to`; null is no limit. */
export interface StatementSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Entries of an account in their order. The index holds every column that is read. */
const entries = (where: string): string => `
  SELECT e.transaction_id, e.at, e.amount FROM ledger_entry e WHERE e.account_id = (SELECT id FROM account WHERE agent_code = $1) AND ${where}
  ORDER BY e.at, e.transaction_id`;
const IN_PERIOD = entries(`e.at >= coalesce($2::timestamptz, '-infinity') AND e.at < coalesce($3::timestamptz, 'infinity')`);
const sumOf = (selected: string, where = 'true'): string =>
  `coalesce((SELECT sum(amount) FROM (${selected}) AS selected WHERE ${where}), 0.00)`;
const COUNT = `SELECT count(*)::int FROM (${IN_PERIOD} LIMIT ${MAX_COUNTED + 1}) AS counted`;

const SHOWN = `
  t.id, t.at, t.kind, t.reference, t.application_id AS "applicationId", t.receipt_no AS "receiptNo", page.amount, r.policy_no AS "policyNo",
  r.kind AS "receiptKind", r.issue_date AS "issueDate", r.net, r.gross, a.line, a.client_name AS "clientName"`;
const OF_PAGE = `
  page JOIN ledger_transaction t ON t.id = page.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
    LEFT JOIN application a ON a.id = t.application_id`;

/**
 * Calculates balances backwards from the stored one, so that only entries since the period are added up. Returns one
 * row at least, without an `id` when the page is empty. A side without a limit is left out, because a plan for any
 * value would cost a whole account.
 */
const pageOf = (about: string, { from, to }: StatementSpan): string => `
  WITH kept AS (SELECT balance FROM account WHERE agent_code = $1),
  balances AS (
    SELECT balance, ${to === null ? 'balance' : `balance - ${sumOf(entries('e.at >= $3'))}`} AS closing,
      ${from === null ? '0.00' : `balance - ${sumOf(entries('e.at >= $2'))}`} AS opening
    FROM kept),
  page AS (${IN_PERIOD} OFFSET $4 LIMIT $5)
  SELECT b.balance AS now, b.opening, b.closing, (${COUNT}) AS total, ${about}, ${SHOWN},
    b.opening + ${sumOf(`${IN_PERIOD} LIMIT $4`)} + sum(page.amount) OVER (ORDER BY t.at, t.id) AS balance
  FROM balances b LEFT JOIN (${OF_PAGE}) ON true
  ORDER BY t.at, t.id`;

const WITHOUT_SUMS = 'NULL AS debits, NULL AS last';
const WITH_SUMS = `${sumOf(IN_PERIOD, 'amount > 0')} AS debits, (SELECT max(transaction_id) FROM (${IN_PERIOD}) AS selected) AS last`;

/** Entries after one, up to the last of the moment: ids of an agent's transactions ascend in the order of their commits. */
const FIND_NEXT = `
  SELECT ${SHOWN}, page.at::text AS place
  FROM (${entries('(e.at, e.transaction_id) > ($2::timestamptz, $3::bigint) AND e.at < $4 AND e.transaction_id <= $5')} LIMIT $6) AS page
    JOIN ledger_transaction t ON t.id = page.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
    LEFT JOIN application a ON a.id = t.application_id
  ORDER BY page.at, page.transaction_id`;
const ROWS_AT_ONCE = 1_000;

interface Sums {
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly total: number;
  /** Null where they were not asked for. */
  readonly debits: Amount | null;
  /** The last of the period's transactions; null when it has none. */
  readonly last: number | null;
}

/** An entry as the ledger, the receipt and the application have it. */
interface EntryRow extends Omit<StatementEntry, 'transactionId' | 'receipt' | 'balance'> {
  readonly id: number;
  readonly receiptNo: number | null;
  readonly receiptKind: ReceiptKind;
  readonly issueDate: LocalDate;
  readonly net: Amount;
  readonly gross: Amount;
  readonly line: LineCode;
}

type PageRow = Sums & ((EntryRow & { readonly balance: Amount }) | { readonly id: null });

export interface StatementReading {
  readonly sums: StatementSums;
  readonly entries: AsyncGenerator<readonly StatementEntry[], void>;
}

/** Statements of agents' accounts. SQL of our own: a page with its balances in one statement (ADR-2). */
@Injectable()
export class StatementRepository {
  constructor(private readonly store: Store) {}

  /** Finds a page with the balances around the period. */
  async findPage(environment: Environment, agentCode: string, span: StatementSpan, window: PageWindow): Promise<StatementPage> {
    return toPage(environment, await this.findRows(environment, agentCode, WITHOUT_SUMS, span, window));
  }

  /** Finds a page with the sums of debits and credits of the whole period. */
  async findPageWithSums(environment: Environment, agentCode: string, span: StatementSpan, window: PageWindow): Promise<StatementPage> {
    return toPage(environment, await this.findRows(environment, agentCode, WITH_SUMS, span, window));
  }

  /** Reads a period in parts, as of the moment of its sums and without holding a connection: later transactions have higher ids. */
  async open(environment: Environment, agentCode: string, span: { readonly from: Date; readonly to: Date }): Promise<StatementReading> {
    const rows = await this.findRows(environment, agentCode, WITH_SUMS, span, { start: 1, limit: 0 });
    const sums = toPage(environment, rows);
    return { sums, entries: this.readUpTo(environment, agentCode, span, rows[0]?.last ?? null, sums.opening) };
  }

  private findRows(
    environment: Environment,
    agentCode: string,
    about: string,
    span: StatementSpan,
    { start, limit }: PageWindow,
  ): Promise<PageRow[]> {
    return this.store.query<PageRow>(environment, pageOf(about, span), [agentCode, span.from, span.to, start - 1, limit]);
  }

  private async *readUpTo(
    environment: Environment,
    agentCode: string,
    { from, to }: { readonly from: Date; readonly to: Date },
    last: number | null,
    opening: Amount,
  ): AsyncGenerator<readonly StatementEntry[], void> {
    type Row = EntryRow & { readonly place: string };
    let [place, id, balance]: [Date | string, number, ReturnType<typeof decimal>] = [from, 0, decimal(opening)];
    while (last !== null) {
      const values = [agentCode, place, id, to, last, ROWS_AT_ONCE];
      const rows: Row[] = await this.store.query<Row>(environment, FIND_NEXT, values);
      yield rows.map((row) => {
        balance = balance.plus(row.amount);
        return toEntry(environment, { ...row, balance: toAmount(balance) });
      });
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_AT_ONCE) return;
      [place, id] = [end.place, end.id];
    }
  }
}

function toPage(environment: Environment, rows: readonly PageRow[]): StatementPage {
  const [first] = rows;
  if (!first) throw new Error('an agent without an account');
  const { now, opening, closing, total } = first;
  const debits = first.debits ?? '0.00';
  return {
    now,
    opening,
    closing,
    total,
    debits,
    credits: toAmount(decimal(debits).minus(closing).plus(opening)),
    entries: rows.flatMap((row) => (row.id === null ? [] : [toEntry(environment, row)])),
  };
}

function toEntry(environment: Environment, row: EntryRow & { readonly balance: Amount }): StatementEntry {
  const { id: transactionId, at, kind, reference, applicationId, policyNo, clientName, amount, balance } = row;
  const { receiptNo, receiptKind, issueDate, line, net, gross } = row;
  const series = receiptNo === null ? '' : seriesOfReceipt({ environment, line }, { kind: receiptKind, issueDate });
  const receipt = receiptNo === null ? null : { receiptNo, shownNo: `${series} ${receiptNo}`, net, gross };
  return { transactionId, at, kind, reference, applicationId, policyNo, clientName, receipt, amount, balance };
}
