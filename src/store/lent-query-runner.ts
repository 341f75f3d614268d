import type pg from 'pg';
import { QueryFailedError, type DataSource, type EntityManager, type QueryResult } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

export type Execute = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

export class LentQueryRunner extends PostgresQueryRunner {
  declare readonly manager: EntityManager;

  constructor(dataSource: DataSource, execute: Execute, isTransaction: boolean) {
    super(dataSource.driver as PostgresDriver, 'master');
    Object.assign(this, { databaseConnection: { query: execute }, manager: dataSource.createEntityManager(this) });
    this.isTransactionActive = isTransaction;
  }

  override startTransaction(): Promise<void> {
    return Promise.reject(new Error('Use Store.transaction to begin a transaction.'));
  }

  /** Leaves out TypeORM's statement and values, which must not be logged. */
  override async query(text: string, values?: unknown[], isStructured = false): Promise<QueryResult> {
    try {
      return (await super.query(text, values, isStructured)) as QueryResult;
    } catch (error) {
      throw error instanceof QueryFailedError ? (error as QueryFailedError).driverError : error;
    }
  }
}
