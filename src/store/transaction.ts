import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { Connection, Part } from './connection.js';
import { isConflict, isStalePlan, toStoreError } from './faults.js';

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 15;

/** A statement whose rows nobody waits for. */
export interface Deferred<Row> {
  /** Whether it was sent, and run unless one before it failed. */
  readonly isSent: boolean;
  /** Its rows; there once a later statement has come back, or what it was deferred to. */
  readonly rows: readonly Row[];
}

/**
 * A transaction under way. Its statements run one after the other: never two at once, none after the work has settled. `BEGIN` goes out with the
 * first one, `COMMIT` with those that were deferred; when all of them were, they are a transaction by themselves, in one round trip.
 */
export interface Transaction {
  /** Runs one statement, after those that were deferred; rows as objects, `[]` when it returns none. Values as in `Store.query`. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Sends the statement with the next one that is waited for, or with the COMMIT. When it fails, that one fails, and whatever it was sent with
   * is not done; `refusal` says what is thrown instead of the server's error.
   */
  defer<Row>(text: string, values?: readonly unknown[], refusal?: (error: unknown) => unknown): Deferred<Row>;
  /** Sends what was deferred. */
  flush(): Promise<void>;
  /** The repositories and the query builder of the schema's entities, in this transaction. */
  readonly manager: EntityManager;
}

/** Runs one `COPY … FROM STDIN` in a transaction of the store, with these parts as its data: what is large is not copied on its way. */
export function copyIn(transaction: Transaction, text: string, parts: Iterable<Buffer>): Promise<void> {
  if (!(transaction instanceof OpenTransaction)) throw new Error('COPY needs a transaction of the store.');
  return transaction.copy(text, parts);
}

/** Does the work between savepoints of a transaction of the store: undone alone when it throws. */
export function asPart<T>(transaction: Transaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (!(transaction instanceof OpenTransaction)) throw new Error('A savepoint needs a transaction of the store.');
  return transaction.part(work);
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
  const transaction = new OpenTransaction(connection);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    transaction.abandon();
    // What a connection that fails now leaves open, the server rolls back by itself.
    if (transaction.hasBegun && !connection.isBroken) await connection.rollBack().catch(() => undefined);
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

class OpenTransaction implements Transaction {
  /** The first error after which another try makes sense. */
  conflict: Error | undefined;
  hasBegun = false;
  /** The first error of a statement. */
  private failure: Error | undefined;
  private deferred: DeferredStatement[] = [];
  private isRunning = false;
  private isClosed = false;
  private entityManager: EntityManager | undefined;

  constructor(private readonly connection: Connection) {}

  get manager(): EntityManager {
    const execute = async (text: string, values: unknown[] = []): Promise<QueryResult> =>
      (await this.send(new DeferredStatement(text, values, false))).result;
    return (this.entityManager ??= this.connection.managerIn(execute));
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.send(new DeferredStatement(text, values))).rows as Row[];
  }

  defer<Row>(text: string, values: readonly unknown[] = [], refusal?: Refusal): Deferred<Row> {
    this.assertFree();
    const statement = new DeferredStatement(text, values, true, refusal);
    this.deferred.push(statement);
    return statement as unknown as Deferred<Row>;
  }

  async flush(): Promise<void> {
    if (this.deferred.length > 0) await this.alone(() => this.begin());
  }

  copy(text: string, parts: Iterable<Buffer>): Promise<void> {
    return this.alone(async () => {
      await this.begin();
      await this.connection.copy(text, parts).catch((error: unknown) => {
        this.note(error);
        throw error;
      });
    });
  }

  /** The work between savepoints: undone alone when it throws. */
  async part<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const savepoint = this.defer('SAVEPOINT part');
    try {
      const result = await work(this);
      this.defer('RELEASE SAVEPOINT part');
      await this.flush();
      return result;
    } catch (error) {
      this.deferred = [];
      if (savepoint.isSent) await this.query('ROLLBACK TO SAVEPOINT part').catch(() => undefined);
      throw error;
    }
  }

  async commit(): Promise<void> {
    if (this.isRunning) throw new Error('The work of a transaction settled before its last statement.');
    const isByItself = !this.hasBegun;
    if (isByItself && this.deferred.length === 0) return this.close();
    const { failure } = this;
    const commit = new DeferredStatement('COMMIT');
    await this.alone(() => this.run(isByItself ? this.taken() : [...this.taken(), commit])).catch((error: unknown) => {
      // Of a statement after a failed one Postgres says only that.
      throw failure ?? error;
    });
    this.close();
    // To the COMMIT of a failed transaction Postgres responds with ROLLBACK, and no error.
    if (isByItself || commit.result.command === 'COMMIT') return;
    throw failure ?? new Error(`The transaction ended with ${commit.result.command} instead of COMMIT.`);
  }

  abandon(): void {
    this.close();
    // A statement still under way would meet the next user of the connection.
    if (this.isRunning) this.connection.isBroken = true;
  }

  private close(): void {
    this.isClosed = true;
  }

  private async send(statement: DeferredStatement): Promise<DeferredStatement> {
    await this.alone(() => this.begin(statement));
    return statement;
  }

  /** Runs what was deferred, and the statement, in a transaction that is open from now on. */
  private begin(...statements: DeferredStatement[]): Promise<void> {
    const all = [...this.taken(), ...statements];
    if (!this.hasBegun) all.unshift(new DeferredStatement('BEGIN'));
    this.hasBegun = true;
    return this.run(all);
  }

  private taken(): DeferredStatement[] {
    const { deferred } = this;
    this.deferred = [];
    return deferred;
  }

  private async run(statements: readonly DeferredStatement[]): Promise<void> {
    if (statements.length === 0) return;
    for (const statement of statements) statement.isSent = true;
    const { results, error } = await this.connection.runAll(statements);
    for (const [index, result] of results.entries()) statements[index]!.outcome = result;
    if (error === undefined) return;
    this.note(error);
    throw (statements[results.length]?.refusal?.(error) ?? error) as Error;
  }

  private note(error: unknown): void {
    this.failure ??= error as Error;
    if (isConflict(error) || isStalePlan(error)) this.conflict ??= error as Error;
  }

  private assertFree(): void {
    if (this.isClosed) throw new Error('A statement came after its transaction had ended.');
    if (this.isRunning) throw new Error('Two statements at once in one transaction.');
  }

  private async alone(run: () => Promise<void>): Promise<void> {
    this.assertFree();
    this.isRunning = true;
    try {
      await run();
    } finally {
      this.isRunning = false;
    }
  }
}

type Refusal = (error: unknown) => unknown;

class DeferredStatement implements Deferred<object>, Part {
  isSent = false;
  outcome: QueryResult | undefined;

  constructor(
    readonly text: string,
    readonly values: readonly unknown[] = [],
    readonly isPrepared = true,
    readonly refusal?: Refusal,
  ) {}

  get result(): QueryResult {
    if (this.outcome === undefined) throw new Error('A deferred statement was not run yet.');
    return this.outcome;
  }

  get rows(): readonly object[] {
    return this.result.rows as object[];
  }
}
