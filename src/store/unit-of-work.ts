import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { UnitOfWork } from '../common/unit-of-work.js';
import type { Connection } from './connection.js';
import { isConflict, toStoreError } from './faults.js';
import type { EntityManager } from 'typeorm';
import type { Schema } from './schema.js';
import { runPart, retryOnConflict, runTransaction, type Transaction } from './transaction.js';

/** Maximum time for which a unit holds a connection and locks after its first write. */
const MAX_OPEN_MS = 15_000;

export type Lend = <T>(schema: Schema, work: (connection: Connection) => Promise<T>) => Promise<T>;

interface OpenTransaction {
  readonly schema: Schema;
  readonly transaction: Transaction;
  commit(): void;
  undo(reason: unknown): void;
  readonly ended: Promise<void>;
}

/** The first part begins the transaction; further parts are savepoints. */
export class TransactionalUnit implements UnitOfWork {
  private open: OpenTransaction | null = null;
  private isOver = false;
  private readonly onCommitted: (() => void)[] = [];

  /** `admit` runs first in the transaction; its error is thrown by the first part. */
  constructor(
    private readonly lend: Lend,
    private readonly admit: (transaction: Transaction) => Promise<void>,
    private readonly maxOpenMs = MAX_OPEN_MS,
  ) {}

  get hasWritten(): boolean {
    return this.open !== null;
  }

  async ended(): Promise<void> {
    await this.open?.ended;
  }

  async transaction<T>(schema: Schema, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('A write was sent after its unit of work had ended.');
    if (this.open === null) return retryOnConflict(() => this.beginWith(schema, work));
    if (this.open.schema !== schema) throw new Error(`A unit of work of the schema ${this.open.schema} cannot write to ${schema}.`);
    return runPart(this.open.transaction, work).catch((error: unknown) => {
      throw isConflict(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : toStoreError(error);
    });
  }

  query<Row>(schema: Schema, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const inside = ({ transaction }: OpenTransaction): Promise<Row[]> => transaction.query<Row>(text, values);
    return this.readWith(schema, inside, (connection) => connection.run<Row>(text, values));
  }

  read<T>(schema: Schema, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.readWith(
      schema,
      ({ transaction }) => work(transaction.manager),
      (connection) => work(connection.manager),
    );
  }

  afterCommit(run: () => void): void {
    this.onCommitted.push(run);
  }

  /** @throws DomainError UNAVAILABLE, after which the outcome is unknown */
  async commit(last: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { open } = this;
    if (open === null || this.isOver) throw new Error('There is nothing to commit.');
    this.isOver = true;
    try {
      await last(open.transaction);
      open.commit();
    } catch (error) {
      open.undo(error);
    }
    await open.ended.catch((error: unknown) => {
      throw toStoreError(error);
    });
    for (const run of this.onCommitted) run();
  }

  async dryRun(): Promise<void> {
    const { open } = this;
    try {
      if (open !== null && !this.isOver) await this.transaction(open.schema, (tx) => tx.query('SET CONSTRAINTS ALL IMMEDIATE'));
    } finally {
      await this.rollBack();
    }
  }

  async rollBack(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.open?.undo(new Error('The unit of work was undone.'));
    await this.open?.ended.catch(() => undefined);
  }

  private async readWith<T>(
    schema: Schema,
    inside: (open: OpenTransaction) => Promise<T>,
    outside: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const { open } = this;
    try {
      return await (open?.schema === schema ? inside(open) : this.lend(schema, outside));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  private async beginWith<T>(schema: Schema, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const open = await this.begin(schema);
    try {
      await this.admit(open.transaction);
      const result = await work(open.transaction);
      this.open = open;
      return result;
    } catch (error) {
      open.undo(error);
      await open.ended;
      throw error;
    }
  }

  private begin(schema: Schema): Promise<OpenTransaction> {
    return new Promise((begun, failed) => {
      const ended: Promise<void> = this.lend(schema, (connection) =>
        runTransaction(
          connection,
          (transaction) =>
            new Promise<void>((commit, undo) => {
              const limit = setTimeout(() => undo(new DomainError(ErrorCode.UNAVAILABLE)), this.maxOpenMs).unref();
              void ended.catch(() => undefined).finally(() => clearTimeout(limit));
              begun({ schema, transaction, commit, undo, ended });
            }),
        ),
      );
      // After the begin, `commit` and `rollBack` handle the error.
      ended.catch(failed);
    });
  }
}
