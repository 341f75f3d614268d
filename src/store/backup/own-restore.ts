import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { QueryRunner } from 'typeorm';
import { migrationsOf } from '../migrations.js';
import { CREATE_MIGRATION_TABLE } from '../schema-fit.js';
import type { Schema } from '../schema.js';
import { BackupError, contentOf, readBackup, type Frame } from './backup-file.js';
import { FORMAT_VERSION, nameOf, quoted, findTables, type BackupHead, type BackupSequence, type BackupTable } from './catalog.js';

/** Reads the whole file once: it is whole, unchanged, and of migrations that this program knows. */
export async function verifyBackup(file: string): Promise<BackupHead> {
  let head: BackupHead | null = null;
  for await (const frame of readBackup(file)) head ??= headOf(frame);
  if (head === null) throw new BackupError(`${file} is empty.`);
  return head;
}

/** Fills an empty database in one transaction of the client: tables as the file's migrations made them, their rows, sequences. */
export async function restoreBackup(client: pg.Client, file: string): Promise<number> {
  await client.query('BEGIN');
  await client.query('SET LOCAL statement_timeout = 0');
  const frames = readBackup(file);
  try {
    const head = headOf(await nextOf(frames));
    for (const { name, migrations } of head.schemas) await buildSchema(client, name, migrations);
    const schemas = head.schemas.map(({ name }) => name);
    const tables = await findTables(client, schemas);
    const foreignKeys = await dropForeignKeys(client, schemas);
    for (const table of tables) await empty(client, table);
    const rows = await fill(client, frames);
    for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
    // Anew, so that every row is checked.
    for (const statement of foreignKeys) await client.query(statement);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await frames.return(undefined);
  }
}

function headOf(frame: Frame): BackupHead {
  const head = contentOf<BackupHead>(frame);
  if (frame.kind !== 'H' || head.version !== FORMAT_VERSION)
    throw new BackupError('The file is of a format that this program does not read.');
  for (const { name, migrations } of head.schemas) refuseUnknown(name, migrations);
  return head;
}

/** @throws BackupError when migrations were run that this program does not have */
export function refuseUnknown(schema: Schema, migrations: readonly string[]): void {
  const known = new Set(migrationsOf(schema).map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new BackupError(`A newer version of this program made the backup: ${schema} has ${unknown.join(', ')}.`);
}

/** The schema as the migrations made it then; those that came later run at the next start. */
async function buildSchema(client: pg.Client, schema: Schema, migrations: readonly string[]): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query(`SET LOCAL search_path TO ${schema}, public`);
  const done = new Set(migrations);
  const runner = {
    query: async (text: string, values?: unknown[]): Promise<unknown> => (await client.query(text, values)).rows,
  } as unknown as QueryRunner;
  for (const Migration of migrationsOf(schema)) if (done.has(Migration.name)) await new Migration().up(runner);
  await client.query(CREATE_MIGRATION_TABLE);
  await client.query(`SET LOCAL search_path TO ''`);
}

/** Tables refer to each other in circles; returns the statements that restore the references. */
async function dropForeignKeys(client: pg.Client, schemas: readonly Schema[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: Schema; table: string; name: string; definition: string }>(
    `SELECT n.nspname AS schema, r.relname AS table, c.conname AS name, pg_catalog.pg_get_constraintdef(c.oid) AS definition
     FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class r ON r.oid = c.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
     WHERE c.contype = 'f' AND n.nspname = ANY ($1)`,
    [schemas],
  );
  for (const { schema, table, name } of rows)
    await client.query(`ALTER TABLE ${nameOf({ schema, name: table })} DROP CONSTRAINT ${quoted(name)}`);
  return rows.map(
    ({ schema, table, name, definition }) => `ALTER TABLE ${nameOf({ schema, name: table })} ADD CONSTRAINT ${quoted(name)} ${definition}`,
  );
}

/** What migrations put in themselves stands in the file too. */
async function empty(client: pg.Client, table: BackupTable): Promise<void> {
  await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  await client.query(`DELETE FROM ${nameOf(table)}`);
}

async function fill(client: pg.Client, frames: AsyncGenerator<Frame>): Promise<number> {
  let rows = 0;
  for (;;) {
    const frame = await nextOf(frames);
    if (frame.kind === 'T') rows += await fillTable(client, contentOf<BackupTable>(frame), frames);
    else if (frame.kind === 'S') await setSequences(client, contentOf<{ sequences: readonly BackupSequence[] }>(frame).sequences);
    else throw new BackupError('The frames of the file are not in their order.');
    // The checksum follows the sequences: only what was read to its end has passed it.
    if (frame.kind === 'S' && (await frames.next()).done === true) return rows;
  }
}

async function fillTable(client: pg.Client, table: BackupTable, frames: AsyncGenerator<Frame>): Promise<number> {
  let end: Frame | null = null;
  const data = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await nextOf(frames);
      if (frame.kind !== 'D') return void (end = frame);
      yield frame.data;
    }
  };
  const copy = client.query(copyFrom(`COPY ${nameOf(table)} (${table.columns.map(quoted).join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(data(), { objectMode: false }), copy);
  const { rows } = contentOf<{ rows: number }>(end ?? { kind: 'D', data: Buffer.alloc(0) });
  if (rows !== copy.rowCount) throw new BackupError(`${nameOf(table)}: ${copy.rowCount} rows instead of ${rows}.`);
  return rows;
}

async function setSequences(client: pg.Client, sequences: readonly BackupSequence[]): Promise<void> {
  for (const sequence of sequences) {
    const values = [nameOf(sequence), sequence.lastValue, sequence.isCalled];
    await client.query(`SELECT pg_catalog.setval($1::regclass, $2::bigint, $3)`, values);
  }
}

async function nextOf(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const next = await frames.next();
  if (next.done === true) throw new BackupError('The file ends too early.');
  return next.value;
}
