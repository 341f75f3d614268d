import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE, LOOPBACK, ROLE, type ServerAddress } from './address.js';
import { SUPERUSER } from './cluster.js';

const CONNECT_TIMEOUT_MS = 2_000;
const REGAIN_EVERY_MS = 250;
const LOCK_KEY = 7_301_001;

/**
 * A session of the superuser that holds an advisory lock: as long as it lives, the server belongs to this process. It dies with the process,
 * whatever kills that, so a server without the lock is an orphan.
 */
export class OwnerLock {
  private released = false;

  private constructor(
    private readonly address: ServerAddress,
    private readonly password: string,
    private client: pg.Client,
  ) {
    this.watch(client);
  }

  /** Null when another process holds the lock; throws when the server cannot be reached. */
  static async tryAcquire(address: ServerAddress, password: string): Promise<OwnerLock | null> {
    const client = await lockedClient(address, password);
    return client && new OwnerLock(address, password, client);
  }

  /** The role and the database of the product, when they are not there yet. */
  async prepareDatabase(): Promise<void> {
    const { rows } = await this.client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') AS database`,
    );
    if (!rows[0]?.role) await this.client.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${this.password}'`);
    if (!rows[0]?.database) await this.client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  }

  /** From now on the end of the session is no surprise: the lock lasts exactly as long as the server. */
  letGo(): void {
    this.released = true;
  }

  async release(): Promise<void> {
    this.letGo();
    await this.client.end();
  }

  // A server that lost one process to a crash ends every session and continues: the lock is taken again.
  private watch(client: pg.Client): void {
    client.on('error', () => undefined);
    client.once('end', () => void this.regain());
  }

  private async regain(): Promise<void> {
    while (!this.released) {
      const client = await lockedClient(this.address, this.password).catch(() => null);
      if (client) {
        if (this.released) return void client.end();
        this.client = client;
        return this.watch(client);
      }
      await sleep(REGAIN_EVERY_MS, undefined, { ref: false });
    }
  }
}

async function lockedClient(address: ServerAddress, password: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: address.socketFolder ?? LOOPBACK,
    port: address.port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: 'insurance-gateway owner',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
    if (rows[0]?.locked) return client;
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
