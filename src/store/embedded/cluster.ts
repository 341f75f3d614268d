import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runSystemTool, type ServerUser } from './binaries.js';
import { EmbeddedPostgresError } from './errors.js';
import { buildLayoutIn, SUPERUSER, type Layout } from './layout.js';
import { CLUSTER_FOLDER, isProcess, LOCALE, runProgram, type Installation } from './pg-ctl.js';

const PASSWORD_BYTES = 24;
const CANNOT_CREATE = 'If Postgres cannot run on this system, set DATABASE_URL to a server (15 or later). No database was created';

export async function ensureCluster(installation: Installation): Promise<void> {
  const { layout, binaries, user } = installation;
  await removeAbandonedDrafts(layout);
  if ((await readdir(layout.home).catch(() => [])).length === 0) await createCluster(installation);
  const version = await findVersion(layout);
  if (version === null) throw new EmbeddedPostgresError(`${layout.home} exists but contains no database. Move or restore it.`);
  if (version !== binaries.majorVersion)
    throw new EmbeddedPostgresError(
      `The database in ${layout.home} was created by Postgres ${version}, but this program includes Postgres ${binaries.majorVersion}. ` +
        'Dump it with the previous version of this program and restore the dump into a new DATA_DIR, or set DATABASE_URL.',
    );
  // Root copied or restored it, but Postgres does not run as root.
  if (user !== null && (await stat(layout.cluster)).uid === 0) await giveTo(user, layout.cluster);
}

async function findVersion(layout: Layout): Promise<string | null> {
  return readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      if (error.code !== 'EACCES') throw error;
      throw new EmbeddedPostgresError(
        `${layout.cluster} belongs to another user. Start as that user or as root, or choose another DATA_DIR.`,
      );
    },
  );
}

/** Creates the database in another folder and renames it, so that an interrupted start leaves no partial database. */
async function createCluster(installation: Installation): Promise<void> {
  const { layout, user } = installation;
  const draft = buildLayoutIn(`${layout.home}.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(draft.cluster, { recursive: true });
    await chmod(draft.home, 0o755);
    await chmod(draft.cluster, 0o700);
    await writeFile(draft.passwordFile, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    if (user !== null) for (const path of [draft.cluster, draft.passwordFile]) await giveTo(user, path);
    await runProgram({ ...installation, layout: draft }, 'initdb', initdbArguments(draft), `${CANNOT_CREATE} in ${layout.home}.`);
    if (user !== null) await chown(draft.passwordFile, 0, 0);
    await rename(draft.home, layout.home);
  } catch (error) {
    await rm(draft.home, { recursive: true, force: true });
    if ((await findVersion(layout)) === null) throw error;
  }
}

function initdbArguments({ passwordFile }: Layout): string[] {
  const access = [`--username=${SUPERUSER}`, `--pwfile=../${basename(passwordFile)}`, '--auth=scram-sha-256'];
  // Not the locale C, with which Greek trigrams and case conversion fail.
  const texts = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=und', `--locale=${LOCALE}`];
  return [`--pgdata=${CLUSTER_FOLDER}`, ...access, ...texts, '--no-instructions'];
}

async function giveTo({ uid, gid }: ServerUser, path: string): Promise<void> {
  await runSystemTool('chown', ['-Rh', `${uid}:${gid}`, path]).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and ${path} cannot be given to user ${uid}. Run this program as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  });
}

async function removeAbandonedDrafts({ home }: Layout): Promise<void> {
  const prefix = `${basename(home)}.new-`;
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(prefix) || isProcess(Number.parseInt(name.slice(prefix.length), 10))) continue;
    await rm(join(dirname(home), name), { recursive: true, force: true });
  }
}
