import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../common/operator-error.js';
import { readTextFile } from '../../common/run-command.js';

export const MANIFEST_FILE = 'manifest.json';
const NEWLINE = 0x0a;

export interface ExportedTable {
  readonly schema: string;
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly exportedAt: string;
  readonly tables: readonly ExportedTable[];
}

export async function findExportProblems(folder: string): Promise<string[]> {
  const { tables } = readManifest(folder);
  const files = new Set(await readdir(folder));
  files.delete(MANIFEST_FILE);
  const problems: string[] = [];
  for (const { file, rows, sha256 } of tables) {
    if (!files.delete(file)) problems.push(`${file} is missing.`);
    else {
      const found = await readDigest(join(folder, file));
      if (found.rows !== rows) problems.push(`${file} has ${found.rows} rows instead of ${rows}.`);
      else if (found.sha256 !== sha256) problems.push(`${file} has changed since the export.`);
    }
  }
  return [...problems, ...Array.from(files, (file) => `${file} is not part of the export.`)];
}

function readManifest(folder: string): Manifest {
  const text = readTextFile(join(folder, MANIFEST_FILE));
  try {
    const manifest = JSON.parse(text) as Partial<Manifest>;
    if (Array.isArray(manifest.tables)) return manifest as Manifest;
  } catch {
    // Reported below.
  }
  throw new OperatorError(`${join(folder, MANIFEST_FILE)} is not the manifest of an export.`);
}

async function readDigest(file: string): Promise<Pick<ExportedTable, 'rows' | 'sha256'>> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(part);
    for (const byte of part) if (byte === NEWLINE) rows += 1;
  }
  return { rows, sha256: hash.digest('hex') };
}
