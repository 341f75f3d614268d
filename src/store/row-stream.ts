import { withSpan } from '../common/spans.js';
import { createColumnTypes } from './column-types.js';
import { startStatementSpan } from './connection.js';
import { toStoreError } from './faults.js';
import { PooledClient } from './pools.js';
import { PrimaryFinder } from './primary-finder.js';
import { formatSchemaUrl, type Schema } from './schema.js';
import { beginSession, type SessionSettings } from './session.js';
import { waitForReplay } from './standbys/replay-wait.js';
import type { Standbys } from './standbys/standbys.js';

// A few hundred kilobytes and milliseconds of work.
const ROWS_AT_ONCE = 50;
const STATEMENT_TIMEOUT_MS = 60_000;
const SETTINGS: SessionSettings = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // For a process that hangs; readers have a shorter timeout.
  idle_in_transaction_session_timeout: 120_000,
  // Plans for the first rows: by indexes in their order, without hashing tables.
  cursor_tuple_fraction: 0.01,
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
};
// For few rows of a large table: plans for all rows, not for an index in their order.
const OF_FEW: SessionSettings = { ...SETTINGS, cursor_tuple_fraction: 1 };

interface RowOrder {
  readonly schema: Schema;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isOfFew: boolean;
}

interface Cursor {
  readonly client: PooledClient;
  readonly first: unknown[];
}

export class RowStreams {
  private readonly open = new Set<PooledClient>();

  constructor(
    private readonly primary: PrimaryFinder,
    private readonly standbys: Standbys,
  ) {}

  /** The primary replaces a standby that fails before the first part. `isOfFew`: few rows of a large table. */
  async *read<Row>(schema: Schema, text: string, values: readonly unknown[], isOfFew: boolean): AsyncGenerator<Row[], void> {
    const order = { schema, text, values, isOfFew };
    let client: PooledClient | undefined;
    try {
      const cursor = await this.standbys.read(
        ({ url }, position) =>
          this.openCursor(new PrimaryFinder(formatSchemaUrl(url, schema)), order, (session) =>
            waitForReplay(async (check, at) => (await session.query(check, [...at])).rows as never[], position),
          ),
        () => this.openCursor(this.primary, order),
      );
      ({ client } = cursor);
      for (let rows = cursor.first; rows.length > 0;) {
        // The server reads the next part while the caller handles this one.
        const next = rows.length < ROWS_AT_ONCE ? Promise.resolve([]) : fetchRows(client);
        // The caller may stop here.
        next.catch(() => undefined);
        yield rows as Row[];
        rows = await next;
      }
    } catch (error) {
      throw toStoreError(error);
    } finally {
      if (client !== undefined) this.end(client);
    }
  }

  close(): void {
    for (const client of this.open) void client.end().catch(() => undefined);
  }

  /** Begins the moment of the cursor after `prepare`. */
  private async openCursor(primary: PrimaryFinder, order: RowOrder, prepare?: (client: PooledClient) => Promise<void>): Promise<Cursor> {
    const { schema, text, values, isOfFew } = order;
    const client = new PooledClient({
      primary,
      application_name: `insurance-gateway ${schema} rows`,
      types: createColumnTypes(),
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
      keepAlive: true,
    });
    this.open.add(client);
    try {
      await client.connect();
      primary.admit(await beginSession(client, schema, isOfFew ? OF_FEW : SETTINGS));
      await prepare?.(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const declare = `DECLARE part NO SCROLL CURSOR FOR ${text}`;
      const first = await withSpan(startStatementSpan(declare), async () => {
        await client.query(declare, [...values]);
        return fetchRows(client);
      });
      return { client, first };
    } catch (error) {
      this.end(client);
      throw error;
    }
  }

  private end(client: PooledClient): void {
    this.open.delete(client);
    void client.end().catch(() => undefined);
  }
}

async function fetchRows(client: PooledClient): Promise<unknown[]> {
  return (await client.query(`FETCH ${ROWS_AT_ONCE} FROM part`)).rows as unknown[];
}
