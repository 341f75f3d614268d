import { createHash } from 'node:crypto';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { LentQueryRunner, type Execute } from './lent-query-runner.js';
import { isConnectionUsable, isReadOnlyServer } from './faults.js';
import type { SchemaPool } from './pools.js';
import type { ServerWatch } from './server-watch.js';

// Limits the memory of a connection, because some statements are built at run time; further ones are not prepared.
const MAX_PREPARED = 1_000;
/** Routine of the server that warns when a commit stops waiting for its standby. */
const STANDBY_ROUTINE = 'SyncRepWaitForLSN';

export class Connection {
  /** Whether the pool must discard the connection, because its state is unknown. */
  isBroken = false;
  /** Whether a commit is on this server alone, because its wait for a standby was cancelled. */
  private isUnreplicated = false;

  constructor(
    private readonly client: PoolClient,
    private readonly dataSource: DataSource,
    private readonly watch: ServerWatch,
    private readonly statementNames: Map<string, string>,
  ) {
    client.on('notice', this.readNotice);
  }

  /** Ends the use of the client. */
  close(): void {
    this.client.off('notice', this.readNotice);
  }

  get manager(): EntityManager {
    return new LentQueryRunner(this.dataSource, (text, values) => this.execute(text, values), false).manager;
  }

  /** Returns the repositories of the current transaction, whose statements are sent by `execute`. */
  managerIn(execute: Execute): EntityManager {
    return new LentQueryRunner(this.dataSource, execute, true).manager;
  }

  async run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.send(text, values, this.nameOf(text))).rows as Row[];
  }

  /** Runs one statement without preparing it, because TypeORM writes too many variants. */
  execute(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.send(text, values);
  }

  control(text: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<QueryResult> {
    return this.observe(() => this.client.query(text));
  }

  private discard(): void {
    this.isBroken = true;
    this.watch.recordFailure();
  }

  private readonly readNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
    this.isUnreplicated ||= routine === STANDBY_ROUTINE;
  };

  private nameOf(text: string): string | undefined {
    let name = this.statementNames.get(text);
    if (name === undefined && this.statementNames.size < MAX_PREPARED) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      this.statementNames.set(text, name);
    }
    return name;
  }

  private send(text: string, values: readonly unknown[], name?: string): Promise<QueryResult> {
    // The extended protocol, because the simple one would run several statements in one text.
    const statement: QueryConfig & { queryMode: 'extended' } = { name, text, values: values as unknown[], queryMode: 'extended' };
    return this.observe(() => this.client.query(statement));
  }

  private async observe<T>(run: () => Promise<T>): Promise<T> {
    const { probe } = this.watch;
    try {
      const result = await run();
      this.watch.recordResponse(probe);
      // The server reports success, but a failover would lose the commit.
      if (this.isUnreplicated) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(NOT_REPLICATED) });
      return result;
    } catch (error) {
      if (isConnectionUsable(error)) this.watch.recordResponse(probe);
      if (!isConnectionUsable(error) || isReadOnlyServer(error)) this.discard();
      throw error;
    }
  }
}

const NOT_REPLICATED = 'The wait for a standby was cancelled, so the commit is on the primary alone.';

export async function withConnection<T>(
  watch: ServerWatch,
  { pool, dataSource, statementNames }: SchemaPool,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await watch.borrow(pool);
  const connection = new Connection(client, dataSource, watch, statementNames);
  try {
    return await work(connection);
  } finally {
    connection.close();
    watch.release(client, connection.isBroken);
  }
}
