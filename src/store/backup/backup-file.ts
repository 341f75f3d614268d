import { existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { OperatorError } from '../../common/operator-error.js';
import { listMigrations } from '../migrations.js';
import type { Schema } from '../schema.js';

export class BackupError extends OperatorError {}

export const ALL_SCHEMAS: readonly Schema[] = ['gateway', 'production', 'sandbox'];

const GZIP = Buffer.from([0x1f, 0x8b]);
const PG_DUMP = Buffer.from('PGDMP');

export async function createBackupFile(file: string, write: (part: string) => Promise<unknown>): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  const part = `${file}.part`;
  try {
    // Later writers keep the mode of an existing file.
    await writeFile(part, '', { mode: 0o600 }).catch(refuseFile);
    await write(part);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

export async function readFormat(file: string): Promise<'base' | 'dump'> {
  const handle = await open(file, 'r').catch(refuseFile);
  try {
    const { buffer } = await handle.read(Buffer.alloc(PG_DUMP.length), 0, PG_DUMP.length, 0);
    if (buffer.equals(PG_DUMP)) return 'dump';
    if (buffer.subarray(0, GZIP.length).equals(GZIP)) return 'base';
    throw new BackupError(`${file} is not a backup.`);
  } finally {
    await handle.close();
  }
}

export function assertKnown(schema: Schema, migrations: readonly string[]): void {
  const known = new Set(listMigrations(schema).map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new BackupError(`A newer version of this program made the backup: ${schema} has ${unknown.join(', ')}.`);
}

function refuseFile(error: Error): never {
  throw new BackupError(error.message);
}
