import type { QueryRunner } from 'typeorm';

/** Returns the schema that a migration runs in: the first of the search path of its connection. */
export async function schemaOf(runner: QueryRunner): Promise<'gateway' | 'production' | 'sandbox'> {
  const [row] = (await runner.query('SELECT current_schema() AS schema')) as { schema: 'gateway' | 'production' | 'sandbox' }[];
  if (!row) throw new Error('The search path names no schema.');
  return row.schema;
}

/** Whether the migration runs in the sandbox, which alone has clocks and resets of agents. */
export async function isSandbox(runner: QueryRunner): Promise<boolean> {
  return (await schemaOf(runner)) === 'sandbox';
}
