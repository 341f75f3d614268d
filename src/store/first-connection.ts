import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { formatHosts } from '../config/database-hosts.js';
import { isUnavailable } from './faults.js';
import { OperatorError } from '../common/operator-error.js';
import { NoPrimaryError, PrimaryFinder } from './primary-finder.js';
import { beginSession, hasSessionSettings } from './session.js';

const CONNECT_TIMEOUT_MS = 5_000;
const POLL_MS = 500;
const PROBES = 3;
const PROBE_TIMEOUT_MS = 5_000;
const REFUSED_PARAMETER = 'unsupported startup parameter';
const NO_SESSION =
  'DATABASE_URL leads through a connection pooler that does not keep a session for its client, so settings and locks would not hold. ' +
  'Use its session mode (pgbouncer: pool_mode = session), or the address of Postgres itself.';

export class DatabaseSetupError extends OperatorError {}

export interface FirstConnection {
  readonly name: string;
  readonly waitMs?: number;
}

export class FirstClient extends pg.Client {
  constructor(
    readonly url: string,
    config: pg.ClientConfig,
  ) {
    super({ ...config, connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // Without a listener the end of a session would end the process.
    this.on('error', () => undefined);
  }
}

export async function openFirstConnection(url: string, { name, waitMs = 0 }: FirstConnection): Promise<FirstClient> {
  const host = formatHosts(url);
  const finder = new PrimaryFinder(url);
  for (const deadline = Date.now() + waitMs; ; await sleep(POLL_MS)) {
    let client: FirstClient | undefined;
    try {
      await finder.find();
      client = new FirstClient(finder.url, { application_name: `insurance-gateway ${name}` });
      await client.connect();
      await assertOwnSession(client);
      await beginSession(client, 'public');
      if (!(await hasSessionSettings(client, 'public'))) throw new DatabaseSetupError(NO_SESSION);
      return client;
    } catch (error) {
      await client?.end();
      if (error instanceof DatabaseSetupError) throw error;
      const reason = getMessage(error).replace(/\.$/, '');
      if (!(isUnavailable(error) || error instanceof NoPrimaryError) || reason.includes(REFUSED_PARAMETER))
        throw new DatabaseSetupError(`The database at ${host} refuses the connection: ${reason}.`, { cause: error });
      if (Date.now() >= deadline) throw new DatabaseSetupError(`The database at ${host} does not respond: ${reason}.`, { cause: error });
      new Logger('Store').warn(`Waiting for the database at ${host}: ${reason}`);
    }
  }
}

/** In transaction mode the sessions of two clients are exchanged. */
async function assertOwnSession(client: FirstClient): Promise<void> {
  const before = await getSession(client);
  const other = new FirstClient(client.url, { application_name: 'insurance-gateway check', query_timeout: PROBE_TIMEOUT_MS });
  try {
    await other.connect();
    // Repeated, because a pooler that rotates its sessions may return the same one by chance.
    for (let round = 0; round < PROBES; round++) {
      await other.query('BEGIN');
      const during = [await getSession(other), await getSession(client)];
      await other.query('ROLLBACK');
      if (during[0] === before || during[1] !== before || (await getSession(client)) !== before) throw new DatabaseSetupError(NO_SESSION);
    }
  } catch (error) {
    if (error instanceof DatabaseSetupError) throw error;
    // A pooler in statement mode refuses the transaction; one with a single connection lets it wait.
    throw new DatabaseSetupError(`${NO_SESSION} Its error: ${getMessage(error)}.`, { cause: error });
  } finally {
    // Not awaited, to cut off a client that is still waiting.
    void other.end();
  }
}

async function getSession(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({
    text: 'SELECT pg_backend_pid() AS pid',
    query_timeout: PROBE_TIMEOUT_MS,
  } as pg.QueryConfig);
  return rows[0]?.pid ?? 0;
}

function getMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(getMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}
