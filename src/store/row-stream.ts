import { columnTypes } from './column-types.js';
import { toStoreError } from './faults.js';
import { PooledClient } from './pools.js';
import type { Schema } from './schema.js';
import { beginSession, type SessionSettings } from './session.js';

/** Some hundred kilobytes at most, and a few milliseconds of work. */
const ROWS_AT_ONCE = 500;
const STATEMENT_TIMEOUT_MS = 60_000;
const SETTINGS: SessionSettings = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Whoever reads has a shorter one; this is for a process that hangs.
  idle_in_transaction_session_timeout: 120_000,
  // The first rows are wanted soon: by indexes in their order, not by tables that are hashed, and nothing worked out
  // for a row before its turn.
  cursor_tuple_fraction: 0.01,
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
};
/** Few rows of many: what leads to all of them soonest, and not an index that has all others in the order that is wanted. */
const OF_FEW: SessionSettings = { ...SETTINGS, cursor_tuple_fraction: 1 };

/**
 * Reads the rows of one statement in parts, all of one moment, in constant memory: a cursor in a transaction that only
 * reads, on a connection of its own, so that no call waits for it. The part asked for next is read when it is asked
 * for.
 */
export class RowStreams {
  private readonly open = new Set<PooledClient>();

  constructor(private readonly url: string) {}

  /** `isOfFew`: its rows are few of those that it could be of. @throws DomainError UNAVAILABLE */
  async *read<Row>(schema: Schema, text: string, values: readonly unknown[], isOfFew: boolean): AsyncGenerator<Row[], void> {
    const client = new PooledClient({
      connectionString: this.url,
      application_name: `insurance-gateway ${schema} rows`,
      types: columnTypes(),
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
      keepAlive: true,
    });
    this.open.add(client);
    try {
      await client.connect();
      await beginSession(client, schema, isOfFew ? OF_FEW : SETTINGS);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`DECLARE part NO SCROLL CURSOR FOR ${text}`, [...values]);
      for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE;) {
        const { rows } = await client.query(`FETCH ${ROWS_AT_ONCE} FROM part`);
        count = rows.length;
        if (count > 0) yield rows as Row[];
      }
    } catch (error) {
      throw toStoreError(error);
    } finally {
      this.open.delete(client);
      void client.end().catch(() => undefined);
    }
  }

  /** Ends what is being read: its next part fails. */
  close(): void {
    for (const client of this.open) void client.end().catch(() => undefined);
  }
}
