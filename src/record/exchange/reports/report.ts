import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { TableColumn, TableRow } from '../../../common/table.js';

/** Applications of a report; null: all. */
export interface ReportFilter {
  readonly agents: readonly string[] | null;
  readonly line: string | null;
}

export interface Report {
  readonly title: Text;
  readonly columns: readonly TableColumn[];
  /** Meaning of $1 (from) and $2 (to, exclusive). */
  readonly period: 'instants' | 'days';
  /** Builds the statement, in the order of an index (reports.3). `where`: conditions on the application `a`, each with an AND before it. */
  readonly sql: (where: string, isOfAgents: boolean) => string;
  /** Adds what the record derives from a row. */
  readonly complete?: (row: TableRow, environment: Environment) => TableRow;
}
