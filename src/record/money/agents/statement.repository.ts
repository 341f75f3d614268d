import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { toDecimal, toAmount, type Amount } from '../../../common/money.js';
import { MAX_COUNTED, type PageWindow } from '../../../common/paging.js';
import { getRow, Store, type Reader } from '../../../store/store.js';
import { ReceiptNumbers } from '../../core/applications/receipt-numbers.js';
import type { StatementEntry, StatementPage, StatementSums } from './statement.js';

/** Begins at `from` and ends before `to`; null is no limit. */
interface StatementSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

const entries = (where: string): string => `
  SELECT e.transaction_id, e.at, e.amount FROM ledger_entry e WHERE e.account_id = (SELECT id FROM account WHERE agent_code = $1) AND ${where}
  ORDER BY e.at, e.transaction_id`;
const IN_PERIOD = entries(`e.at >= coalesce($2::timestamptz, '-infinity') AND e.at < coalesce($3::timestamptz, 'infinity')`);
const sumOf = (selected: string, where = 'true'): string =>
  `coalesce((SELECT sum(amount) FROM (${selected}) AS selected WHERE ${where}), 0.00)`;
const COUNT = `SELECT count(*)::int FROM (${IN_PERIOD} LIMIT ${MAX_COUNTED + 1}) AS counted`;

const SHOWN = `
  t.id, t.at, CASE t.kind WHEN 'SUSPENSE_SETTLEMENT' THEN 'SETTLEMENT' ELSE t.kind END AS kind, t.reference, t.application_id AS "applicationId", t.receipt_no AS "receiptNo", page.amount, r.policy_no AS "policyNo",
  coalesce(n.series || ' ' || n.number, '') AS "shownNo", r.net, r.gross, a.client_name AS "clientName"`;
const OF_PAGE = `
  page JOIN ledger_transaction t ON t.id = page.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
    LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no LEFT JOIN application a ON a.id = t.application_id`;

/** Calculates balances backwards from the stored one. A null limit is left out: its plan reads the whole account. */
const pageOf = (about: string, { from, to }: StatementSpan): string => `
  WITH stored AS (SELECT balance FROM account WHERE agent_code = $1),
  balances AS (
    SELECT balance, ${to === null ? 'balance' : `balance - ${sumOf(entries('e.at >= $3'))}`} AS closing,
      ${from === null ? '0.00' : `balance - ${sumOf(entries('e.at >= $2'))}`} AS opening
    FROM stored),
  page AS (${IN_PERIOD} OFFSET $4 LIMIT $5)
  SELECT b.balance AS now, b.opening, b.closing, (${COUNT}) AS total, ${about}, ${SHOWN},
    b.opening + ${sumOf(`${IN_PERIOD} LIMIT $4`)} + sum(page.amount) OVER (ORDER BY t.at, t.id) AS balance
  FROM balances b LEFT JOIN (${OF_PAGE}) ON true
  ORDER BY t.at, t.id`;

const WITHOUT_SUMS = 'NULL AS debits, NULL AS last';
const WITH_SUMS = `${sumOf(IN_PERIOD, 'amount > 0')} AS debits, (SELECT max(transaction_id) FROM (${IN_PERIOD}) AS selected) AS last`;

/** An agent's transaction ids follow the order of commits. */
const FIND_NEXT = `
  SELECT ${SHOWN}, page.at::text AS place
  FROM (${entries('(e.at, e.transaction_id) > ($2::timestamptz, $3::bigint) AND e.at < $4 AND e.transaction_id <= $5')} LIMIT $6) AS page
    JOIN ledger_transaction t ON t.id = page.transaction_id LEFT JOIN receipt r ON r.receipt_no = t.receipt_no
    LEFT JOIN receipt_number n ON n.receipt_no = r.receipt_no LEFT JOIN application a ON a.id = t.application_id
  ORDER BY page.at, page.transaction_id`;
