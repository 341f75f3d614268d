import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcess } from '../../src/store/embedded/pg-ctl.js';
import { isDeep } from './depth.js';

const PREFIX = 'insurance-gateway-test-';
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder named after this process: in memory if there is room, because hundreds of databases on a disk take
 * ten times as long. `disk` allows links to files of the repository, and is the default at full depth.
 */
export function createTemporaryFolder(where: 'memory' | 'disk' = isDeep ? 'disk' : 'memory'): Promise<string> {
  return mkdtemp(join(where === 'memory' && hasRoomInMemory() ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Deletes the folders of ended processes. `end` stops what still uses a folder; false keeps the folder. */
export async function removeAbandonedFolders(end: (folder: string) => Promise<boolean>): Promise<void> {
  for (const parent of [tmpdir(), MEMORY].filter(existsSync))
    for (const name of await readdir(parent)) {
      if (!name.startsWith(PREFIX) || isProcess(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
      const folder = join(parent, name);
      if (await end(folder)) await rm(folder, { recursive: true, force: true });
    }
}

/** Whether memory can hold the folders; programs must be able to run from it. Linux only. */
function hasRoomInMemory(): boolean {
  try {
    const [, options] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
    if (options === undefined || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
