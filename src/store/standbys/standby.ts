import { Logger } from '@nestjs/common';
import { formatHosts } from '../../config/database-hosts.js';
import { withConnection, type Connection } from '../connection.js';
import { createPool, type SchemaPool } from '../pools.js';
import { PrimaryFinder } from '../primary-finder.js';
import { formatSchemaUrl, type Schema } from '../schema.js';
import { ServerWatch } from '../server-watch.js';
import type { LogPosition } from './read-index.js';
import { hasReplayed, waitForReplay, type RunQuery } from './replay-wait.js';

export class Standby {
  private readonly logger = new Logger('Store');
  private readonly pools: ReadonlyMap<Schema, SchemaPool>;
  private readonly watch: ServerWatch;
  private readonly host: string;
  /** Whether reads are sent to it. False until it has answered once. */
  isUsable = false;

  constructor(
    readonly url: string,
    primaryPools: ReadonlyMap<Schema, SchemaPool>,
    poolSize: number,
  ) {
    this.host = formatHosts(url);
    // A single host is used without a look, standby or not.
    this.watch = new ServerWatch(new PrimaryFinder(url), () => this.askIdle());
    this.pools = new Map(
      Array.from(primaryPools, ([schema, { dataSource }]) => [
        schema,
        {
          dataSource,
          pool: createPool(new PrimaryFinder(formatSchemaUrl(url, schema)), schema, poolSize),
          statementNames: new Map<string, string>(),
        },
      ]),
    );
  }

  read<T>(schema: Schema, position: LogPosition, work: (connection: Connection) => Promise<T>): Promise<T> {
    return withConnection(this.watch, this.getPool(schema), async (connection) => {
      const query: RunQuery = (text, values) => connection.run(text, values);
      // Sent together, which saves a round trip. The snapshot of the read is later than the check.
      const [check, early] = await Promise.allSettled([hasReplayed(query, position), work(connection)]);
      if (check.status === 'rejected') throw check.reason;
      if (check.value && early.status === 'fulfilled') return early.value;
      if (early.status === 'rejected' && check.value) throw early.reason;
      await waitForReplay(query, position);
      return work(connection);
    });
  }

  markUsable(): void {
    if (!this.isUsable) this.logger.log(`Reads are sent to the standby at ${this.host}`);
    this.isUsable = true;
  }

  markUnusable(reason: unknown): void {
    if (this.isUsable) this.logger.warn(`The standby at ${this.host} is behind or does not answer: ${String(reason)}`);
    this.isUsable = false;
  }

  async close(): Promise<void> {
    this.watch.close();
    await Promise.allSettled(Array.from(this.pools.values(), ({ pool }) => pool.end()));
  }

  private async askIdle(): Promise<void> {
    for (const { pool } of this.pools.values()) {
      if (pool.idleCount <= pool.waitingCount) continue;
      await pool.query('SELECT 1');
      return;
    }
  }

  private getPool(schema: Schema): SchemaPool {
    const found = this.pools.get(schema);
    if (found === undefined) throw new Error(`The standby has no pool for the schema ${schema}.`);
    return found;
  }
}
