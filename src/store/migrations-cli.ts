import { OperatorError } from '../common/operator-error.js';
import type { CommandOutcome } from '../common/run-command.js';
import { readConfig } from '../config/config.js';
import { DatabaseSetupError } from './first-connection.js';
import { migrate, readFitsAt } from './migrate.js';
import type { MigrationClass } from './migrations.js';
import { findRunningDatabaseUrl } from './running-database.js';
import { findNewerProblem, type SchemaFit } from './schema-fit.js';
import { listSchemas, type Schema } from './schema.js';

const BREAKS = 1;
const USAGE = 'Usage: npm run migrations -- pending|run';

export async function runMigrations(args: readonly string[]): Promise<string | CommandOutcome> {
  const config = readConfig();
  const schemas = listSchemas(config.environments);
  const command = args.join(' ');
  if (command !== 'pending' && command !== 'run') throw new OperatorError(USAGE);
  const url = await findRunningDatabaseUrl(config);
  if (command === 'pending') return listPending(url, schemas);
  await migrate(url, schemas);
  return 'The database fits this program.';
}

async function listPending(url: string, schemas: readonly Schema[]): Promise<string | CommandOutcome> {
  const fits = await readFitsAt(url, schemas);
  const reason = findNewerProblem(fits);
  if (reason !== null) throw new DatabaseSetupError(reason);
  const migrations = collect(fits);
  if (migrations.size === 0) return 'Nothing is pending.';
  if (fits.every(({ isNew }) => isNew)) return 'The database is empty. The first start creates everything.';
  const breaks = [...migrations].some(([{ isAdditive }, schemas]) => !isAdditive && schemas.some((schema) => !isNew(fits, schema)));
  const lines = Array.from(
    migrations,
    ([{ name, isAdditive }, schemas]) => `${isAdditive ? 'only adds ' : 'changes   '} ${name} (${schemas.join(', ')})`,
  );
  const advice = breaks
    ? 'Some change existing tables: take a backup, and stop every node before the first node of this version starts.'
    : 'They only add: nodes of the previous version continue, so replace one after the other.';
  return { text: [...lines, advice].join('\n'), exitCode: breaks ? BREAKS : 0 };
}

function collect(fits: readonly SchemaFit[]): Map<MigrationClass, Schema[]> {
  const migrations = new Map<MigrationClass, Schema[]>();
  for (const fit of fits)
    for (const migration of fit.pending) migrations.set(migration, [...(migrations.get(migration) ?? []), fit.schema]);
  return migrations;
}

function isNew(fits: readonly SchemaFit[], schema: Schema): boolean {
  return fits.some((fit) => fit.schema === schema && fit.isNew);
}
