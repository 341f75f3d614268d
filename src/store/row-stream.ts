import { createColumnTypes } from './column-types.js';
import { toStoreError } from './faults.js';
import { PooledClient } from './pools.js';
import type { PrimaryFinder } from './primary-finder.js';
import type { Schema } from './schema.js';
import { beginSession, type SessionSettings } from './session.js';

// A few hundred kilobytes and milliseconds of work.
const ROWS_AT_ONCE = 500;
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

export class RowStreams {
  private readonly open = new Set<PooledClient>();

  constructor(private readonly primary: PrimaryFinder) {}

  /** Reads rows in parts; `isOfFew` for few rows of a large table. @throws DomainError UNAVAILABLE */
  async *read<Row>(schema: Schema, text: string, values: readonly unknown[], isOfFew: boolean): AsyncGenerator<Row[], void> {
    const client = new PooledClient({
      primary: this.primary,
      application_name: `insurance-gateway ${schema} rows`,
      types: createColumnTypes(),
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
      keepAlive: true,
    });
    this.open.add(client);
    try {
      await client.connect();
      this.primary.admit(await beginSession(client, schema, isOfFew ? OF_FEW : SETTINGS));
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

  close(): void {
    for (const client of this.open) void client.end().catch(() => undefined);
  }
}
