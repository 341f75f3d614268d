import { SystemClock } from '../../common/clock.js';
import { OperatorError } from '../../common/operator-error.js';
import { parseCommandLine, type CommandOutcome } from '../../common/run-command.js';
import { readConfig } from '../../config/config.js';
import { findRunningDatabaseUrl } from '../running-database.js';
import { findExportProblems } from './manifest.js';
import { exportTables } from './table-export.js';

const USAGE = 'npm run export -- FOLDER, npm run export -- verify FOLDER';
const EXIT_CODE = 1;

export async function runExport(args: readonly string[]): Promise<string | CommandOutcome> {
  const { positionals } = parseCommandLine(args, {}, USAGE);
  const isCheck = positionals[0] === 'verify';
  const [folder, ...others] = isCheck ? positionals.slice(1) : positionals;
  if (folder === undefined || others.length > 0) throw new OperatorError(`Usage: ${USAGE}`);
  if (isCheck) {
    const problems = await findExportProblems(folder);
    return problems.length === 0 ? 'The export is complete and unchanged.' : { text: problems.join('\n'), exitCode: EXIT_CODE };
  }
  const { tables } = await exportTables(await findRunningDatabaseUrl(readConfig()), folder, new SystemClock().now());
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Written: ${rows} rows of ${tables.length} tables to ${folder}.`;
}
