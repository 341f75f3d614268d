import pg from 'pg';
import { OperatorError } from '../common/operator-error.js';
import { openFirstConnection } from './first-connection.js';
import { POOL_LIMITS } from './pools.js';
import { formatSchemaUrl, type Schema } from './schema.js';
import { listSessionSettings } from './session.js';

const { escapeIdentifier, escapeLiteral } = pg;

export interface RoleOrder {
  readonly url: string;
  readonly poolUrl: string;
  readonly schemas: readonly Schema[];
}

export async function createRoles({ url, poolUrl, schemas }: RoleOrder): Promise<string[]> {
  const client = await openFirstConnection(url, { name: 'roles' });
  try {
    const database = await readDatabaseName(client);
    const names: string[] = [];
    await client.query('BEGIN');
    for (const schema of schemas) names.push(await createRole(client, database, schema, new URL(formatSchemaUrl(poolUrl, schema))));
    for (const schema of schemas) await grantMigrations(client, schema, names[schemas.indexOf('gateway')]);
    await client.query('COMMIT');
    return names;
  } finally {
    await client.end();
  }
}

async function readDatabaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]?.name ?? '';
}

async function createRole(client: pg.Client, database: string, schema: Schema, { username, password }: URL): Promise<string> {
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const { rows } = await client.query<{ owner: string; isKnown: boolean }>(
    `SELECT nspowner::regrole::text AS owner, EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS "isKnown" FROM pg_namespace WHERE nspname = $1`,
    [schema, name],
  );
  const [found] = rows;
  if (found === undefined) throw new OperatorError(`The database has no schema ${schema} yet. Start the program once first.`);
  const role = escapeIdentifier(name);
  await client.query(
    `${found.isKnown ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN ${secret === '' ? '' : `PASSWORD ${escapeLiteral(secret)}`}`,
  );
  for (const [setting, value] of Object.entries(listSessionSettings(schema, POOL_LIMITS)))
    await client.query(`ALTER ROLE ${role} IN DATABASE ${escapeIdentifier(database)} SET ${setting} TO ${formatSetting(setting, value)}`);
  for (const granted of listGrantedSchemas(schema))
    for (const statement of buildGrants(granted, role, found.owner)) await client.query(statement);
  return name;
}

async function grantMigrations(client: pg.Client, schema: Schema, gatewayRole = ''): Promise<void> {
  const role = escapeIdentifier(gatewayRole);
  await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await client.query(`GRANT SELECT ON ${schema}.migration TO ${role}`);
}

function listGrantedSchemas(schema: Schema): readonly Schema[] {
  return schema === 'gateway' ? [schema] : [schema, 'gateway'];
}

/** Rights on rows, also of tables that a later migration creates. Tables belong to the owner of the schema. */
function buildGrants(schema: Schema, role: string, owner: string): string[] {
  const [rows, numbers] = ['SELECT, INSERT, UPDATE, DELETE ON', 'USAGE, SELECT, UPDATE ON'];
  const later = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT`;
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT ${rows} ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `GRANT ${numbers} ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `${later} ${rows} TABLES TO ${role}`,
    `${later} ${numbers} SEQUENCES TO ${role}`,
  ];
}

function formatSetting(setting: string, value: string | number): string {
  return setting === 'search_path' ? String(value) : escapeLiteral(String(value));
}
