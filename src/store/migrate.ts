import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { DatabaseSetupError, openFirstConnection } from './first-connection.js';
import type { MigrationClass } from './migrations.js';
import { buildDataSourceOptions } from './pools.js';
import { PrimaryFinder } from './primary-finder.js';
import { CREATE_MIGRATION_TABLE, formatMigrations, readFits, findFitProblem, findNewerProblem, type SchemaFit } from './schema-fit.js';
import type { Schema } from './schema.js';

const OLDEST_VERSION = 15;
const LOCK_KEY = 7_301_002;
const LOCK_POLL_MS = 100;
const WRITES_POLL_MS = 1_000;
const REMINDER_MS = 60_000;
const DATABASE_WAIT_MS = 30_000;
const EXTENSIONS = ['pg_trgm', 'btree_gist'];
const TIMESTAMP_DIGITS = 13;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Migrates on one node at a time. Waits, if migrations are pending, for a database that takes writes. */
export async function migrate(url: string, schemas: readonly Schema[]): Promise<void> {
  const remind = createReminder('Waiting until the database takes writes, because migrations are pending');
  // Each attempt has a new connection, because a session may keep the read-only setting that it began with.
  for (; !(await migrateIfWritable(url, schemas)); await sleep(WRITES_POLL_MS)) remind();
}

async function migrateIfWritable(url: string, schemas: readonly Schema[]): Promise<boolean> {
  const client = await openFirstConnection(url, { name: 'migrations', waitMs: DATABASE_WAIT_MS });
  try {
    await assertUsableServer(client);
    await lockMigrations(client);
    const fits = await fitsOf(client, schemas);
    const reason = findNewerProblem(fits);
    if (reason !== null) throw new DatabaseSetupError(reason);
    if (fits.some(({ pending }) => pending.length > 0) && (await isReadOnly(client))) return false;
    const foreign = formatMigrations(fits, (fit) => fit.foreign);
    if (foreign !== null) new Logger('Store').warn(`A newer version of this program added to the database: ${foreign}`);
    await ensureExtensions(client);
    for (const { schema, pending } of fits) {
      await ensureSchema(client, schema);
      if (pending.length > 0) await runMigrations(client.url, schema, pending);
    }
    return true;
  } catch (error) {
    throw isForbidden(error)
      ? new DatabaseSetupError(`The database cannot be brought up to date: ${error.message}.`, { cause: error })
      : error;
  } finally {
    await client.end(); // Frees the lock too.
  }
}

export async function assertFit(url: string, schemas: readonly Schema[]): Promise<void> {
  const reason = findFitProblem(await readFitsAt(url, schemas));
  if (reason !== null) throw new DatabaseSetupError(reason);
}

export async function readFitsAt(url: string, schemas: readonly Schema[]): Promise<SchemaFit[]> {
  const client = await openFirstConnection(url, { name: 'migrations' });
  try {
    await assertUsableServer(client);
    return await fitsOf(client, schemas);
  } finally {
    await client.end();
  }
}

function fitsOf(client: pg.Client, schemas: readonly Schema[]): Promise<SchemaFit[]> {
  return readFits(
    async <Row>(text: string, values?: readonly unknown[]) => (await client.query(text, [...(values ?? [])])).rows as Row[],
    schemas,
  );
}

function isForbidden(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE;
}

export async function assertUsableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '', encoding = '' } = rows[0] ?? {};
  const reason = findServerProblem(version, encoding);
  if (reason !== null) throw new DatabaseSetupError(reason);
}

export function findServerProblem(version: string, encoding: string): string | null {
  if (!(Number.parseInt(version, 10) >= OLDEST_VERSION))
    return `The database server is Postgres ${version}; this program needs ${OLDEST_VERSION} or later.`;
  return encoding === 'UTF8' ? null : `The database is encoded in ${encoding}; create it with ENCODING 'UTF8'.`;
}

/** Holds the lock until the connection ends. Polls: a waiting statement would block CREATE INDEX CONCURRENTLY. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  for (const remind = createReminder('Waiting for another node, which is migrating the database'); ; await sleep(LOCK_POLL_MS)) {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
    if (rows[0]?.locked) return;
    remind();
  }
}

async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ setting: string }>(`SELECT current_setting('transaction_read_only') AS setting`);
  return rows[0]?.setting === 'on';
}

function createReminder(text: string): () => void {
  let dueAtMs = 0;
  return () => {
    if (Date.now() < dueAtMs) return;
    new Logger('Store').warn(text);
    dueAtMs = Date.now() + REMINDER_MS;
  };
}

export async function ensureExtensions(client: pg.Client): Promise<void> {
  for (const extension of EXTENSIONS) await ensureExtension(client, extension);
}

// Looks the extension up first, because IF NOT EXISTS needs rights that the role may lack.
async function ensureExtension(client: pg.Client, extension: string): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    'SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = $1',
    [extension],
  );
  const schema = rows[0]?.schema;
  if (schema === undefined) await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} WITH SCHEMA public`);
  else if (schema !== 'public')
    throw new DatabaseSetupError(`The extension ${extension} is in schema ${schema}. Run ALTER EXTENSION ${extension} SET SCHEMA public.`);
}

async function ensureSchema(client: pg.Client, schema: Schema): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`);
}

async function runMigrations(url: string, schema: Schema, pending: readonly MigrationClass[]): Promise<void> {
  const dataSource = new DataSource({
    ...buildDataSourceOptions(new PrimaryFinder(url), schema),
    applicationName: `insurance-gateway migrations ${schema}`,
    poolSize: 2,
  });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(CREATE_MIGRATION_TABLE);
    for (const Migration of pending) await runMigration(runner, schema, Migration);
    new Logger('Store').log(`Schema ${schema}: ${pending.length} migrations run`);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function runMigration(runner: QueryRunner, schema: Schema, Migration: MigrationClass): Promise<void> {
  const migration = new Migration();
  const isTransaction = migration.transaction !== false;
  try {
    if (isTransaction) await runner.startTransaction();
    await migration.up(runner);
    const timestamp = Number(Migration.name.slice(-TIMESTAMP_DIGITS));
    await runner.query(`INSERT INTO migration ("timestamp", name, is_additive) VALUES ($1, $2, $3)`, [
      timestamp,
      Migration.name,
      Migration.isAdditive,
    ]);
    if (isTransaction) await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseSetupError(`The migration ${Migration.name} of schema ${schema} failed: ${reason}`, { cause: error });
  }
}
