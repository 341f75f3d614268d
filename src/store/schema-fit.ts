import { migrationsOf, type MigrationClass } from './migrations.js';
import type { Schema } from './schema.js';

/** A row of a schema's table `migration`. */
export interface AppliedMigration {
  readonly name: string;
  readonly isAdditive: boolean | null;
}

/** What a schema has less and more than this program knows. */
export interface SchemaFit {
  readonly schema: Schema;
  /** No migration was run yet: it is not in use. */
  readonly isNew: boolean;
  readonly pending: readonly MigrationClass[];
  /** Run by newer programs. */
  readonly foreign: readonly AppliedMigration[];
}

export type RunStatement = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

const MOST_NAMED = 3;

/** The table in which every migration leaves a line: the ORM's own, and whether the migration only added something. */
export const CREATE_MIGRATION_TABLE = `
  CREATE TABLE IF NOT EXISTS migration (
    id serial NOT NULL, "timestamp" bigint NOT NULL, name varchar NOT NULL, is_additive boolean, CONSTRAINT migration_pkey PRIMARY KEY (id)
  );
  COMMENT ON TABLE migration IS 'A migration that was run on the schema. Written by: the start of the program.';
  COMMENT ON COLUMN migration.is_additive IS 'Whether a node of the previous version can continue; null counts as false.'`;

/** Compares each schema with what this program knows; one that is not there has everything pending. */
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
  const known = migrationsOf(schema);
  const names = new Set(known.map(({ name }) => name));
  const done = new Set(applied.map(({ name }) => name));
  return {
    schema,
    isNew: applied.length === 0,
    pending: known.filter(({ name }) => !done.has(name)),
    foreign: applied.filter(({ name }) => !names.has(name)),
  };
}

/** Why this program cannot work with a database that a newer one changed; null when it can. */
export function reasonAgainstNewer(fits: readonly SchemaFit[]): string | null {
  const breaking = migrationNames(fits, ({ foreign }) => foreign.filter(({ isAdditive }) => isAdditive !== true));
  if (breaking === null) return null;
  return `A newer version of this program changed the database, and this one cannot work with it any more (${breaking}). Start the newer version, or restore the backup taken before the upgrade.`;
}

/** Why this program cannot work with the database as it is, without migrating it; null when it can. */
export function reasonAgainstFits(fits: readonly SchemaFit[]): string | null {
  const pending = migrationNames(fits, (fit) => fit.pending);
  if (pending === null) return reasonAgainstNewer(fits);
  return `The database lacks migrations of this version of the program (${pending}): they run when it starts.`;
}

/** `production, sandbox: AddX, AddY and 4 more`; null when there are none. */
export function migrationNames(fits: readonly SchemaFit[], pick: (fit: SchemaFit) => readonly { readonly name: string }[]): string | null {
  const schemasByNames = new Map<string, Schema[]>();
  for (const fit of fits) {
    const names = pick(fit).map(({ name }) => name);
    if (names.length === 0) continue;
    const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    const text = names.slice(0, MOST_NAMED).join(', ') + rest;
    schemasByNames.set(text, [...(schemasByNames.get(text) ?? []), fit.schema]);
  }
  const parts = Array.from(schemasByNames, ([text, schemas]) => `${schemas.join(', ')}: ${text}`);
  return parts.length === 0 ? null : parts.join('; ');
}
