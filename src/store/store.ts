import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UnitOfWork, Writer } from '../common/unit-of-work.js';
import type { Config } from '../config/config.js';
import { holdingClock } from './clock-stamp.js';
import { withConnection, type Connection } from './connection.js';
import { startDatabaseServer, type DatabaseServer } from './database-server.js';
import { isStalePlan, toStoreError } from './faults.js';
import { migrate, requireFit } from './migrate.js';
import { openPool, type SchemaPool } from './pools.js';
import { RowStreams } from './row-stream.js';
import { SchemaWatch } from './schema-watch.js';
import { schemasOf, type Schema } from './schema.js';
import { ServerWatch } from './server-watch.js';
import { repeatOnConflict, runTransaction, type Transaction } from './transaction.js';
import { TransactionalUnit } from './unit-of-work.js';

export { isUniqueViolation } from './faults.js';
export type { Schema } from './schema.js';
export { isUnmet } from './faults.js';
export { getRow, type Transaction } from './transaction.js';
export type { TransactionalUnit } from './unit-of-work.js';

const READY_TIMEOUT_MS = 1_000;
const DRAIN_TIMEOUT_MS = 8_000;

/** Who writes to a schema: to an environment, or with `inGateway` to what both have in common. */
export interface SchemaWriter extends Omit<Writer, 'environment'> {
  readonly environment: Schema;
}

/** The writer as one who writes programs, keys and users, or what else stands in the schema `gateway`. */
export function inGateway({ unitOfWork }: Pick<Writer, 'unitOfWork'>): SchemaWriter {
  return { environment: 'gateway', unitOfWork };
}

/** Connections of one pool. */
export interface PoolStatistics {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

/**
 * The database. Every schema has its own pool whose search path is fixed, so SQL names tables without a schema and
 * cannot reach another environment. A database that is gone, full or too slow is `DomainError(UNAVAILABLE)`, within 2 s
 * when it is gone or hangs; every other error of the server passes as it is (`isUniqueViolation`).
 */
@Injectable()
export class Store implements OnApplicationShutdown {
  private readyProbe: Promise<boolean> | null = null;
  private closing: Promise<void> | null = null;
  private readonly watch: ServerWatch;
  private readonly schemaWatch: SchemaWatch;
  private readonly streams: RowStreams;

  private constructor(
    private readonly server: DatabaseServer,
    private readonly pools: ReadonlyMap<Schema, SchemaPool>,
    schemas: readonly Schema[],
  ) {
    this.watch = new ServerWatch(server.url, () => this.askIdle());
    this.streams = new RowStreams(server.url);
    // Not through `lend`: its own errors need no explanation, and it looks on when nothing else may.
    this.schemaWatch = new SchemaWatch(
      (text, values) => withConnection(this.watch, this.poolOf('gateway'), (connection) => connection.run(text, values)),
      schemas,
    );
  }

  /** Starts the embedded server where there is no other, brings every schema up to date and opens the pools. */
  static open(config: Config): Promise<Store> {
    return Store.openWith(config, migrate);
  }

  /** For a command beside the running program: of the database as it is, which is migrated by the start of the program alone. */
  static openAsItIs(config: Config): Promise<Store> {
    return Store.openWith(config, requireFit);
  }

