import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { TableColumn, TableRow } from '../../../common/table.js';

/** Whose applications a report is of; null is all of them. */
export interface ReportFilter {
  readonly agents: readonly string[] | null;
  readonly line: string | null;
}

/** A report: its columns, and the one statement that its rows come from. */
export interface Report {
  readonly title: Text;
  readonly columns: readonly TableColumn[];
  /** What $1 (from) and $2 (to, not included) are: instants, or days. */
  readonly period: 'instants' | 'days';
  /**
   * The statement. `where` is further conditions on the application `a`, each with an AND before it; `isOfAgents`: they name agents. Its rows have the
   * keys of the columns; the order is that of an index, so that the first row of all agents comes before the last one was looked for (reports.3).
   */
  readonly sql: (where: string, isOfAgents: boolean) => string;
  /** Adds to a row what the record derives. */
  readonly complete?: (row: TableRow, environment: Environment) => TableRow;
}
