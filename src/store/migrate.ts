import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { isUnavailable } from './faults.js';
import { migrationsOf } from './migrations.js';
import { dataSourceOptions, sessionUrl } from './pools.js';
import type { Schema } from './schema.js';

const OLDEST_VERSION = 15;
const LOCK_KEY = 7_301_002;
const LOCK_POLL_MS = 100;
const LOCK_TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 5_000;
const DATABASE_WAIT_MS = 30_000;
const DATABASE_POLL_MS = 500;
const EXTENSIONS = ['pg_trgm'];

/** The database cannot be used; the message tells the operator why. */
export class DatabaseSetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseSetupError';
  }
}

/** Makes schemas and extensions and runs what is pending of each schema's migrations. Of many nodes that start at once, one does it. */
export async function migrate(url: string, schemas: readonly Schema[]): Promise<void> {
  const client = await connect(url);
  try {
    await requireUsableServer(client);
    await lockMigrations(client);
    await ensureExtensions(client);
    for (const schema of schemas) {
      await ensureSchema(client, schema);
      if (await isBehind(client, schema)) await runMigrations(url, schema);
    }
  } finally {
    await client.end(); // Frees the lock too.
  }
}

async function connect(url: string): Promise<pg.Client> {
  for (const deadline = Date.now() + DATABASE_WAIT_MS; ; await sleep(DATABASE_POLL_MS)) {
    const client = new pg.Client({
      connectionString: sessionUrl(url, 'public'),
      application_name: 'insurance-gateway migrations',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end();
      if (!isUnavailable(error)) throw error;
      const { host } = new URL(url);
      if (Date.now() > deadline) throw new DatabaseSetupError(`The database at ${host} does not answer.`, { cause: error });
      new Logger('Store').warn(`Waiting for the database at ${host}`);
    }
  }
}

/** @throws DatabaseSetupError when the server is too old or the database of another encoding */
export async function requireUsableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '', encoding = '' } = rows[0] ?? {};
  const reason = reasonAgainst(version, encoding);
  if (reason !== null) throw new DatabaseSetupError(reason);
}

/** Why a server of this version and a database of this encoding cannot be used; null when they can. */
export function reasonAgainst(version: string, encoding: string): string | null {
  if (!(Number.parseInt(version, 10) >= OLDEST_VERSION))
    return `The database server is Postgres ${version}; this program needs ${OLDEST_VERSION} or later.`;
  return encoding === 'UTF8' ? null : `The database is encoded in ${encoding}; create it with ENCODING 'UTF8'.`;
}

/** Keeps others from migrating until the connection ends. */
// Asked again and again instead of waited for: a session that waits inside a statement would stop an index from being built concurrently.
export async function lockMigrations(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; Date.now() < deadline; await sleep(LOCK_POLL_MS)) {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
    if (rows[0]?.locked) return;
  }
  throw new DatabaseSetupError(`Another node has been running migrations for ${LOCK_TIMEOUT_MS / 60_000} minutes.`);
}

/** Makes what the migrations need of the server's own. */
export async function ensureExtensions(client: pg.Client): Promise<void> {
  for (const extension of EXTENSIONS) await ensureExtension(client, extension);
}

// Looked up first, because IF NOT EXISTS asks for rights that a careful administrator may have kept.
async function ensureExtension(client: pg.Client, extension: string): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    'SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = $1',
    [extension],
  );
  const schema = rows[0]?.schema;
  if (schema === undefined) await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} WITH SCHEMA public`);
  else if (schema !== 'public')
    throw new DatabaseSetupError(`The extension ${extension} lies in schema ${schema}: ALTER EXTENSION ${extension} SET SCHEMA public.`);
}

async function ensureSchema(client: pg.Client, schema: Schema): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`);
}

async function isBehind(client: pg.Client, schema: Schema): Promise<boolean> {
  const { rows: tables } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [`${schema}.migration`]);
  if (!tables[0]?.exists) return true;
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migration`);
  const done = new Set(rows.map(({ name }) => name));
  const known = migrationsOf(schema).map(({ name }) => name);
  const foreign = [...done].filter((name) => !known.includes(name));
  if (foreign.length > 0)
    new Logger('Store').warn(`Schema ${schema} was migrated by a newer version of this program: ${foreign.join(', ')}`);
  return known.some((name) => !done.has(name));
}

/** Each migration in a transaction of its own, together with its line in the table `migration`; no time limit. */
async function runMigrations(url: string, schema: Schema): Promise<void> {
  const dataSource = new DataSource({
    ...dataSourceOptions(url, schema),
    applicationName: `insurance-gateway migrations ${schema}`,
    migrations: [...migrationsOf(schema)],
    poolSize: 2,
  });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    new Logger('Store').log(`Schema ${schema}: ${done.length} migrations run`);
  } finally {
    await dataSource.destroy();
  }
}
