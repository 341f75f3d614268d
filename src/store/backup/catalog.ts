import type pg from 'pg';
import type { Schema } from '../schema.js';

/** Every schema that the product has, in the order in which they are written. */
export const ALL_SCHEMAS: readonly Schema[] = ['gateway', 'production', 'sandbox'];
export const FORMAT_VERSION = 1;

export interface BackupHead {
  readonly format: 'insurance-gateway';
  readonly version: number;
  readonly takenAt: string;
  readonly serverVersion: string;
  /** The schemas there are, with the migrations that were run in them. */
  readonly schemas: readonly { readonly name: Schema; readonly migrations: readonly string[] }[];
}

export interface BackupTable {
  readonly schema: Schema;
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly string[];
}

export interface BackupSequence {
  readonly schema: Schema;
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function nameOf({ schema, name }: { readonly schema: Schema; readonly name: string }): string {
  return `${schema}.${quoted(name)}`;
}

/** The product's schemas that have any table. */
export async function findSchemas(client: pg.Client): Promise<Schema[]> {
  const { rows } = await client.query<{ schema: Schema }>(
    `SELECT DISTINCT schemaname AS schema FROM pg_catalog.pg_tables WHERE schemaname = ANY ($1) ORDER BY 1`,
    [ALL_SCHEMAS],
  );
  return rows.map(({ schema }) => schema);
}

/** Partitioned tables are left out: they hold the last days of something. A restored database has them empty. */
export async function findTables(client: pg.Client, schemas: readonly Schema[]): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT n.nspname AS schema, c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND NOT c.relispartition AND n.nspname = ANY ($1) GROUP BY 1, 2 ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

export async function findMigrations(client: pg.Client, schema: Schema): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migration ORDER BY id`);
  return rows.map(({ name }) => name);
}

export async function findSequences(client: pg.Client, schemas: readonly Schema[]): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: Schema; name: string }>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_catalog.pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1, 2`,
    [schemas],
  );
  const sequences: BackupSequence[] = [];
  for (const row of rows) {
    const read = `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${nameOf(row)}`;
    const [state] = (await client.query<Pick<BackupSequence, 'lastValue' | 'isCalled'>>(read)).rows;
    if (state !== undefined) sequences.push({ ...row, ...state });
  }
  return sequences;
}
