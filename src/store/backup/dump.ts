import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getInheritedEnvironment } from '../../config/config.js';
import { openFirstConnection, type FirstClient } from '../first-connection.js';
import { ensureExtensions, lockMigrations, assertUsableServer } from '../migrate.js';
import type { Schema } from '../schema.js';
import { ALL_SCHEMAS, assertKnown, BackupError, createBackupFile } from './backup-file.js';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
// Without the request log, because a dump would delay dropping its days.
const DUMPED = [
  ...ALL_SCHEMAS.map((schema) => `--schema=${schema}`),
  '--extension=pg_trgm',
  '--extension=btree_gist',
  '--exclude-table=gateway.call_log_*',
];

export async function dumpDatabase(url: string, file: string): Promise<void> {
  const hostUrl = await withClient(url, async (client) => {
    await assertTool('pg_dump', client);
    if ((await findSchemas(client)).length === 0) throw new BackupError('There is nothing in this database to back up.');
    return client.url;
  });
  await createBackupFile(file, (part) => runTool('pg_dump', ['--format=custom', `--file=${part}`, ...DUMPED], hostUrl));
}

export async function restoreDump(url: string, file: string): Promise<void> {
  await withClient(url, async (client) => {
    await assertUsableServer(client);
    await assertTool('pg_restore', client);
    await runTool('pg_restore', ['--file=/dev/null', file]);
    for (const schema of ALL_SCHEMAS) assertKnown(schema, await readMigrations(file, schema));
    // Stops a starting node from creating tables.
    await lockMigrations(client);
    const schemas = await findSchemas(client);
    if (schemas.length > 0) throw new BackupError(`The database is not empty: it has ${schemas.join(', ')}. Restore into a new one.`);
    await ensureExtensions(client);
    await runTool('pg_restore', ['--single-transaction', '--no-owner', '--no-privileges', '--no-comments', file], client.url);
    await client.query('ANALYZE');
  });
}

async function withClient<T>(url: string, work: (client: FirstClient) => Promise<T>): Promise<T> {
  const client = await openFirstConnection(url, { name: 'backup' });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function findSchemas(client: FirstClient): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    'SELECT DISTINCT schemaname AS schema FROM pg_catalog.pg_tables WHERE schemaname = ANY ($1) ORDER BY 1',
    [ALL_SCHEMAS],
  );
  return rows.map(({ schema }) => schema);
}

async function assertTool(tool: string, client: FirstClient): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const needed = Number.parseInt(rows[0]?.version ?? '', 10);
  const { stdout } = await run(tool, ['--version']).catch(() => ({ stdout: '' }));
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
  if (version >= needed) return;
  const state = version === 0 ? 'is not installed' : `is of version ${version}, the server of version ${needed}`;
  throw new BackupError(`${tool} ${state}. Install the client programs of PostgreSQL ${needed} or newer.`);
}

async function readMigrations(file: string, schema: Schema): Promise<string[]> {
  const rows = await runTool('pg_restore', ['--data-only', `--schema=${schema}`, '--table=migration', '--file=-', file]);
  return rows.split('\n').flatMap((line) => /^\d+\t\d+\t(\w+)(?:\t|$)/.exec(line)?.[1] ?? []);
}

/** Passes the password in the environment, because other users can see arguments. */
async function runTool(tool: string, args: readonly string[], url?: string): Promise<string> {
  const address = url === undefined ? null : new URL(url);
  const env = getInheritedEnvironment(address?.password ? { PGPASSWORD: decodeURIComponent(address.password) } : {});
  if (address !== null) address.password = '';
  const database = address === null ? [] : [`--dbname=${address.href}`];
  try {
    const { stdout } = await run(tool, [...database, ...args], { env, maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new BackupError(`${tool}: ${stderr.trim() || message}`);
  }
}
