import { randomInt } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SystemClock } from '../../src/common/clock.js';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { readConfig } from '../../src/config/config.js';
import { loadCertificate } from '../../src/gateway/server/certificate.js';
import { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { EmbeddedPostgresError } from '../../src/store/embedded/errors.js';
import { DATABASE, buildLayout } from '../../src/store/embedded/layout.js';
import { findServer } from '../../src/store/embedded/pg-ctl.js';
import { migrate } from '../../src/store/migrate.js';
import { listSchemas } from '../../src/store/schema.js';
import { followServer } from './follow-server.js';
import { runProgram } from './program.js';
import { removeAbandonedFolders, createTemporaryFolder } from './temporary.js';

/** Access of spec files to the database server of the run. */
export interface TestServerAccess {
  /** URL of a database from which others can be created. */
  readonly url: string;
  readonly run: number;
  /** Certificate for every application of the run, because creating one doubles the time of a start. */
  readonly tls: Record<'cert' | 'key', string>;
  /** A stopped DATA_DIR with a migrated database, to be copied; null with an external server. */
  readonly prepared: string | null;
  /** URL of a standby, on which every application of the run reads; null unless TEST_STANDBY is `true`. */
  readonly standbyUrl: string | null;
}

const DATABASE_PREFIX = 'gateway_test';
const RUN_LOCK_CLASS = 7_301;
const MAX_CONNECTIONS = 400;

/** Returns the name of a database, by which the databases of killed runs are recognized. */
export function buildDatabaseName(run: number, suffix: string): string {
  return `${DATABASE_PREFIX}_${run}_${suffix}`;
}

/** Returns the access that the global setup published. */
export function getTestServer(): TestServerAccess {
  const access = process.env.TEST_SERVER;
  if (access === undefined) throw new Error('No database server was started. Specs that use a database must be under test/.');
  return JSON.parse(access) as TestServerAccess;
}

export function buildDatabaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Database server of a test run: that of DATABASE_URL, or an embedded one in a temporary folder. */
export class TestServer {
  private constructor(
    readonly access: TestServerAccess,
    private readonly client: pg.Client,
    private readonly embedded: EmbeddedPostgres | null,
    private readonly standby: EmbeddedPostgres | null,
    private readonly folder: string,
  ) {}

  static async start(): Promise<TestServer> {
    await removeAbandonedFolders(stopServerIn);
    const folder = await createTemporaryFolder();
    const external = process.env.DATABASE_URL;
    const prepared = external ? null : await prepareDataDir(folder);
    const embedded = external ? null : await startEmbedded(folder);
    const url = external ?? embedded?.url ?? '';
    const standby = prepared !== null && process.env.TEST_STANDBY === 'true' ? await startStandby(folder, prepared, url) : null;
    // The session lock shows other runs that this one is alive.
    const client = new pg.Client({ connectionString: url, application_name: 'test run' });
    await client.connect();
    const run = randomInt(1, 2 ** 31 - 1);
    await client.query('SELECT pg_advisory_lock($1, $2)', [RUN_LOCK_CLASS, run]);
    await dropDatabasesOfDeadRuns(client);
    const template = buildDatabaseName(run, 'template');
    if (embedded === null) {
      await client.query(`CREATE DATABASE ${template}`);
      await migrate(buildDatabaseUrl(url, template), listSchemas(ENVIRONMENTS));
    } else await client.query(`CREATE DATABASE ${template} TEMPLATE ${DATABASE} STRATEGY file_copy`);
    await loadCertificate(readConfig({ DATA_DIR: folder }), new SystemClock());
    const tls = { cert: join(folder, 'tls', 'cert.pem'), key: join(folder, 'tls', 'key.pem') };
    return new TestServer({ url, run, tls, prepared, standbyUrl: standby?.url ?? null }, client, embedded, standby, folder);
  }

  async stop(): Promise<void> {
    if (this.embedded === null) await dropDatabasesOfRun(this.client, this.access.run);
    await this.client.end();
    await this.standby?.stop();
    await this.embedded?.stop();
    await rm(this.folder, { recursive: true, force: true });
    await removeAbandonedFolders(stopServerIn);
  }
}

/** Creates and migrates the database of a DATA_DIR, and returns the folder of a copy. */
async function prepareDataDir(dataDir: string): Promise<string> {
  const first = await startEmbedded(dataDir);
  await migrate(first.url, listSchemas(ENVIRONMENTS));
  await first.stop();
  const prepared = join(dataDir, 'prepared');
  await mkdir(prepared);
  // `-a` keeps owners and modes.
  runProgram('cp', ['-a', buildLayout(dataDir).home, prepared]);
  // A copy must choose another port.
  await rm(buildLayout(prepared).portFile);
  return prepared;
}

/** Starts a copy of the prepared database that follows the server. */
async function startStandby(folder: string, prepared: string, primaryUrl: string): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, 'standby');
  await mkdir(dataDir);
  runProgram('cp', ['-a', buildLayout(prepared).home, dataDir]);
  await followServer(dataDir, primaryUrl);
  return startEmbedded(dataDir);
}

function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  // A test run need not survive a crash of the machine, and its databases are too short-lived for autovacuum.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10min', wal_keep_size: '1GB' };
  return EmbeddedPostgres.start({ dataDir, maxConnections: MAX_CONNECTIONS, settings });
}

/** Stops the server of a folder; returns false when another process still uses it. */
async function stopServerIn(folder: string): Promise<boolean> {
  try {
    if ((await findServer(buildLayout(folder).cluster)) !== null) await (await startEmbedded(folder)).stop();
    return true;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return false;
    throw error;
  }
}

async function dropDatabasesOfDeadRuns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ run: string | undefined }>(
    `SELECT DISTINCT substring(datname from '^${DATABASE_PREFIX}_(\\d+)_') AS run FROM pg_database WHERE datname LIKE '${DATABASE_PREFIX}\\_%'`,
  );
  for (const { run } of rows) {
    const lock = [RUN_LOCK_CLASS, Number(run)];
    const { rows: locks } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS free', lock);
    if (!locks[0]?.free) continue;
    await dropDatabasesOfRun(client, Number(run));
    await client.query('SELECT pg_advisory_unlock($1, $2)', lock);
  }
}

async function dropDatabasesOfRun(client: pg.Client, run: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
    buildDatabaseName(run, ''),
  ]);
  for (const { name } of rows) await dropDatabase(client, name);
}

/** Drops a database and its sessions. WITH (FORCE) would fail without superuser rights while autovacuum works on it. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user', [name]);
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
}