const BATCH_SIZE = 1_000;

interface Sums {
  readonly now: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly total: number;
  readonly debits: Amount | null;
  readonly last: number | null;
}

interface EntryRow extends Omit<StatementEntry, 'transactionId' | 'receipt' | 'balance'> {
  readonly id: number;
  readonly receiptNo: number | null;
  readonly shownNo: string;
  readonly net: Amount;
  readonly gross: Amount;
}

type PageRow = Sums & ((EntryRow & { readonly balance: Amount }) | { readonly id: null });

export interface StatementReading {
  readonly sums: StatementSums;
  readonly entries: AsyncGenerator<readonly StatementEntry[], void>;
}

@Injectable()
export class StatementRepository {
  constructor(
    private readonly store: Store,
    private readonly numbers: ReceiptNumbers,
  ) {}

  async findPage(
    environment: Environment,
    agentCode: string,
    span: StatementSpan,
    window: PageWindow,
    hasSums = false,
  ): Promise<StatementPage> {
    await this.numbers.number(environment);
    const about = hasSums ? WITH_SUMS : WITHOUT_SUMS;
    return toPage(await this.store.readAnywhere(environment, (reader) => findRows(reader, agentCode, about, span, window)));
  }

  /** Reads as of the moment of its sums, on the primary: a standby may show a transaction before the others do. */
  async open(environment: Environment, agentCode: string, span: { readonly from: Date; readonly to: Date }): Promise<StatementReading> {
    await this.numbers.number(environment);
    const primary = this.store.withoutTransaction(environment);
    const rows = await findRows(primary, agentCode, WITH_SUMS, span, { start: 1, limit: 0 });
    const sums = toPage(rows);
    return { sums, entries: this.readUpTo(environment, agentCode, span, rows[0]?.last ?? null, sums.opening) };
  }

  private async *readUpTo(
    environment: Environment,
    agentCode: string,
    { from, to }: { readonly from: Date; readonly to: Date },
    last: number | null,
    opening: Amount,
  ): AsyncGenerator<readonly StatementEntry[], void> {
    type Row = EntryRow & { readonly place: string };
    let [place, id, balance]: [Date | string, number, ReturnType<typeof toDecimal>] = [from, 0, toDecimal(opening)];
    while (last !== null) {
      const values = [agentCode, place, id, to, last, BATCH_SIZE];
      const rows: Row[] = await this.store.query<Row>(environment, FIND_NEXT, values);
      yield rows.map((row) => {
        balance = balance.plus(row.amount);
        return toEntry({ ...row, balance: toAmount(balance) });
      });
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH_SIZE) return;
      [place, id] = [end.place, end.id];
    }
  }
}

function findRows(
  reader: Pick<Reader, 'query'>,
  agentCode: string,
  about: string,
  span: StatementSpan,
  { start, limit }: PageWindow,
): Promise<PageRow[]> {
  return reader.query<PageRow>(pageOf(about, span), [agentCode, span.from, span.to, start - 1, limit]);
}

function toPage(rows: readonly PageRow[]): StatementPage {
  const { now, opening, closing, total, debits: debitsOrNull } = getRow(rows);
  const debits = debitsOrNull ?? '0.00';
  return {
    now,
    opening,
    closing,
    total,
    debits,
    credits: toAmount(toDecimal(debits).minus(closing).plus(opening)),
    entries: rows.flatMap((row) => (row.id === null ? [] : [toEntry(row)])),
  };
}

function toEntry(row: EntryRow & { readonly balance: Amount }): StatementEntry {
  const { id: transactionId, at, kind, reference, applicationId, policyNo, clientName, amount, balance } = row;
  const { receiptNo, shownNo, net, gross } = row;
  const receipt = receiptNo === null ? null : { receiptNo, shownNo, net, gross };
  return { transactionId, at, kind, reference, applicationId, policyNo, clientName, receipt, amount, balance };
}
