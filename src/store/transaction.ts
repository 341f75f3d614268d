import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { Connection } from './connection.js';
import { isConflict, isNotRun, isStalePlan, toStoreError } from './faults.js';

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 15;
const TOO_LATE = 'A statement was sent after its transaction had ended.';

/** Independent statements can be started with `Promise.all`: they are sent at once, in order. */
export interface Transaction {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  readonly manager: EntityManager;
}

export function getRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}

export async function runPart<T>(transaction: Transaction, work: (part: Transaction) => Promise<T>): Promise<T> {
  let isOver = false;
  const part: Transaction = {
    query: (text, values) => (isOver ? Promise.reject(new Error(TOO_LATE)) : transaction.query(text, values)),
    get manager() {
      return transaction.manager;
    },
  };
  await transaction.query('SAVEPOINT part');
  try {
    const result = await work(part);
    isOver = true;
    await transaction.query('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    isOver = true;
    await transaction.query('ROLLBACK TO SAVEPOINT part').catch(() => undefined);
    throw error;
  }
}

export class TransactionConflictError extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back because of a conflict with another one.', { cause });
    this.name = 'TransactionConflict';
  }
}

export async function runTransaction<T>(connection: Connection, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  connection.assertWritable();
  const transaction = new OpenTransaction(connection);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollBack();
    // The work may have wrapped or caught the error of the database.
    throw transaction.conflict === undefined ? error : new TransactionConflictError(transaction.conflict);
  }
}

/** Sends the statement unprepared the second time, so that each text fails once. */
export async function retryStalePlans<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isStalePlan(error instanceof TransactionConflictError ? error.cause : error)) throw error;
    }
  }
}

export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryStalePlans(run);
    } catch (error) {
      if (!(error instanceof TransactionConflictError)) throw toStoreError(error);
      if (attempt === MAX_ATTEMPTS) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: error.cause });
    }
    await sleep(RETRY_DELAY_MS * attempt * (0.5 + Math.random()));
  }
}

class OpenTransaction implements Transaction {
  /** First error after which a repetition can succeed. */
  conflict: Error | undefined;
  private failure: Error | undefined;
  private begun: Promise<unknown> | undefined;
  private lastStatement: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private entityManager: EntityManager | undefined;

  constructor(private readonly connection: Connection) {}

  get manager(): EntityManager {
    return (this.entityManager ??= this.connection.managerIn((text, values) => this.run(() => this.connection.execute(text, values))));
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(() => this.connection.run<Row>(text, values));
  }

  async commit(): Promise<void> {
    this.isClosed = true;
    if (this.begun === undefined) return;
    this.connection.assertWritable();
    const { command } = await this.connection.control('COMMIT').catch((error: unknown) => {
      throw this.record(error);
    });
    // Postgres responds to the COMMIT of a failed transaction with ROLLBACK instead of an error.
    if (command === 'COMMIT') return;
    await this.lastStatement;
    throw this.failure ?? new Error(`The transaction ended with ${command} instead of COMMIT.`);
  }

  async rollBack(): Promise<void> {
    this.isClosed = true;
    if (this.begun !== undefined && !this.connection.isBroken) await this.connection.control('ROLLBACK').catch(() => undefined);
  }

  private run<T>(send: () => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error(TOO_LATE));
    const result = this.send(send);
    this.lastStatement = result.catch(() => undefined);
    return result;
  }

  private async send<T>(send: () => Promise<T>): Promise<T> {
    this.begun ??= this.connection.begin();
    try {
      const [, result] = await Promise.all([this.begun, send()]);
      return result;
    } catch (error) {
      throw this.record(error);
    }
  }

  /** Returns the error of the failed statement for a later statement that was not run. */
  private record(error: unknown): unknown {
    if (isNotRun(error)) return this.failure ?? error;
    this.failure = error as Error;
    if (isConflict(error) || isStalePlan(error)) this.conflict ??= this.failure;
    return error;
  }
}
