import type pg from 'pg';
import { OperatorError } from '../common/operator-error.js';
import type { Schema } from './schema.js';

const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  jit: 'off',
  default_transaction_isolation: 'read committed',
};
const READ_SETTINGS = `SELECT current_setting('search_path') AS "searchPath", current_setting('timezone') AS timezone`;
const READ_ROLE_SETTINGS = 'SELECT lower(name) AS name, setting FROM pg_settings WHERE lower(name) = ANY ($1)';
const NO_ROLE_SETTING = 'The role of DATABASE_POOL_URL lacks a setting of the program:';
const CREATE_ROLES = 'Run npm run admin -- roles.';
const SESSION_COLUMNS = `
  pg_backend_pid() AS pid, pg_is_in_recovery() AS "isStandby",
  CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer END AS timeline`;

export type SessionSettings = Readonly<Record<string, string | number>>;

export interface Session {
  readonly pid: number;
  readonly isStandby: boolean;
  /** Timeline of a server that takes writes; 0 for a standby. */
  readonly timeline: number;
}

const sessions = new WeakMap<pg.ClientBase, Session>();

/** Uses a statement, because poolers refuse or drop start-up parameters. */
export async function beginSession(client: pg.ClientBase, schema: Schema | 'public', more: SessionSettings = {}): Promise<Session> {
  const calls = Object.entries(listSessionSettings(schema, more)).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const session = await readSession(client, calls);
  sessions.set(client, session);
  return session;
}

export async function beginRoleSession(client: pg.ClientBase, schema: Schema, more: SessionSettings): Promise<Session> {
  const settings = listSessionSettings(schema, more);
  const { rows } = await client.query<{ name: string; setting: string }>(READ_ROLE_SETTINGS, [Object.keys(settings)]);
  const wrong = rows.find(({ name, setting }) => !setting.startsWith(String(settings[name])));
  if (wrong !== undefined) throw new OperatorError(`${NO_ROLE_SETTING} ${wrong.name} is ${wrong.setting}. ${CREATE_ROLES}`);
  const session = await readSession(client);
  sessions.set(client, session);
  return session;
}

export function listSessionSettings(schema: Schema | 'public', more: SessionSettings = {}): SessionSettings {
  return { search_path: getSearchPath(schema), ...SETTINGS, ...more };
}

export async function readSession(client: pg.ClientBase, calls: readonly string[] = []): Promise<Session> {
  const { rows } = await client.query<Session>(`SELECT ${[...calls, SESSION_COLUMNS].join(', ')}`);
  const [{ pid, isStandby, timeline } = { pid: 0, isStandby: false, timeline: 0 }] = rows;
  return { pid, isStandby, timeline };
}

export function getSession(client: pg.ClientBase): Session {
  const session = sessions.get(client);
  if (session === undefined) throw new Error('The connection has no session yet.');
  return session;
}

export async function hasSessionSettings(client: pg.ClientBase, schema: Schema | 'public'): Promise<boolean> {
  const { rows } = await client.query<{ searchPath: string; timezone: string }>(READ_SETTINGS);
  return rows[0]?.searchPath === getSearchPath(schema) && rows[0].timezone === SETTINGS.timezone;
}

function getSearchPath(schema: Schema | 'public'): string {
  return schema === 'public' ? 'public' : `${schema}, public`;
}
