import type pg from 'pg';
import type { Schema } from './schema.js';

/** Settings that the program relies on; they override those of the server, role and address. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  jit: 'off',
  default_transaction_isolation: 'read committed',
};
const READ_SETTINGS = `SELECT current_setting('search_path') AS "searchPath", current_setting('timezone') AS timezone`;

export type SessionSettings = Readonly<Record<string, string | number>>;

/** Sets schema and settings of a new connection by a statement, because poolers refuse or drop start-up parameters. */
export async function beginSession(client: pg.ClientBase, schema: Schema | 'public', more: SessionSettings = {}): Promise<void> {
  const settings = { search_path: searchPathOf(schema), ...SETTINGS, ...more };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  await client.query(`SELECT ${calls.join(', ')}`);
}

export async function hasSessionSettings(client: pg.ClientBase, schema: Schema | 'public'): Promise<boolean> {
  const { rows } = await client.query<{ searchPath: string; timezone: string }>(READ_SETTINGS);
  return rows[0]?.searchPath === searchPathOf(schema) && rows[0].timezone === SETTINGS.timezone;
}

function searchPathOf(schema: Schema | 'public'): string {
  return schema === 'public' ? 'public' : `${schema}, public`;
}
