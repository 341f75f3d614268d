import type pg from 'pg';
import type { Schema } from './schema.js';

/** What everything relies on, whatever the server's, the role's or the address' own settings are. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  jit: 'off',
  default_transaction_isolation: 'read committed',
};
/** Set in one statement and read in another: `public` holds the extensions. */
const READ_SETTINGS = `SELECT current_setting('search_path') AS "searchPath", current_setting('timezone') AS timezone`;

/** What else a session is given, by the names of Postgres. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** Fixes a new connection to its schema, in one round trip. Not by start-up parameters: poolers refuse those, or drop them silently. */
export async function beginSession(client: pg.ClientBase, schema: Schema | 'public', more: SessionSettings = {}): Promise<void> {
  const settings = { search_path: searchPathOf(schema), ...SETTINGS, ...more };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  await client.query(`SELECT ${calls.join(', ')}`);
}

/** Whether a session still has what it was given. */
export async function holdsSettings(client: pg.ClientBase, schema: Schema | 'public'): Promise<boolean> {
  const { rows } = await client.query<{ searchPath: string; timezone: string }>(READ_SETTINGS);
  return rows[0]?.searchPath === searchPathOf(schema) && rows[0].timezone === SETTINGS.timezone;
}

function searchPathOf(schema: Schema | 'public'): string {
  return schema === 'public' ? 'public' : `${schema}, public`;
}
