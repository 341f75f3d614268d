import { listMigrations, type MigrationClass } from './migrations.js';
import type { Schema } from './schema.js';

export interface AppliedMigration {
  readonly name: string;
  readonly isAdditive: boolean | null;
}

export interface SchemaFit {
  readonly schema: Schema;
  readonly isNew: boolean;
  readonly pending: readonly MigrationClass[];
  readonly foreign: readonly AppliedMigration[];
}

export type RunStatement = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

const MAX_NAMED = 3;

export const CREATE_MIGRATION_TABLE = `
  CREATE TABLE IF NOT EXISTS migration (
    id serial NOT NULL, "timestamp" bigint NOT NULL, name varchar NOT NULL, is_additive boolean, CONSTRAINT migration_pkey PRIMARY KEY (id)
  );
  COMMENT ON TABLE migration IS 'A migration that was run on the schema. Written by: the start of the program.';
  COMMENT ON COLUMN migration.is_additive IS 'Whether a node of the previous version can continue; null counts as false.'`;

export async function readFits(run: RunStatement, schemas: readonly Schema[]): Promise<SchemaFit[]> {
  const tables = await run<{ schema: Schema }>(
    `SELECT schemaname AS schema FROM pg_catalog.pg_tables WHERE tablename = 'migration' AND schemaname = ANY ($1)`,
    [schemas],
  );
  const lists = tables.map(({ schema }) => `SELECT '${schema}' AS schema, name, is_additive AS "isAdditive" FROM ${schema}.migration`);
  const applied = lists.length === 0 ? [] : await run<AppliedMigration & { schema: Schema }>(lists.join(' UNION ALL '));
  return schemas.map((schema) =>
    compare(
      schema,
      applied.filter((line) => line.schema === schema),
    ),
  );
}

function compare(schema: Schema, applied: readonly AppliedMigration[]): SchemaFit {
  const known = listMigrations(schema);
  const names = new Set(known.map(({ name }) => name));
  const done = new Set(applied.map(({ name }) => name));
  return {
    schema,
    isNew: applied.length === 0,
    pending: known.filter(({ name }) => !done.has(name)),
    foreign: applied.filter(({ name }) => !names.has(name)),
  };
}

export function findNewerProblem(fits: readonly SchemaFit[]): string | null {
  const breaking = formatMigrations(fits, ({ foreign }) => foreign.filter(({ isAdditive }) => isAdditive !== true));
  if (breaking === null) return null;
  return `A newer version of this program changed the database, so this one cannot work with it (${breaking}). Start the newer version, or restore the backup taken before the upgrade.`;
}

export function findFitProblem(fits: readonly SchemaFit[]): string | null {
  const pending = formatMigrations(fits, (fit) => fit.pending);
  if (pending === null) return findNewerProblem(fits);
  return `The database lacks migrations of this version of the program (${pending}). Start the program to run them.`;
}

export function formatMigrations(
  fits: readonly SchemaFit[],
  pick: (fit: SchemaFit) => readonly { readonly name: string }[],
): string | null {
  const schemasByNames = new Map<string, Schema[]>();
  for (const fit of fits) {
    const names = pick(fit).map(({ name }) => name);
    if (names.length === 0) continue;
    const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    const text = names.slice(0, MAX_NAMED).join(', ') + rest;
    schemasByNames.set(text, [...(schemasByNames.get(text) ?? []), fit.schema]);
  }
  const parts = Array.from(schemasByNames, ([text, schemas]) => `${schemas.join(', ')}: ${text}`);
  return parts.length === 0 ? null : parts.join('; ');
}
