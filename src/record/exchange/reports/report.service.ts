import { Injectable } from '@nestjs/common';
import { addDays, getStartOfDay } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import { type Period, parsePeriod } from '../../../common/period.js';
import type { TableColumn, TableRow } from '../../../common/table.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { Store } from '../../../store/store.js';
import type { ReportPeriodQuery, ReportYearQuery } from './report-query.dto.js';
import type { Report, ReportFilter } from './report-parts.js';
import { type ReportName, REPORTS } from './reports.js';

const MAX_MONTHS = 12;

interface ReportReader {
  readonly environment: Environment;
  readonly holder: Holder<Environment | 'staff'>;
}

interface ReportTable {
  /** File name without the extension. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly read: () => AsyncGenerator<TableRow[], void>;
}

/** Streams reports (docs/contract/reports.md): rows as of one moment, in constant memory. */
@Injectable()
export class ReportService {
  constructor(
    private readonly store: Store,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** Returns a report of days or of a calendar year. @throws DomainError BAD_QUERY at `to` (reports.2) */
  select(name: ReportName, query: ReportPeriodQuery | ReportYearQuery, reader: ReportReader, filter: ReportFilter): ReportTable {
    const period = 'year' in query ? { from: `${query.year}-01-01`, to: `${query.year + 1}-01-01` } : parsePeriod(query, MAX_MONTHS);
    const report = REPORTS[name];
    return { name: `${name}-${formatPeriod(period)}`, columns: report.columns, read: () => this.read(report, reader, period, filter) };
  }

  /** @throws DomainError UNAVAILABLE when too many reports are read */
  private async *read(
    report: Report,
    { environment, holder }: ReportReader,
    period: Period,
    filter: ReportFilter,
  ): AsyncGenerator<TableRow[], void> {
    const { complete } = report;
    const leave = this.bulkheads.reports.enter(holder);
    try {
      const { text, values } = buildStatement(report, period, filter);
      for await (const rows of this.store.stream<TableRow>(environment, text, values, filter.agents !== null))
        yield complete === undefined ? rows : rows.map((row) => complete(row, environment));
    } finally {
      leave();
    }
  }
}

/** Formats a period with its last day. @example '2026-01-01-2026-03-31', or '2026' for a whole year */
function formatPeriod({ from, to }: Period): string {
  const last = addDays(to, -1);
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && last === `${year}-12-31` ? year : `${from}-${last}`;
}

function buildStatement(report: Report, { from, to }: Period, { agents, line }: ReportFilter): { text: string; values: unknown[] } {
  const values: unknown[] = report.period === 'days' ? [from, to] : [getStartOfDay(from), getStartOfDay(to)];
  let where = '';
  if (agents !== null) where += ` AND a.agent_code = ANY ($${values.push(agents)}::text[])`;
  if (line !== null) where += ` AND a.line = $${values.push(line)}`;
  return { text: report.sql(where, agents !== null), values };
}
