import { Logger } from '@nestjs/common';
import { Client, type ClientConfig, type Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { columnTypes } from './column-types.js';
import { entitiesOf } from './entities.js';
import { SnakeNamingStrategy } from './naming-strategy.js';
import { OrmLogger } from './orm-logger.js';
import type { Schema } from './schema.js';
import { beginSession, type SessionSettings } from './session.js';

const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 5_000;
// The driver's own clock, for a server that has stopped talking altogether.
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const IDLE_CONNECTION_MS = 60_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const LIMITS = { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: 10_000 };

/**
 * A connection, of a pool or alone. The pool's own limit on opening one would hold for a call that waits for its turn
 * as well; that one waits as long as ServerWatch lets it. A server that ends may say so together with its last reply,
 * when neither the pool nor whoever borrows the connection listens: an error without a listener would end the process.
 * The next statement fails with the reason.
 */
export class PooledClient extends Client {
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
      ...sessionOptions(schema, LIMITS),
      // Without COPY and cursors, for which `RowStreams` opens other connections.
      pipeline: true,
      types: columnTypes(),
      query_timeout: ANSWER_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    },
  });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  return { dataSource, pool };
}

/** Options of every data source of a schema, including the short-lived one of the migrations. */
export function dataSourceOptions(url: string, schema: Schema): DataSourceOptions & { type: 'postgres' } {
  return {
    type: 'postgres',
    url,
    schema,
    entities: [...entitiesOf(schema)],
    namingStrategy: new SnakeNamingStrategy(),
    migrationsTableName: 'migration',
    installExtensions: false,
    synchronize: false,
    logging: false,
    logger: new OrmLogger(),
    extra: sessionOptions(schema),
  };
}

/** Options of the sessions that a pool opens. */
function sessionOptions(schema: Schema, limits: SessionSettings = {}): object {
  return { Client: PooledClient, onConnect: (client: Client) => beginSession(client, schema, limits) };
}

function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}
