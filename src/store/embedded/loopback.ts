import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import pg from 'pg';
import { EmbeddedPostgresError } from './errors.js';
import { DATABASE, LOOPBACK, buildLoopbackUrl, ROLE, SUPERUSER, type Layout } from './layout.js';

// Below the range of ports for outgoing connections.
const PORTS = { from: 20_000, to: 30_000 };
const MAX_PORT_TRIES = 50;
const CONNECT_TIMEOUT_MS = 2_000;
const LOCK_KEY = 7_301_001;

export async function claimPort({ portFile }: Layout): Promise<number> {
  const stored = Number(await readFile(portFile, 'utf8').catch(() => ''));
  for (let port = stored, attempt = 0; attempt < MAX_PORT_TRIES; port = randomInt(PORTS.from, PORTS.to), attempt++) {
    if (!(port > 0 && port < 65_536) || !(await isFree(port))) continue;
    await writeFile(portFile, `${port}\n`);
    return port;
  }
  throw new EmbeddedPostgresError(`No free port on ${LOOPBACK} from ${PORTS.from} to ${PORTS.to}.`);
}

/** Opens the session whose advisory lock owns the server; null when another process owns it. */
export async function claimServer(port: number, password: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: buildLoopbackUrl(port, password, SUPERUSER, 'postgres'),
    application_name: 'insurance-gateway owner',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
    if (rows[0]?.locked === true) return client;
  } catch (cause) {
    await client.end();
    throw new EmbeddedPostgresError(`The Postgres on port ${port} is running but refuses the connection: ${(cause as Error).message}.`, {
      cause,
    });
  }
  await client.end();
  return null;
}

export async function prepareDatabase(owner: pg.Client, password: string): Promise<void> {
  const { rows } = await owner.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') AS database`,
  );
  if (rows[0]?.role !== true) await owner.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`);
  if (rows[0]?.database !== true) await owner.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: LOOPBACK, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
