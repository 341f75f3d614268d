import { Logger } from '@nestjs/common';
import { Client, type ClientConfig, type Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { columnTypes } from './column-types.js';
import { entitiesOf } from './entities.js';
import { SnakeNamingStrategy } from './naming-strategy.js';
import { OrmLogger } from './orm-logger.js';
import type { Schema } from './schema.js';

const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
// The driver's own clock, for a server that has stopped talking altogether.
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const IDLE_CONNECTION_MS = 60_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Settings of a session that everything relies on, whatever the server's own are. */
const SESSION = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  jit: 'off',
  default_transaction_isolation: 'read\\ committed',
};

/** The URL with what fixes a session to its schema; `public` holds the extensions. */
export function sessionUrl(url: string, schema: Schema | 'public'): string {
  const result = new URL(url);
  const searchPath = schema === 'public' ? 'public' : `${schema},public`;
  const settings = Object.entries({ search_path: searchPath, ...SESSION }).map(([name, value]) => `-c ${name}=${value}`);
  const given = result.searchParams.get('options');
  result.searchParams.set('options', [...(given === null ? [] : [given]), ...settings].join(' '));
  return result.href;
}

/**
 * A connection of a pool. The pool's own limit on opening one would hold for a call that waits for its turn as well; that one waits as long as
 * ServerWatch lets it. A server that ends may say so in the breath in which it answers, when neither the pool nor whoever borrows the connection
 * listens: an error that nobody hears would end the process. The next statement fails, and tells why.
 */
class PooledClient extends Client {
  constructor(config: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.on('error', () => undefined);
  }
}

/** A schema's data source and, for hot paths, the pool below it. */
export interface SchemaPool {
  readonly dataSource: DataSource;
  readonly pool: Pool;
}

/** Opens the pool of a schema, with limits on every wait. */
export async function openPool(url: string, schema: Schema, poolSize: number): Promise<SchemaPool> {
  const logger = new Logger('Store');
  let pool: Pool | null = null;
  const dataSource = new DataSource({
    ...dataSourceOptions(url, schema),
    applicationName: `insurance-gateway ${schema}`,
    poolSize,
    poolErrorHandler: (error: Error) => {
      if (!pool?.ending) logger.warn(`A connection of ${schema} was lost: ${error.message}`);
    },
    extra: {
      Client: PooledClient,
      types: columnTypes(),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    },
  });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  return { dataSource, pool };
}

/** What every data source of a schema has in common, the short-lived one of the migrations too. */
export function dataSourceOptions(url: string, schema: Schema): DataSourceOptions & { type: 'postgres' } {
  return {
    type: 'postgres',
    url: sessionUrl(url, schema),
    schema,
    entities: [...entitiesOf(schema)],
    namingStrategy: new SnakeNamingStrategy(),
    migrationsTableName: 'migration',
    installExtensions: false,
    synchronize: false,
    logging: false,
    logger: new OrmLogger(),
    extra: { Client: PooledClient },
  };
}

function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}
