import { Logger } from '@nestjs/common';
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions, AbstractLogger } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { createColumnTypes } from './column-types.js';
import { listEntities } from './entities.js';
import { SnakeNamingStrategy } from './naming-strategy.js';
import type { PrimaryFinder } from './primary-finder.js';
import type { Schema } from './schema.js';
import { beginRoleSession, beginSession, type SessionSettings } from './session.js';

const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
// Timeout of the driver, for a server that no longer responds at all.
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const IDLE_CONNECTION_MS = 60_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
export const POOL_LIMITS = { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: 10_000 };

export interface PooledClientConfig extends ClientConfig {
  readonly primary: PrimaryFinder;
}

export class PooledClient extends Client {
  // The timeout of the pool would also limit waiting for a connection. Without an error listener, the end of the server
  // between two statements would end the process.
  constructor({ primary, ...config }: PooledClientConfig) {
    super({ ...config, connectionString: primary.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.on('error', () => undefined);
  }
}

export interface SchemaPool {
  readonly dataSource: DataSource;
  readonly pool: Pool;
  /** Names of prepared statements by their text, empty for a text that is not prepared; null: nothing is prepared. */
  readonly statementNames: Map<string, string> | null;
}

export interface PoolerTerms {
  readonly prepares: boolean;
}

export async function openPool(primary: PrimaryFinder, schema: Schema, poolSize: number, pooler?: PoolerTerms): Promise<SchemaPool> {
  const logger = new Logger('Store');
  let pool: Pool | null = null;
  const dataSource = new DataSource({
    ...buildDataSourceOptions(primary, schema),
    applicationName: getApplicationName(schema),
    poolSize,
    poolErrorHandler: (error: Error) => {
      if (pool?.ending) return;
      logger.warn(`A connection of ${schema} was lost: ${error.message}`);
      primary.suspect();
    },
    extra: poolOptions(primary, schema, pooler),
  });
  await dataSource.initialize();
  pool = getPool(dataSource);
  return { dataSource, pool, statementNames: pooler?.prepares === false ? null : new Map() };
}

/** Opens connections when they are needed, so that the server may be away. */
export function createPool(primary: PrimaryFinder, schema: Schema, poolSize: number): Pool {
  const pool = new Pool({ application_name: getApplicationName(schema), max: poolSize, ...poolOptions(primary, schema) });
  pool.on('error', () => undefined);
  return pool;
}

export function buildDataSourceOptions(primary: PrimaryFinder, schema: Schema): DataSourceOptions & { type: 'postgres' } {
  return {
    type: 'postgres',
    // TypeORM reads the name of the database in it.
    url: primary.url,
    schema,
    entities: [...listEntities(schema)],
    namingStrategy: new SnakeNamingStrategy(),
    migrationsTableName: 'migration',
    installExtensions: false,
    synchronize: false,
    logging: false,
    logger: new OrmLogger(),
    extra: sessionOptions(primary, schema),
  };
}

function getApplicationName(schema: Schema): string {
  return `insurance-gateway ${schema}`;
}

function poolOptions(primary: PrimaryFinder, schema: Schema, pooler?: PoolerTerms): PoolConfig {
  const ofRole: object = { onConnect: async (client: Client) => primary.admit(await beginRoleSession(client, schema, POOL_LIMITS)) };
  return {
    ...sessionOptions(primary, schema, POOL_LIMITS),
    // The sessions of a pooler change, so that their settings are those of the role.
    ...(pooler === undefined ? {} : ofRole),
    // Excludes COPY and cursors; `RowStreams` opens other connections.
    pipeline: true,
    types: createColumnTypes(),
    query_timeout: RESPONSE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

function sessionOptions(primary: PrimaryFinder, schema: Schema, limits: SessionSettings = {}): object {
  return {
    primary,
    Client: PooledClient,
    onConnect: async (client: Client) => primary.admit(await beginSession(client, schema, limits)),
  };
}

function getPool(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/** Logs failed migrations only: other errors are thrown, and statements contain personal data. */
class OrmLogger extends AbstractLogger {
  override logMigration(message: string): void {
    new Logger('Store').error(message);
  }

  protected override writeLog(): void {
    // Deliberately silent.
  }
}
