import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { UnitOfWork } from '../common/unit-of-work.js';
import type { Connection } from './connection.js';
import { isConflict, toStoreError } from './faults.js';
import { asPart, repeatOnConflict, runTransaction, type Transaction } from './transaction.js';

/** From its first write on a unit holds a connection and its locks: no longer than this. */
const MAX_OPEN_MS = 15_000;

/** Where connections come from; each is given back when the work on it settles. */
export interface ConnectionSource {
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** A transaction that waits for its end. */
interface OpenTransaction {
  readonly transaction: Transaction;
  commit(): void;
  undo(reason: unknown): void;
  /** Settles when the transaction has ended and its connection is back: with the reason when it was undone. */
  readonly ended: Promise<void>;
}

/**
 * A unit of work as one transaction: begun by the first part, committed by `commit` with what is written last. Further parts are savepoints. A
 * first part that fails gives its connection back, so that a call that goes on after a refusal holds none.
 */
export class TransactionalUnit implements UnitOfWork {
  private open: OpenTransaction | null = null;
  private isOver = false;
  private readonly onCommitted: (() => void)[] = [];

  /** `admit` runs first in the transaction; what it throws, the first part throws. */
  constructor(
    private readonly connections: ConnectionSource,
    private readonly admit: (transaction: Transaction) => Promise<void> | void,
    private readonly maxOpenMs = MAX_OPEN_MS,
  ) {}

  /** Whether there is anything to commit. */
  get hasWritten(): boolean {
    return this.open !== null;
  }

  async ended(): Promise<void> {
    await this.open?.ended;
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('A write came after its unit of work had ended.');
    if (this.open === null) return repeatOnConflict(() => this.beginWith(work));
    return asPart(this.open.transaction, work).catch((error: unknown) => {
      throw isConflict(error) ? new DomainError(ErrorCode.UNAVAILABLE, { cause: error }) : toStoreError(error);
    });
  }

  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const run = (source: Pick<Connection, 'run'>): Promise<Row[]> => source.run<Row>(text, values);
    try {
      return await (this.open === null ? this.connections.run(run) : this.open.transaction.query<Row>(text, values));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  afterCommit(run: () => void): void {
    this.onCommitted.push(run);
  }

  /**
   * Commits, with what `last` writes; nothing is left of the unit when that fails. UNAVAILABLE leaves open whether it was committed.
   * @throws DomainError UNAVAILABLE, and what `last` throws
   */
  async commit(last: (transaction: Transaction) => Promise<void> | void): Promise<void> {
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

  private async beginWith<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const open = await this.begin();
    try {
      await this.admit(open.transaction);
      const result = await work(open.transaction);
      await open.transaction.flush();
      this.open = open;
      return result;
    } catch (error) {
      open.undo(error);
      await open.ended;
      throw error;
    }
  }

  private begin(): Promise<OpenTransaction> {
    return new Promise((begun, failed) => {
      const ended: Promise<void> = this.connections.run((connection) =>
        runTransaction(
          connection,
          (transaction) =>
            new Promise<void>((commit, undo) => {
              const limit = setTimeout(() => undo(new DomainError(ErrorCode.UNAVAILABLE)), this.maxOpenMs).unref();
              void ended.catch(() => undefined).finally(() => clearTimeout(limit));
              begun({ transaction, commit, undo, ended });
            }),
        ),
      );
      // Once it has begun whoever ends it looks at how it ended.
      ended.catch(failed);
    });
  }
}
