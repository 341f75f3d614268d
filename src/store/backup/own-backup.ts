import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError, type Frame } from './backup-file.js';
import {
  findMigrations,
  findSchemas,
  findSequences,
  findTables,
  FORMAT_VERSION,
  nameOf,
  quoted,
  type BackupHead,
  type BackupTable,
} from './catalog.js';

/** The frames of everything there is, as of one moment while others go on writing. The client does nothing else meanwhile. */
export async function* takeBackup(client: pg.Client): AsyncGenerator<Frame> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL statement_timeout = 0');
  const schemas = await findSchemas(client);
  if (schemas.length === 0) throw new BackupError('There is nothing in this database to back up.');
  const tables = await findTables(client, schemas);
  // No migration changes a table between its look and its rows.
  await client.query(`LOCK TABLE ${tables.map(nameOf).join(', ')} IN ACCESS SHARE MODE`);
  yield { kind: 'H', content: await headOf(client, schemas) };
  for (const table of tables) yield* rowsOf(client, table);
  // Sequences know no snapshot: read last, they are beyond every number that the rows have.
  yield { kind: 'S', content: { sequences: await findSequences(client, schemas) } };
  await client.query('COMMIT');
}

async function headOf(client: pg.Client, schemas: BackupHead['schemas'][number]['name'][]): Promise<BackupHead> {
  const { rows } = await client.query<{ version: string; now: Date }>(`SELECT current_setting('server_version') AS version, now()`);
  const found: BackupHead['schemas'][number][] = [];
  for (const name of schemas) found.push({ name, migrations: await findMigrations(client, name) });
  const { version = '', now = new Date(0) } = rows[0] ?? {};
  return { format: 'insurance-gateway', version: FORMAT_VERSION, takenAt: now.toISOString(), serverVersion: version, schemas: found };
}

async function* rowsOf(client: pg.Client, table: BackupTable): AsyncGenerator<Frame> {
  yield { kind: 'T', content: table };
  const copy = client.query(copyTo(`COPY ${nameOf(table)} (${table.columns.map(quoted).join(', ')}) TO STDOUT`));
  for await (const data of copy as AsyncIterable<Buffer>) yield { kind: 'D', data };
  // How many there were is said behind the last row, in a packet that may come later: what is asked now is answered after it.
  await client.query('SELECT');
  yield { kind: 'E', content: { rows: copy.rowCount } };
}
