import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { Connection } from './connection.js';
import { isConflict, isStalePlan, toStoreError } from './faults.js';

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 15;

/** A transaction under way. Its statements run one after the other: never two at once, none after the work has settled. */
export interface Transaction {
  /** Runs one statement; rows as objects, `[]` when it returns none. Values as in `Store.query`. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The repositories and the query builder of the schema's entities, in this transaction. */
  readonly manager: EntityManager;
}

/** Runs one `COPY … FROM STDIN` in a transaction of the store, with these parts as its data: what is large is not copied on its way. */
export function copyIn(transaction: Transaction, text: string, parts: Iterable<Buffer>): Promise<void> {
  if (!(transaction instanceof OpenTransaction)) throw new Error('COPY needs a transaction of the store.');
  return transaction.copy(text, parts);
}

/** The work was undone because of other transactions and may be done again. */
export class TransactionConflict extends Error {
  constructor(cause: unknown) {
    super('The transaction was undone because another one was in its way', { cause });
    this.name = 'TransactionConflict';
  }
}

/** BEGIN, the work, COMMIT; ROLLBACK when the work throws. Throws TransactionConflict when the database undid it for others' sake. */
export async function runTransaction<T>(connection: Connection, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  await connection.command('BEGIN');
  const transaction = new OpenTransaction(connection);
  try {
    const result = await work(transaction);
    transaction.close();
    await commit(connection, transaction);
    return result;
  } catch (error) {
    transaction.abandon();
    // What a connection that fails now leaves open, the server rolls back by itself.
    if (!connection.isBroken) await connection.command('ROLLBACK').catch(() => undefined);
    // The work may have wrapped what the database said: what counts is that it was said.
    throw transaction.conflict === undefined ? error : new TransactionConflict(transaction.conflict);
  }
}

/** Runs a transaction, from the start again when others were in its way; after the last attempt: UNAVAILABLE. */
export async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw toStoreError(error);
      if (attempt === MAX_ATTEMPTS) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: error.cause });
    }
    await sleep(RETRY_DELAY_MS * attempt * (0.5 + Math.random()));
  }
}

async function commit(connection: Connection, transaction: OpenTransaction): Promise<void> {
  const done = await connection.command('COMMIT').catch((error: unknown) => {
    transaction.note(error);
    throw error;
  });
  // To the COMMIT of a failed transaction Postgres responds with ROLLBACK, and no error.
  if (done !== 'COMMIT') throw transaction.failure ?? new Error(`The transaction ended with ${done} instead of COMMIT.`);
}

class OpenTransaction implements Transaction {
  /** The first error of a statement. */
  failure: Error | undefined;
  /** The first error after which another try makes sense. */
  conflict: Error | undefined;
  private isRunning = false;
  private isClosed = false;
  private entityManager: EntityManager | undefined;

  constructor(private readonly connection: Connection) {}

  get manager(): EntityManager {
    return (this.entityManager ??= this.connection.managerIn((text, values) => this.alone(() => this.connection.execute(text, values))));
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.alone(() => this.connection.run<Row>(text, values));
  }

  copy(text: string, parts: Iterable<Buffer>): Promise<void> {
    return this.alone(() => this.connection.copy(text, parts));
  }

  note(error: unknown): void {
    this.failure ??= error as Error;
    if (isConflict(error) || isStalePlan(error)) this.conflict ??= error as Error;
  }

  close(): void {
    if (this.isRunning) throw new Error('The work of a transaction settled before its last statement.');
    this.isClosed = true;
  }

  abandon(): void {
    this.isClosed = true;
    // A statement still under way would meet the next user of the connection.
    if (this.isRunning) this.connection.isBroken = true;
  }

  private async alone<T>(run: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw new Error('A statement came after its transaction had ended.');
    if (this.isRunning) throw new Error('Two statements at once in one transaction.');
    this.isRunning = true;
    try {
      return await run();
    } catch (error) {
      this.note(error);
      throw error;
    } finally {
      this.isRunning = false;
    }
  }
}