  private static async openWith(config: Config, prepare: (url: string, schemas: readonly Schema[]) => Promise<void>): Promise<Store> {
    const server = await startDatabaseServer(config);
    const pools = new Map<Schema, SchemaPool>();
    const schemas = schemasOf(config.environments);
    const store = new Store(server, pools, schemas);
    try {
      await prepare(server.url, schemas);
      for (const schema of schemas) pools.set(schema, await openPool(server.url, schema, config.databasePoolSize));
      store.schemaWatch.start();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /**
   * Runs one statement, prepared by name on its connection; rows as objects, `[]` when it returns none. Values:
   * `undefined` and `null` are NULL, an array is a Postgres array (a JSON array goes in as text: `JSON.stringify`),
   * another object is JSON. For a writer with a unit of work it sees what that has written; it must only read then.
   */
  async query<Row>(where: Schema | SchemaWriter, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const unit = unitOf(where);
    if (unit) return unit.query<Row>(schemaOf(where), text, values);
    const run = (connection: Connection): Promise<Row[]> => connection.run<Row>(text, values);
    try {
      return await this.lend(where, run).catch((error: unknown) => {
        // Refused before it ran, and its connection thrown away: the next one prepares the statement again.
        if (isStalePlan(error)) return this.lend(where, run);
        throw error;
      });
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /**
   * One statement that only reads and whose best plan depends on its values: a prepared one would come to keep one plan
   * for all values. Planned for these, it costs some tenths of a millisecond more.
   */
  async queryPlanned<Row>(schema: Schema, text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return (await this.lend(schema, (connection) => connection.execute(text, values))).rows as Row[];
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /**
   * The rows of one statement that only reads, in parts and all of one moment, however many there are. Each reader has
   * a connection of its own beside the pools until it is done or returns: whoever calls this bounds how many read at
   * once, and for how long. With `isOfFew` it is planned for all of its rows, which are few of many; else for the first
   * ones to come soon.
   */
  stream<Row>(schema: Schema, text: string, values: readonly unknown[], isOfFew = false): AsyncGenerator<Row[], void> {
    this.schemaWatch.require();
    return this.streams.read(schema, text, values, isOfFew);
  }

  /**
   * Reads with the repositories or the query builder of a schema's entities; for a writer with a unit of work what that
   * has written, too. For cold paths: it costs several times the processor of `query` (ADR-2).
   */
  async read<T>(where: Schema | SchemaWriter, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const unit = unitOf(where);
    if (unit) return unit.read(schemaOf(where), work);
    try {
      return await this.lend(where, (connection) => work(connection.manager));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /**
   * Does the work in one transaction (READ COMMITTED), or as a part of the writer's unit of work, which is committed
   * later. When other transactions are in its way (serialization failure, deadlock) the whole work is done again, so it
   * must change nothing but the database; after the last attempt: UNAVAILABLE. UNAVAILABLE leaves open whether the work
   * was committed, success never does. The work calls neither `store.query` nor `store.transaction`: each takes another
   * connection. With the stamp of a clock it is done only while that shows its time.
   */
  async transaction<T>(where: Schema | SchemaWriter, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const clock = typeof where === 'string' ? undefined : where.clock;
    const timely = clock === undefined ? work : holdingClock(clock, work);
    const unit = unitOf(where);
    if (unit) return unit.transaction(schemaOf(where), timely);
    return repeatOnConflict(() => this.lend(where, (connection) => runTransaction(connection, timely)));
  }

  /** Stands in for a transaction where none is needed: every statement by itself, on whatever connection is free. */
  withoutTransaction(schema: Schema): Transaction {
    return {
      query: (text, values) => this.query(schema, text, values),
      get manager(): never {
        throw new Error('Repositories need a transaction, or Store.read.');
      },
    };
  }

  /** A unit of work that is begun by its first write, in the schema of that; `admit` runs before it in the same transaction, and may refuse it. */
  unitOfWork(admit: (transaction: Transaction) => Promise<void>, maxOpenMs?: number): TransactionalUnit {
    return new TransactionalUnit((schema, work) => this.lend(schema, work), admit, maxOpenMs);
  }

  /**
   * Does the work in a unit of work that is undone whatever comes of it: what it returns or throws is what the work
   * itself would have. Nothing is left of it but numbers, which a sequence gives once only.
   */
  async rehearse<T>(work: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T> {
    const unit = this.unitOfWork(() => Promise.resolve());
    try {
      return await work(unit);
    } finally {
      await unit.rollBack();
    }
  }

  /** Whether the database responds within a second. */
  isReady(): Promise<boolean> {
    // However often it is asked, one connection at most is busy with it.
    return (this.readyProbe ??= this.probe().finally(() => (this.readyProbe = null)));
  }

  /** Whether another version of the program changed the schemas so that this one refuses to work with them. */
  get isUnfit(): boolean {
    return !this.schemaWatch.fits;
  }

  poolStatistics(): Readonly<Record<string, PoolStatistics>> {
    const statistics = Array.from(this.pools, ([schema, { pool }]) => {
      const { totalCount, idleCount, waitingCount } = pool;
      return [schema, { total: totalCount, idle: idleCount, waiting: waitingCount }] as const;
    });
    return Object.fromEntries(statistics);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Waits for what is under way, closes the pools, then stops the server when it is ours. */
  close(): Promise<void> {
    return (this.closing ??= this.drainAndStop());
  }

  private async drainAndStop(): Promise<void> {
    this.watch.close();
    this.schemaWatch.close();
    this.streams.close();
    const drained = Promise.allSettled(Array.from(this.pools.values(), ({ dataSource }) => dataSource.destroy()));
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

  private async lend<T>(where: Schema | SchemaWriter, work: (connection: Connection) => Promise<T>): Promise<T> {
    this.schemaWatch.require();
    try {
      return await withConnection(this.watch, this.poolOf(schemaOf(where)), work);
    } catch (error) {
      throw await this.schemaWatch.explain(error);
    }
  }

  private poolOf(schema: Schema): SchemaPool {
    const found = this.pools.get(schema);
    if (found === undefined) throw new Error(`This process does not serve the schema ${schema} (ENVIRONMENTS).`);
    return found;
  }
}

function schemaOf(where: Schema | SchemaWriter): Schema {
  return typeof where === 'string' ? where : where.environment;
}

function unitOf(where: Schema | SchemaWriter): TransactionalUnit | undefined {
  return typeof where === 'string' ? undefined : (where.unitOfWork as TransactionalUnit | undefined);
}
