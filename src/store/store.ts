import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UnitOfWork, Writer } from '../common/unit-of-work.js';
import type { Config } from '../config/config.js';
import { withLockedClock } from './clock-stamp.js';
import { withConnection, type Connection } from './connection.js';
import { startDatabaseServer, type DatabaseServer } from './database-server.js';
import { toStoreError } from './faults.js';
import { migrate, assertFit } from './migrate.js';
import { openPool, type SchemaPool } from './pools.js';
import { PrimaryFinder } from './primary-finder.js';
import { createConnectionReader, createUnitReader, type Reader } from './reader.js';
import { ReplicationWatch } from './replication-watch.js';
import { RowStreams } from './row-stream.js';
import type { RunStatement } from './schema-fit.js';
import { SchemaWatch } from './schema-watch.js';
import { formatSchemaUrl, listSchemas, type Schema } from './schema.js';
import { ServerWatch } from './server-watch.js';
import { Standbys } from './standbys/standbys.js';
import { retryOnConflict, retryStalePlans, runTransaction, type Transaction } from './transaction.js';
import { TransactionalUnit } from './unit-of-work.js';

export { isUniqueViolation } from './faults.js';
export type { Schema } from './schema.js';
export { isFailedDemand } from './faults.js';
export type { Reader } from './reader.js';
export { getRow, type Transaction } from './transaction.js';
export type { TransactionalUnit } from './unit-of-work.js';

const READY_TIMEOUT_MS = 1_000;
const DRAIN_TIMEOUT_MS = 8_000;

export interface SchemaWriter extends Omit<Writer, 'environment'> {
  readonly environment: Schema;
}

export function toGatewayWriter({ unitOfWork }: Pick<Writer, 'unitOfWork'>): SchemaWriter {
  return { environment: 'gateway', unitOfWork };
}

export interface PoolStatistics {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Has a pool for each schema, so that SQL names no schema and cannot reach another environment. */
@Injectable()
export class Store implements OnApplicationShutdown {
  private readyProbe: Promise<boolean> | null = null;
  private closing: Promise<void> | null = null;
  private readonly primary: PrimaryFinder;
  private readonly watch: ServerWatch;
  private readonly schemaWatch: SchemaWatch;
  private readonly replicationWatch: ReplicationWatch;
  private readonly streams: RowStreams;
  private readonly standbys: Standbys;

  private constructor(
    private readonly server: DatabaseServer,
    private readonly pools: ReadonlyMap<Schema, SchemaPool>,
    schemas: readonly Schema[],
    private readonly config: Config,
  ) {
    const { databaseReadUrls: urls, databasePoolSize: poolSize } = config;
    this.primary = new PrimaryFinder(server.url, () => this.watch.leaveServer());
    this.watch = new ServerWatch(this.findAddress('gateway'), () => this.askIdle());
    this.standbys = new Standbys({ urls, poolSize, queryPrimary: (text) => this.query('gateway', text) });
    this.streams = new RowStreams(this.primary, this.standbys);
    // Not by `lend`, which refuses statements while the schemas do not fit.
    const run: RunStatement = (text, values) =>
      withConnection(this.watch, this.getPool('gateway'), (connection) => connection.run(text, values));
    this.schemaWatch = new SchemaWatch(run, schemas);
    this.replicationWatch = new ReplicationWatch(run);
  }

  static open(config: Config): Promise<Store> {
    return Store.openWith(config, migrate);
  }

  static openWithoutMigrating(config: Config): Promise<Store> {
    return Store.openWith(config, assertFit);
  }

