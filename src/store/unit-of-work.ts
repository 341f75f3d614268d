import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { UnitOfWork } from '../common/unit-of-work.js';
import type { Connection } from './connection.js';
import { isConflict, toStoreError } from './faults.js';
import type { EntityManager } from 'typeorm';
import type { Schema } from './schema.js';
import { asPart, repeatOnConflict, runTransaction, type Transaction } from './transaction.js';

/** From its first write on a unit holds a connection and its locks: no longer than this. */
const MAX_OPEN_MS = 15_000;

/** Where connections of a schema come from; each is given back when the work on it settles. */
export type Lend = <T>(schema: Schema, work: (connection: Connection) => Promise<T>) => Promise<T>;

/** A transaction that waits for its end. */
interface OpenTransaction {
  readonly schema: Schema;
  readonly transaction: Transaction;
  commit(): void;
  undo(reason: unknown): void;
  /** Settles when the transaction has ended and its connection is back: with the reason when it was undone. */
  readonly ended: Promise<void>;
}

/**
 * A unit of work as one transaction: begun by the first part in the schema of that one, committed by `commit` with what
 * is written last. Further parts are savepoints. A first part that fails gives its connection back, so that a call that
 * goes on after a refusal holds none.
 */
export class TransactionalUnit implements UnitOfWork {
  private open: OpenTransaction | null = null;
  private isOver = false;
  private readonly onCommitted: (() => void)[] = [];

  /** `admit` runs first in the transaction; what it throws, the first part throws. */
  constructor(
    private readonly lend: Lend,
    private readonly admit: (transaction: Transaction) => Promise<void>,
    private readonly maxOpenMs = MAX_OPEN_MS,
  ) {}

  /** Whether there is anything to commit. */
  get hasWritten(): boolean {
    return this.open !== null;
  }

  async ended(): Promise<void> {
    await this.open?.ended;
  }

  /** Runs a part of the unit: undone when the work throws, else committed at the end. Parts run one after the other. */
  async transaction<T>(schema: Schema, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('A write came after its unit of work had ended.');
    if (this.open === null) return repeatOnConflict(() => this.beginWith(schema, work));
    if (this.open.schema !== schema) throw new Error(`A unit of work of the schema ${this.open.schema} cannot write to ${schema}.`);
    return asPart(this.open.transaction, work).catch((error: unknown) => {
      throw isConflict(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : toStoreError(error);
    });
  }

  /** One statement that reads; it sees what the unit has written. */
  query<Row>(schema: Schema, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const inside = ({ transaction }: OpenTransaction): Promise<Row[]> => transaction.query<Row>(text, values);
    return this.see(schema, inside, (connection) => connection.run<Row>(text, values));
  }

  /** Reads with repositories, likewise. */
  read<T>(schema: Schema, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.see(
      schema,
      ({ transaction }) => work(transaction.manager),
      (connection) => work(connection.manager),
    );
  }

  afterCommit(run: () => void): void {
    this.onCommitted.push(run);
  }

  /**
   * Commits, with what `last` writes; nothing is left of the unit when that fails. UNAVAILABLE leaves open whether it
   * was committed.
   * @throws DomainError UNAVAILABLE, and what `last` throws
   */
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

  /** Undoes everything; does nothing when there is nothing to undo. */
  async rollBack(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.open?.undo(new Error('The unit of work was undone.'));
    await this.open?.ended.catch(() => undefined);
  }

  /** Reads of another schema, and all before the first write, have connections of their own. */
  private async see<T>(
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
      // Once it has begun whoever ends it looks at how it ended.
      ended.catch(failed);
    });
  }
}
