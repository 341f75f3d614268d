import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER, buildLayout } from '../../src/store/embedded/layout.js';

/** Makes the stopped cluster of a DATA_DIR a standby of the server at the address. */
export async function followServer(dataDir: string, primaryUrl: string): Promise<void> {
  const { cluster } = buildLayout(dataDir);
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(join(cluster, 'postgresql.conf'), `\nprimary_conninfo = '${toSuperuserUrl(primaryUrl)}'\n`);
}

export function toSuperuserUrl(url: string): string {
  const superuser = new URL(url);
  superuser.username = SUPERUSER;
  return superuser.href;
}
