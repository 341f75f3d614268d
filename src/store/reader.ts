import type { EntityManager } from 'typeorm';
import type { Connection } from './connection.js';

export interface Reader {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Plans the statement for its values each time, which costs some tenths of a millisecond. */
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

export function createUnitReader(manager: EntityManager): Reader {
  const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => manager.query(text, [...values]);
  return { query, queryPlanned: query, manager };
}
