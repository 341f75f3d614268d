import { OperatorError } from '../common/operator-error.js';
import { runCommand, type CommandOutcome } from '../common/run-command.js';
import { readConfig } from '../config/config.js';
import { DatabaseSetupError } from './database-setup-error.js';
import { readFitsAt } from './migrate.js';
import type { MigrationClass } from './migrations.js';
import { runningDatabaseUrl } from './running-database.js';
import { reasonAgainstNewer, type SchemaFit } from './schema-fit.js';
import { schemasOf, type Schema } from './schema.js';

const BREAKS = 1;
const USAGE = 'Usage: npm run migrations -- pending';

/** `npm run migrations -- pending`: what the start of this program would do to the running database, and whether its nodes go on meanwhile. */
async function pending(args: readonly string[]): Promise<string | CommandOutcome> {
  if (args.join(' ') !== 'pending') throw new OperatorError(USAGE);
  const config = readConfig();
  const fits = await readFitsAt(await runningDatabaseUrl(config), schemasOf(config.environments));
  const reason = reasonAgainstNewer(fits);
  if (reason !== null) throw new DatabaseSetupError(reason);
  const migrations = collect(fits);
  if (migrations.size === 0) return 'Nothing is pending.';
  if (fits.every(({ isNew }) => isNew)) return 'The database holds nothing of this program yet: its first start makes everything.';
  // A schema without any is made by its first start: it is not in use yet.
  const breaks = [...migrations].some(([{ isAdditive }, schemas]) => !isAdditive && schemas.some((schema) => !isNew(fits, schema)));
  const lines = Array.from(
    migrations,
    ([{ name, isAdditive }, schemas]) => `${isAdditive ? 'only adds ' : 'changes   '} ${name} (${schemas.join(', ')})`,
  );
  const advice = breaks
    ? 'Not all of them only add: take a backup and stop every node before the first of this version starts.'
    : 'They only add: nodes of the former version go on serving, replace one after the other.';
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

await runCommand(() => pending(process.argv.slice(2)));
