import type { EntityManager } from 'typeorm';
import type { Connection } from './connection.js';

/** Reads on one connection. */
export interface Reader {
  /** Runs a prepared statement. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that is planned for its values each time, which costs some tenths of a millisecond. */
  queryPlanned<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  readonly manager: EntityManager;
}

export function createConnectionReader(connection: Connection): Reader {
  return {
    query: (text, values) => connection.run(text, values),
    queryPlanned: async <Row>(text: string, values?: readonly unknown[]) => (await connection.execute(text, values)).rows as Row[],
    get manager() {
      return connection.manager;
    },
  };
}

/** Creates the reader of a unit of work from its repositories. */
export function createUnitReader(manager: EntityManager): Reader {
  const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => manager.query(text, [...values]);
  return { query, queryPlanned: query, manager };
}
