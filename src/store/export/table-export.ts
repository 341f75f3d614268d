import { createHash } from 'node:crypto';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../common/operator-error.js';
import { ALL_SCHEMAS } from '../backup/backup-file.js';
import { openFirstConnection, type FirstClient } from '../first-connection.js';
import { MANIFEST_FILE, type ExportedTable, type Manifest } from './manifest.js';

const ROWS_AT_ONCE = 500;
// Rows of a table with files have megabytes.
const FILES_AT_ONCE = 5;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const TABLES = `
  SELECT n.nspname AS schema, c.relname AS "table",
    (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY array_position(i.indkey::smallint[], a.attnum))
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.atttypid = 'bytea'::regtype) AS "hasFiles"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY 1, 2`;

interface Table {
  readonly schema: string;
  readonly table: string;
  readonly key: string | null;
  readonly hasFiles: boolean;
}

/** Writes a row a line, as JSON: UTC, bytes as `\x…`. A folder without a manifest, which is last, is incomplete. */
export async function exportTables(url: string, folder: string, at: Date): Promise<Manifest> {
  await makeEmptyFolder(folder);
  const client = await openFirstConnection(url, { name: 'export' });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: tables } = await client.query<Table>(TABLES, [ALL_SCHEMAS]);
    if (tables.length === 0) throw new OperatorError('There is nothing in this database to export.');
    const exported: ExportedTable[] = [];
    for (const table of tables) exported.push(await exportTable(client, table, folder));
    const manifest: Manifest = { exportedAt: at.toISOString(), tables: exported };
    await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: PRIVATE_FILE });
    return manifest;
  } finally {
    await client.end();
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if ((await readdir(folder)).length > 0) throw new OperatorError(`${folder} has files. Choose an empty or a new folder.`);
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError((error as Error).message);
  }
}

async function exportTable(client: FirstClient, { schema, table, key, hasFiles }: Table, folder: string): Promise<ExportedTable> {
  const file = `${schema}.${table}.jsonl`;
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  const handle = await open(join(folder, file), 'wx', PRIVATE_FILE);
  try {
    const order = key === null ? '' : ` ORDER BY ${key}`;
    await client.query(`DECLARE exported NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${schema}."${table}" AS t${order}`);
    for (;;) {
      const { rows: lines } = await client.query<{ line: string }>(`FETCH ${hasFiles ? FILES_AT_ONCE : ROWS_AT_ONCE} FROM exported`);
      if (lines.length === 0) break;
      const part = Buffer.from(lines.map(({ line }) => `${line}\n`).join(''));
      hash.update(part);
      await handle.appendFile(part);
      rows += lines.length;
      bytes += part.length;
    }
    await client.query('CLOSE exported');
    await handle.sync();
    return { schema, table, file, rows, bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
