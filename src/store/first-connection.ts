import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DatabaseSetupError } from './database-setup-error.js';
import { isUnavailable } from './faults.js';
import { beginSession, holdsSettings } from './session.js';

const CONNECT_TIMEOUT_MS = 5_000;
const POLL_MS = 500;
const PROBES = 3;
const PROBE_TIMEOUT_MS = 5_000;
/** What pgbouncer says of a parameter that stands in the address. */
const REFUSED_PARAMETER = 'unsupported startup parameter';
const NO_SESSION =
  'DATABASE_URL leads through a connection pooler that does not keep a session for its client, so settings and locks would not hold. ' +
  'Use its session mode (pgbouncer: pool_mode = session), or the address of Postgres itself.';

export interface FirstConnection {
  /** What the server shows as the name of the client. */
  readonly name: string;
  /** How long to wait for a server that cannot be reached yet. */
  readonly waitMs?: number;
}

/**
 * The first connection to a database, before anything is done there; its schema is `public`. Whoever opens it ends it.
 * @throws DatabaseSetupError when the server cannot be reached, refuses, or lies behind a pooler that keeps no sessions
 */
export async function openFirstConnection(url: string, { name, waitMs = 0 }: FirstConnection): Promise<pg.Client> {
  const { host } = new URL(url);
  for (const deadline = Date.now() + waitMs; ; await sleep(POLL_MS)) {
    const client = newClient(url, { application_name: `insurance-gateway ${name}` });
    try {
      await client.connect();
      await requireOwnSession(client, url);
      await beginSession(client, 'public');
      if (!(await holdsSettings(client, 'public'))) throw new DatabaseSetupError(NO_SESSION);
      return client;
    } catch (error) {
      await client.end();
      if (error instanceof DatabaseSetupError) throw error;
      const reason = messageOf(error);
      if (!isUnavailable(error) || reason.includes(REFUSED_PARAMETER))
        throw new DatabaseSetupError(`The database at ${host} refuses the connection: ${reason}.`, { cause: error });
      if (Date.now() >= deadline) throw new DatabaseSetupError(`The database at ${host} does not answer: ${reason}.`, { cause: error });
      new Logger('Store').warn(`Waiting for the database at ${host}: ${reason}`);
    }
  }
}

/**
 * Poolers in transaction mode hand a session on between two transactions: then a second client's transaction gets the
 * first one's session, or the first one another after it. Nothing is set or written to find out.
 */
async function requireOwnSession(client: pg.Client, url: string): Promise<void> {
  const before = await sessionOf(client);
  const other = newClient(url, { application_name: 'insurance-gateway check', query_timeout: PROBE_TIMEOUT_MS });
  try {
    await other.connect();
    // Over and over: one that deals out its sessions in turn may happen to deal out the same again.
    for (let round = 0; round < PROBES; round++) {
      await other.query('BEGIN');
      const during = [await sessionOf(other), await sessionOf(client)];
      await other.query('ROLLBACK');
      if (during[0] === before || during[1] !== before || (await sessionOf(client)) !== before) throw new DatabaseSetupError(NO_SESSION);
    }
  } catch (error) {
    if (error instanceof DatabaseSetupError) throw error;
    // A pooler refuses a transaction (statement mode), or lets the one wait for the other's end (one connection for
    // all).
    throw new DatabaseSetupError(`${NO_SESSION} It says: ${messageOf(error)}.`, { cause: error });
  } finally {
    // Not waited for: one that still waits for its turn is cut off.
    void other.end();
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({
    text: 'SELECT pg_backend_pid() AS pid',
    query_timeout: PROBE_TIMEOUT_MS,
  } as pg.QueryConfig);
  return rows[0]?.pid ?? 0;
}

/** A server that ends the session ends no process: the statement under way fails with the reason. */
function newClient(url: string, config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client;
}

function messageOf(error: unknown): string {
  // Where a name leads to several addresses, Node reports each.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
