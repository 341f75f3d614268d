import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exists } from '../../src/store/embedded/process-state.js';

const PREFIX = 'insurance-gateway-test-';

/** A folder whose name tells which process it belongs to. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** What processes that were killed left behind. */
export async function abandonedFolders(): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  return names.filter((name) => !exists(Number.parseInt(name.slice(PREFIX.length), 10))).map((name) => join(tmpdir(), name));
}
