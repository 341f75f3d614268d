import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './errors.js';
import { layoutIn, type Layout } from './layout.js';
import { exists } from './process-state.js';
import { canEnter, type ServerUser } from './server-user.js';

export const SUPERUSER = 'postgres';
const PASSWORD_BYTES = 24;
const INITDB_TIMEOUT_MS = 120_000;

/** A small environment of its own: the server does not need the variables of this process. */
export const SERVER_ENVIRONMENT = { LC_ALL: systemLocale(), PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' };

/** Makes the data directory when there is none, refuses one of another version; returns the installation's password. */
export async function ensureCluster(layout: Layout, binaries: Binaries, user: ServerUser | null): Promise<string> {
  await removeAbandonedDrafts(layout);
  if ((await readdir(layout.home).catch(() => [])).length === 0) await createCluster(layout, binaries, user);
  const version = await versionOf(layout);
  if (version === null) throw new EmbeddedPostgresError(`${layout.home} exists but holds no database. Move it away, or restore it.`);
  if (version !== binaries.majorVersion)
    throw new EmbeddedPostgresError(
      `The database in ${layout.home} was made by Postgres ${version}, this program brings Postgres ${binaries.majorVersion}. ` +
        'Dump it with the former version of this program and load the dump into a new DATA_DIR, or set DATABASE_URL.',
    );
  if (user) await adoptFilesOfRoot(user, layout.cluster);
  return (await readFile(layout.passwordFile, 'utf8')).trim();
}

async function versionOf(layout: Layout): Promise<string | null> {
  try {
    return (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EACCES')
      throw new EmbeddedPostgresError(
        `${layout.cluster} belongs to another user. Start as that user or as root, or choose another DATA_DIR.`,
      );
    throw error;
  }
}

/** A data directory that root copied or restored belongs to root, and Postgres does not run as root. */
async function adoptFilesOfRoot(user: ServerUser, cluster: string): Promise<void> {
  if ((await lstat(cluster)).uid !== 0) return;
  for (const entry of await readdir(cluster, { recursive: true })) await lchown(join(cluster, entry), user.uid, user.gid);
  await giveTo(user, cluster);
}

/** Built aside and renamed: a start that is cut off leaves no half-made database, and of two first starts one wins. */
async function createCluster(layout: Layout, binaries: Binaries, user: ServerUser | null): Promise<void> {
  const draft = layoutIn(`${layout.home}.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(draft.cluster, { recursive: true });
  try {
    await chmod(draft.home, 0o755);
    await chmod(draft.cluster, 0o700);
    await writeFile(draft.passwordFile, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    if (user) for (const path of [draft.cluster, draft.passwordFile]) await giveTo(user, path);
    await runInitdb(draft, binaries, user);
    if (user) await chown(draft.passwordFile, 0, 0);
    await rename(draft.home, layout.home);
  } catch (error) {
    await rm(draft.home, { recursive: true, force: true });
    if ((await versionOf(layout)) === null) throw error;
  }
}

async function giveTo(user: ServerUser, path: string): Promise<void> {
  await chown(path, user.uid, user.gid).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and ${path} cannot be given to user ${user.uid}. Run this program as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  });
}

/** The setting that names the server's data directory. */
export async function dataDirectoryArgument(cluster: string, user: ServerUser | null): Promise<string> {
  if (await canEnter(user, cluster)) return cluster;
  // Below a folder that the user cannot enter (/root) no absolute path works for it, but the process is born in the right place.
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `User ${user?.uid} cannot enter ${cluster}. Choose another DATA_DIR, or run this program as an ordinary user.`,
  );
}

async function runInitdb(layout: Layout, binaries: Binaries, user: ServerUser | null): Promise<void> {
  const settings = [
    `--pgdata=${await dataDirectoryArgument(layout.cluster, user)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=../${basename(layout.passwordFile)}`,
    '--auth=scram-sha-256',
    // Never the locale C: Greek trigrams and upper/lower would not work.
    ...['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=und', `--locale=${systemLocale()}`],
    '--no-instructions',
  ];
  const identity = user ?? {};
  const initdb = spawn(binaries.initdb, settings, {
    cwd: layout.cluster,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INITDB_TIMEOUT_MS,
    ...identity,
  });
  let complaint = '';
  initdb.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const end = await new Promise<string>((resolve) => {
    initdb.once('error', (error) => resolve(error.message));
    initdb.once('close', (code, signal) => resolve(code === 0 ? '' : (signal ?? `exit code ${code}`)));
  });
  if (end !== '')
    throw new EmbeddedPostgresError(
      `The database in ${dirname(layout.cluster)} cannot be made (${end}). ${complaint.trim()}. If it cannot run here, set DATABASE_URL to a Postgres server (15 or later).`,
    );
}

async function removeAbandonedDrafts(layout: Layout): Promise<void> {
  const prefix = `${basename(layout.home)}.new-`;
  for (const name of await readdir(dirname(layout.home))) {
    if (!name.startsWith(prefix) || exists(Number.parseInt(name.slice(prefix.length), 10))) continue;
    await rm(join(dirname(layout.home), name), { recursive: true, force: true });
  }
}

function systemLocale(): string {
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
}