  private static async openWith(config: Config, prepare: (url: string, schemas: readonly Schema[]) => Promise<void>): Promise<Store> {
    const server = await startDatabaseServer(config);
    const pools = new Map<Schema, SchemaPool>();
    const schemas = listSchemas(config.environments);
    const store = new Store(server, pools, schemas, config);
    try {
      await prepare(server.url, schemas);
      await store.primary.find();
      for (const schema of schemas) pools.set(schema, await store.openSchema(schema));
      store.schemaWatch.start();
      store.standbys.start(pools);
      if (config.databaseReplicated) await store.replicationWatch.start();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** `undefined` is NULL; pass JSON arrays as text. In a unit of work it must only read, and sees the writes. */
  async query<Row>(where: Schema | SchemaWriter, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const unit = findUnit(where);
    if (unit) return unit.query<Row>(getSchema(where), text, values);
    const run = (connection: Connection): Promise<Row[]> => connection.run<Row>(text, values);
    try {
      return await retryStalePlans(() => this.withConnection(where, run));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** May read on a standby (gateway.90), and repeat the work on another server. Sees the writes of a unit of work. */
  async readAnywhere<T>(where: Schema | SchemaWriter, work: (reader: Reader) => Promise<T>): Promise<T> {
    const [unit, schema] = [findUnit(where), getSchema(where)];
    if (unit) return unit.read(schema, (manager) => work(createUnitReader(manager)));
    const run = (connection: Connection): Promise<T> => work(createConnectionReader(connection));
    try {
      return await this.standbys.read(
        (standby, position) => standby.read(schema, position, run),
        () => retryStalePlans(() => this.withConnection(schema, run)),
      );
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Reads as of one moment, outside the pools. `isOfFew`: plan for all rows, not the first. */
  stream<Row>(schema: Schema, text: string, values: readonly unknown[], isOfFew = false): AsyncGenerator<Row[], void> {
    this.schemaWatch.assertFits();
    return this.streams.read(schema, text, values, isOfFew);
  }

  /** Includes the writes of a unit of work. For cold paths (ADR-2). */
  async read<T>(where: Schema | SchemaWriter, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const unit = findUnit(where);
    if (unit) return unit.read(getSchema(where), work);
    try {
      return await this.withConnection(where, (connection) => work(connection.manager));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /**
   * READ COMMITTED. Work is repeated after a conflict: it may only change the database, by no other connection.
   * @throws DomainError UNAVAILABLE, after which it is unknown whether the work was committed
   */
  async transaction<T>(where: Schema | SchemaWriter, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const clock = typeof where === 'string' ? undefined : where.clock;
    const timely = clock === undefined ? work : withLockedClock(clock, work);
    const unit = findUnit(where);
    if (unit) return unit.transaction(getSchema(where), timely);
    return retryOnConflict(() => this.withConnection(where, (connection) => runTransaction(connection, timely)));
  }

  /** Changes tables in one transaction with the rights of `DATABASE_URL`, which the roles of a pooler lack. */
  async alterTables<T>(schema: Schema, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.config.databasePoolUrl === null) return this.transaction(schema, work);
    this.schemaWatch.assertFits();
    const pool = await openPool(this.primary, schema, 1);
    try {
      return await retryOnConflict(() => withConnection(this.watch, pool, (connection) => runTransaction(connection, work)));
    } finally {
      await pool.dataSource.destroy();
    }
  }

  /** Returns a substitute where no transaction is needed: every statement runs alone, on any free connection. */
  withoutTransaction(schema: Schema): Transaction {
    return {
      query: (text, values) => this.query(schema, text, values),
      get manager(): never {
        throw new Error('Repositories need a transaction, or Store.read.');
      },
    };
  }

  /** Begins with the first write; `admit` runs before it and may refuse it. */
  unitOfWork(admit: (transaction: Transaction) => Promise<void>, maxOpenMs?: number): TransactionalUnit {
    return new TransactionalUnit((schema, work) => this.withConnection(schema, work), admit, maxOpenMs);
  }

  async runAndRollBack<T>(work: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T> {
    const unit = this.unitOfWork(() => Promise.resolve());
    try {
      return await work(unit);
    } finally {
      await unit.rollBack();
    }
  }

  async runTogether<W extends SchemaWriter, T>(writer: W, work: (writer: W) => Promise<T>): Promise<T> {
    if (writer.unitOfWork) return work(writer);
    const unit = this.unitOfWork(() => Promise.resolve());
    try {
      const result = await work({ ...writer, unitOfWork: unit });
      if (unit.hasWritten) await unit.commit(() => Promise.resolve());
      return result;
    } finally {
      await unit.rollBack();
    }
  }

  isReady(): Promise<boolean> {
    return (this.readyProbe ??= this.probe().finally(() => (this.readyProbe = null)));
  }

  get isUnfit(): boolean {
    return !this.schemaWatch.fits;
  }

  /** Whether commits wait for a standby, so that writes are refused. */
  get isHeld(): boolean {
    return this.watch.commits.isHeld;
  }

  get replicationProblem(): string | null {
    return this.replicationWatch.problem;
  }

  poolStatistics(): Readonly<Record<string, PoolStatistics>> {
    const statistics = Array.from(this.pools, ([schema, { pool }]) => {
      const { totalCount, idleCount, waitingCount } = pool;
      return [schema, { total: totalCount, idle: idleCount, waiting: waitingCount }] as const;
    });
    return Object.fromEntries(statistics);
  }

  get readCounts(): Readonly<Record<'standby' | 'primary', number>> {
    return this.standbys.counts;
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    return (this.closing ??= this.drainAndStop());
  }

  private async drainAndStop(): Promise<void> {
    this.primary.close();
    this.watch.close();
    this.schemaWatch.close();
    this.replicationWatch.close();
    this.streams.close();
    const drained = Promise.allSettled([
      ...Array.from(this.pools.values(), ({ dataSource }) => dataSource.destroy()),
      this.standbys.close(),
    ]);
    await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await this.server.stop();
  }

  private async probe(): Promise<boolean> {
    const answer = this.query('gateway', 'SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, sleep(READY_TIMEOUT_MS, false, { ref: false })]);
  }

  private async askIdle(): Promise<void> {
    for (const [schema, { pool }] of this.pools) if (pool.idleCount > pool.waitingCount) return void (await this.query(schema, 'SELECT 1'));
  }

  private async withConnection<T>(where: Schema | SchemaWriter, work: (connection: Connection) => Promise<T>): Promise<T> {
    this.schemaWatch.assertFits();
    try {
      return await withConnection(this.watch, this.getPool(getSchema(where)), work);
    } catch (error) {
      throw await this.schemaWatch.explain(error);
    }
  }

  private findAddress(schema: Schema): PrimaryFinder {
    const { databasePoolUrl } = this.config;
    return databasePoolUrl === null ? this.primary : new PrimaryFinder(formatSchemaUrl(databasePoolUrl, schema));
  }

  private openSchema(schema: Schema): Promise<SchemaPool> {
    const { databasePoolUrl, databasePoolPrepares: prepares, databasePoolSize } = this.config;
    return openPool(this.findAddress(schema), schema, databasePoolSize, databasePoolUrl === null ? undefined : { prepares });
  }

  private getPool(schema: Schema): SchemaPool {
    const found = this.pools.get(schema);
    if (found === undefined) throw new Error(`This process does not serve the schema ${schema} (ENVIRONMENTS).`);
    return found;
  }
}

function getSchema(where: Schema | SchemaWriter): Schema {
  return typeof where === 'string' ? where : where.environment;
}

function findUnit(where: Schema | SchemaWriter): TransactionalUnit | undefined {
  return typeof where === 'string' ? undefined : (where.unitOfWork as TransactionalUnit | undefined);
}
