import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { readConfig, type Config } from '../../src/config/config.js';
import { createTemporaryFolder } from './temporary.js';
import { buildDatabaseUrl, dropDatabase, buildDatabaseName, getTestServer, type TestServerAccess } from './test-server.js';

/** A database with every schema migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  /** Configuration for this database with free ports, a temporary `dataDir` and no log. */
  readonly config: Config;
  /** Drops the database with its sessions, and deletes the folder. */
  drop(): Promise<void>;
}

/** Clones the migrated template, or creates a database without schemas (`empty`). The caller drops it in `afterAll`. */
export async function createTestDatabase(overrides: Partial<Config> = {}, kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = getTestServer();
  const name = buildDatabaseName(server.run, randomBytes(6).toString('hex'));
  const template = kind === 'empty' ? 'template1' : buildDatabaseName(server.run, 'template');
  await withConnection(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  const url = buildDatabaseUrl(server.url, name);
  const dataDir = await createTemporaryFolder();
  const standby = server.standbyUrl === null ? {} : { DATABASE_READ_URL: buildDatabaseUrl(server.standbyUrl, name) };
  return {
    url,
    config: {
      ...readConfig({
        ...QUIET,
        DATABASE_URL: url,
        DATABASE_POOL_SIZE: '4',
        DATA_DIR: dataDir,
        ...toCertificateVariables(server),
        ...standby,
      }),
      ...overrides,
    },
    async drop() {
      await withConnection(server, (client) => dropDatabase(client, name));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const QUIET = {
  PORT: '0',
  HTTPS_PORT: '0',
  ADMIN_PORT: '0',
  DEMO: 'false',
  LOG_LEVEL: 'silent',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

function toCertificateVariables({ tls: { cert, key } }: TestServerAccess): Record<string, string> {
  return { TLS_CERT: cert, TLS_KEY: key };
}

async function withConnection(server: TestServerAccess, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
