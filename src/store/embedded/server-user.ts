import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account Postgres runs under when this process is root, which Postgres refuses. It needs no entry in /etc/passwd. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/** Null: the server runs as the user of this process. Root lets it run as the owner of the data, at first as an account without rights. */
export async function serverUser(cluster: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  return owner === null || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
}

/** Whether the user may enter the folder and every folder above it. Access lists are not read: a wrong "no" only costs a detour. */
export async function canEnter(user: ServerUser | null, path: string): Promise<boolean> {
  if (user === null) return true;
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
