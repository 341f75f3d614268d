import { Injectable } from '@nestjs/common';
import { addDays, getStartOfDay } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import { type Period, parsePeriod, readDay } from '../../../common/period.js';
import type { TableColumn, TableRow } from '../../../common/table.js';
import { OwnerShares } from '../../../store/redis/owner-shares.js';
import { ReceiptNumbers } from '../../core/applications/receipt-numbers.js';
import { Store } from '../../../store/store.js';
import type { ReportDayQuery, ReportPeriodQuery, ReportYearQuery } from './report-query.dto.js';
import type { Report, ReportFilter } from './report-parts.js';
import { type ReportName, REPORTS } from './reports.js';

const MAX_MONTHS = 12;

interface ReportReader {
  readonly environment: Environment;
  readonly holder: Holder<Environment | 'staff'>;
}

interface ReportTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly read: () => AsyncGenerator<TableRow[], void>;
}

/** Streams rows as of one moment, in constant memory (docs/contract/reports.md). */
@Injectable()
export class ReportService {
  constructor(
    private readonly store: Store,
    private readonly shares: OwnerShares,
    private readonly numbers: ReceiptNumbers,
  ) {}

  /** @throws DomainError BAD_QUERY at `to` (reports.2) */
  select(
    name: ReportName,
    query: ReportPeriodQuery | ReportDayQuery | ReportYearQuery,
    reader: ReportReader,
    filter: ReportFilter,
  ): ReportTable {
    const period = toPeriod(query);
    const report = REPORTS[name];
    return { name: `${name}-${formatPeriod(period)}`, columns: report.columns, read: () => this.read(report, reader, period, filter) };
  }

  private async *read(
    report: Report,
    { environment, holder }: ReportReader,
    period: Period,
    filter: ReportFilter,
  ): AsyncGenerator<TableRow[], void> {
    const leave = await this.shares.enter('reports', holder);
    try {
      await this.numbers.number(environment);
      const { text, values } = buildStatement(report, period, filter);
      for await (const rows of this.store.stream<TableRow>(environment, text, values, filter.agents !== null)) yield rows;
    } finally {
      leave();
    }
  }
}

function toPeriod(query: ReportPeriodQuery | ReportDayQuery | ReportYearQuery): Period {
  if ('year' in query) return { from: `${query.year}-01-01`, to: `${query.year + 1}-01-01` };
  if (!('on' in query)) return parsePeriod(query, MAX_MONTHS);
  const on = readDay(query.on);
  return { from: on, to: addDays(on, 1) };
}

function formatPeriod({ from, to }: Period): string {
  const last = addDays(to, -1);
  const year = from.slice(0, 4);
  if (from === last) return from;
  return from === `${year}-01-01` && last === `${year}-12-31` ? year : `${from}-${last}`;
}

function buildStatement(report: Report, { from, to }: Period, { agents, line }: ReportFilter): { text: string; values: unknown[] } {
  const values: unknown[] = report.period === 'days' ? [from, to] : [getStartOfDay(from), getStartOfDay(to)];
  let where = '';
  if (agents !== null) where += ` AND a.agent_code = ANY ($${values.push(agents)}::text[])`;
  if (line !== null) where += ` AND a.line = $${values.push(line)}`;
  return { text: report.sql(where, agents !== null), values };
}
