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
 * A folder whose name tells which process it belongs to. In memory where that has room: a run makes and forgets
 * hundreds of databases of a thousand files each, for which a disk takes ten times the time of the processor. `disk`:
 * for what is linked to files of the repository. At full depth everything lies on the disk, as a server's data does.
 */
export function temporaryFolder(where: 'memory' | 'disk' = isDeep ? 'disk' : 'memory'): Promise<string> {
  return mkdtemp(join(where === 'memory' && hasRoomInMemory() ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Removes what processes that are gone left behind; `end` ends what still uses a folder, and returns false when that must not be ended. */
export async function removeAbandonedFolders(end: (folder: string) => Promise<boolean>): Promise<void> {
  for (const parent of [tmpdir(), MEMORY].filter(existsSync))
    for (const name of await readdir(parent)) {
      if (!name.startsWith(PREFIX) || isProcess(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
      const folder = join(parent, name);
      if (await end(folder)) await rm(folder, { recursive: true, force: true });
    }
}

/** Linux only. Programs are started from such folders too. */
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
