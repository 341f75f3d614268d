import { Injectable } from '@nestjs/common';
import { startOfDay } from '../../../common/athens.js';
import type { Holder } from '../../../common/bulkhead.js';
import type { Environment } from '../../../common/environment.js';
import type { TableRow } from '../../../common/table.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { Store } from '../../../store/store.js';
import type { Report, ReportFilter } from './report.js';
import type { Period } from '../../../common/period.js';
import { type ReportName, REPORTS } from './reports.js';

/** Who reads, where. */
export interface ReportReader {
  readonly environment: Environment;
  readonly holder: Holder<Environment | 'staff'>;
}

/** Reads reports of the record (docs/contract/reports.md): rows in parts, of one moment, in constant memory. */
@Injectable()
export class ReportService {
  constructor(
    private readonly store: Store,
    private readonly bulkheads: Bulkheads,
  ) {}

  /** The first part that is asked for counts the reader, who has a database connection from then on. @throws DomainError UNAVAILABLE */
  async *read(
    name: ReportName,
    { environment, holder }: ReportReader,
    period: Period,
    filter: ReportFilter,
  ): AsyncGenerator<TableRow[], void> {
    const report: Report = REPORTS[name];
    const { complete } = report;
    const leave = this.bulkheads.reports.enter(holder);
    try {
      const { text, values } = statementOf(report, period, filter);
      for await (const rows of this.store.stream<TableRow>(environment, text, values, filter.agents !== null))
        yield complete === undefined ? rows : rows.map((row) => complete(row, environment));
    } finally {
      leave();
    }
  }
}

function statementOf(report: Report, { from, to }: Period, { agents, line }: ReportFilter): { text: string; values: unknown[] } {
  const values: unknown[] = report.period === 'days' ? [from, to] : [startOfDay(from), startOfDay(to)];
  let where = '';
  if (agents !== null) where += ` AND a.agent_code = ANY ($${values.push(agents)}::text[])`;
  if (line !== null) where += ` AND a.line = $${values.push(line)}`;
  return { text: report.sql(where, agents !== null), values };
}
