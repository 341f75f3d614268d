import { ConfigError, readConfig, type Config } from '../config/config.js';
import { DatabaseSetupError, readFitsAt } from './migrate.js';
import type { MigrationClass } from './migrations.js';
import { runningDatabaseUrl } from './running-database.js';
import { reasonAgainstNewer, type SchemaFit } from './schema-fit.js';
import { schemasOf, type Schema } from './schema.js';

const BREAKS = 1;
const CANNOT_DO = 2;
const USAGE = 'Usage: npm run migrations -- pending';

/** `npm run migrations -- pending`: what the start of this program would do to the running database, and whether its nodes go on meanwhile. */
async function pending(config: Config): Promise<{ text: string; breaks: boolean }> {
  const fits = await readFitsAt(await runningDatabaseUrl(config), schemasOf(config.environments));
  const reason = reasonAgainstNewer(fits);
  if (reason !== null) throw new DatabaseSetupError(reason);
  const migrations = collect(fits);
  if (migrations.size === 0) return { text: 'Nothing is pending.', breaks: false };
  // A schema without any is made by its first start: nobody works with it yet.
  const breaks = [...migrations].some(([{ isAdditive }, schemas]) => !isAdditive && schemas.some((schema) => !isNew(fits, schema)));
  const lines = Array.from(
    migrations,
    ([{ name, isAdditive }, schemas]) => `${isAdditive ? 'only adds ' : 'changes   '} ${name} (${schemas.join(', ')})`,
  );
  const advice = breaks
    ? 'Not all of them only add: take a backup and stop every node before the first of this version starts.'
    : 'They only add: nodes of the former version go on serving, replace one after the other.';
  return { text: [...lines, advice].join('\n'), breaks };
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

/** What the operator can mend is said in words; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseSetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const [name, ...others] = process.argv.slice(2);
if (name !== 'pending' || others.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = CANNOT_DO;
} else {
  try {
    const { text, breaks } = await pending(readConfig());
    process.stdout.write(`${text}\n`);
    if (breaks) process.exitCode = BREAKS;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = CANNOT_DO;
  }
}
