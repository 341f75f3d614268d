import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a running server writes into `postmaster.pid` of its data directory. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number | null;
  readonly hasSocket: boolean;
  readonly isReady: boolean;
  /** Told to stop. After a plain SIGTERM ("smart") that can take for ever: it takes no new sessions and waits until every session ends by itself. */
  readonly isStopping: boolean;
}

export function postmasterFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Null when there is none, or none that says anything yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFileOf(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Lines: process, data directory, start, port, socket folder, address, shared memory, state.
  const [pid = '', , , port = '', socketFolder = '', , , state = ''] = text.split('\n');
  if (!/^\d+$/.test(pid)) return null;
  return {
    pid: Number(pid),
    port: /^\d+$/.test(port) ? Number(port) : null,
    hasSocket: socketFolder.trim() !== '',
    isReady: state.trim() === 'ready',
    isStopping: state.trim() === 'stopping',
  };
}
