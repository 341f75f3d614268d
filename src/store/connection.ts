import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { leavesConnectionUsable } from './faults.js';
import type { ServerWatch } from './server-watch.js';

// Texts put together at run time must not fill the memory of every connection: beyond this many they run without being kept prepared.
const MAX_PREPARED = 1_000;
const names = new Map<string, string>();

/** A connection on loan from its pool. */
export class Connection {
  /** Whether its state is unknown: it goes back to be thrown away. */
  isBroken = false;

  /** `explain` returns what to throw instead of an error of a statement. */
  constructor(
    private readonly client: PoolClient,
    private readonly explain: (error: unknown) => Promise<unknown> = (error) => Promise.resolve(error),
  ) {}

  /** One statement, prepared on the connection under a name drawn from its text. */
  async run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    // Always the extended protocol: the simple one would run several statements in one text.
    const statement: QueryConfig & { queryMode: 'extended' } = {
      name: nameOf(text),
      text,
      values: values as unknown[],
      queryMode: 'extended',
    };
    try {
      return (await this.client.query(statement)).rows as Row[];
    } catch (error) {
      throw await this.noted(error);
    }
  }

  /** One `COPY … FROM STDIN`; the parts go out as they are, as fast as the server takes them. */
  async copy(text: string, parts: Iterable<Buffer>): Promise<void> {
    try {
      await pipeline(parts, this.client.query(copyFrom(text)));
    } catch (error) {
      throw await this.noted(error);
    }
  }

  /** A command of transaction control; answers what the server says it did. */
  async command(text: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<string> {
    try {
      return (await this.client.query(text)).command;
    } catch (error) {
      throw await this.noted(error);
    }
  }

  private noted(error: unknown): Promise<unknown> {
    if (!leavesConnectionUsable(error)) this.isBroken = true;
    return this.explain(error);
  }
}

/** Takes a connection, waiting as long as the pool allows, and gives it back whatever happens. */
export async function withConnection<T>(
  watch: ServerWatch,
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
  explain?: (error: unknown) => Promise<unknown>,
): Promise<T> {
  const client = await watch.borrow(pool);
  const connection = new Connection(client, explain);
  try {
    return await work(connection);
  } finally {
    watch.giveBack(client, connection.isBroken);
  }
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
  }
  return name;
}
