import { createHash } from 'node:crypto';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { getTraceparent, SpanKind, type StartedSpan, startSpan, withSpan } from '../common/spans.js';
import { LentQueryRunner, type Execute } from './lent-query-runner.js';
import { isConnectionUsable, isReadOnlyServer, isStalePlan } from './faults.js';
import type { SchemaPool } from './pools.js';
import { STANDBY_ROUTINE } from './commit-watch.js';
import type { Loan, ServerWatch } from './server-watch.js';

// Limits the memory of a connection, because some statements are built at run time; further ones are not prepared.
const MAX_PREPARED = 1_000;

export class Connection {
  /** Whether the pool must discard the connection, because its state is unknown. */
  isBroken = false;
  /** Whether a commit is on this server alone, because its wait for a standby was cancelled. */
  private isUnreplicated = false;
  private readonly client: PoolClient;

  constructor(
    private readonly loan: Loan,
    private readonly dataSource: DataSource,
    private readonly watch: ServerWatch,
    private readonly statementNames: Map<string, string> | null,
  ) {
    this.client = loan.client;
    this.client.on('notice', this.readNotice);
  }

  close(): void {
    this.client.off('notice', this.readNotice);
  }

  get manager(): EntityManager {
    return new LentQueryRunner(this.dataSource, (text, values) => this.execute(text, values), false).manager;
  }

  managerIn(execute: Execute): EntityManager {
    return new LentQueryRunner(this.dataSource, execute, true).manager;
  }

  async run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.send(text, values, this.findName(text))).rows as Row[];
    } catch (error) {
      // A migration changed its table, or the pooler has no such statement: it is not prepared from now on.
      if (isStalePlan(error)) this.statementNames?.set(text, '');
      throw error;
    }
  }

  /** Does not prepare the statement, because TypeORM writes too many variants. */
  execute(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.send(text, values);
  }

  assertWritable(): void {
    this.watch.commits.assertOpen();
  }

  /** Begins a transaction. Its events continue the trace of the call (gateway.92). */
  async begin(): Promise<void> {
    const traceparent = getTraceparent();
    const begun = this.control('BEGIN');
    await Promise.all([begun, traceparent === null ? undefined : this.execute(SET_TRACEPARENT, [traceparent])]);
  }

  async control(text: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<QueryResult> {
    this.loan.isInTransaction = true;
    const result = await this.observe(text, () => this.client.query(text));
    this.loan.isInTransaction = text === 'BEGIN';
    return result;
  }

  private discard(): void {
    this.isBroken = true;
    this.watch.recordFailure();
  }

  private readonly readNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
    this.isUnreplicated ||= routine === STANDBY_ROUTINE;
  };

  private findName(text: string): string | undefined {
    const names = this.statementNames;
    if (names === null) return undefined;
    let name = names.get(text);
    if (name === undefined && names.size < MAX_PREPARED) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      names.set(text, name);
    }
    return name === '' ? undefined : name;
  }

  private send(text: string, values: readonly unknown[], name?: string): Promise<QueryResult> {
    // The extended protocol, because the simple one would run several statements in one text.
    const statement: QueryConfig & { queryMode: 'extended' } = { name, text, values: values as unknown[], queryMode: 'extended' };
    const isReadOnly = this.watch.commits.isHeld && !this.loan.isInTransaction;
    return this.observe(text, () => (isReadOnly ? this.sendReadOnly(statement) : this.client.query(statement)));
  }

  /** Lets the server refuse a statement that writes. */
  private async sendReadOnly(statement: QueryConfig): Promise<QueryResult> {
    const sent = [this.client.query('BEGIN READ ONLY'), this.client.query(statement), this.client.query('COMMIT')] as const;
    await Promise.allSettled(sent);
    return sent[1];
  }

  private observe<T>(text: string, run: () => Promise<T>): Promise<T> {
    return withSpan(startStatementSpan(text), () => this.await(run));
  }

  private async await<T>(run: () => Promise<T>): Promise<T> {
    const { probe } = this.watch;
    try {
      const result = await Promise.race([run(), this.loan.abandoned]);
      this.watch.recordResponse(probe);
      // The server reports success, but a failover would lose the commit.
      if (this.isUnreplicated) throw new DomainError(ErrorCode.UNAVAILABLE, { cause: new Error(NOT_REPLICATED) });
      return result;
    } catch (error) {
      if (isConnectionUsable(error)) this.watch.recordResponse(probe);
      if (!isConnectionUsable(error) || (isReadOnlyServer(error) && !this.watch.commits.isHeld)) this.discard();
      throw error;
    }
  }
}

const SET_TRACEPARENT = `SELECT set_config('gateway.traceparent', $1, true)`;

export function startStatementSpan(text: string): StartedSpan {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  return startSpan(/\w+/.exec(text)?.[0] ?? 'statement', { kind: SpanKind.CLIENT, attributes });
}

const NOT_REPLICATED = 'The wait for a standby was cancelled, so the commit is on the primary alone.';

export async function withConnection<T>(
  watch: ServerWatch,
  { pool, dataSource, statementNames }: SchemaPool,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const loan = await watch.borrow(pool);
  const connection = new Connection(loan, dataSource, watch, statementNames);
  try {
    return await work(connection);
  } finally {
    connection.close();
    watch.release(loan, connection.isBroken);
  }
}
