import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '../../config/inherited-environment.js';
import { BackupError, refuseExisting } from './backup-file.js';
import { ALL_SCHEMAS } from './catalog.js';
import { refuseUnknown } from './own-restore.js';
import type { Schema } from '../schema.js';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const EXTENSION = 'pg_trgm';
/** Days of the request log: what they hold is in no backup. */
const PARTITIONS = 'gateway.call_log_*';

/** Whether Postgres' own tools are here, in the server's major version. */
export async function hasDumpTools(serverVersion: string): Promise<boolean> {
  for (const tool of ['pg_dump', 'pg_restore']) {
    const version = await run(tool, ['--version']).then(
      ({ stdout }) => /(\d+)/.exec(stdout.replace(/^.*\) /, ''))?.[1],
      () => undefined,
    );
    if (version !== /^\d+/.exec(serverVersion)?.[0]) return false;
  }
  return true;
}

/** `pg_dump --format=custom`; the file has its name only when it is whole. */
export async function dump(url: string, file: string): Promise<void> {
  await refuseExisting(file);
  const part = `${file}.part`;
  const { name, environment } = access(url);
  try {
    // The tool keeps the mode of a file that is there.
    await writeFile(part, '', { mode: 0o600 });
    const schemas = ALL_SCHEMAS.map((schema) => `--schema=${schema}`);
    const options = [`--extension=${EXTENSION}`, `--exclude-table=${PARTITIONS}`, `--dbname=${name}`];
    await tool('pg_dump', ['--format=custom', `--file=${part}`, ...schemas, ...options], environment);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Reads the whole dump once: it is whole, and of migrations that this program knows. */
export async function verifyDump(file: string): Promise<void> {
  await tool('pg_restore', ['--file=/dev/null', file]);
  for (const schema of ALL_SCHEMAS) refuseUnknown(schema, await migrationsIn(file, schema));
}

/** `pg_restore` in one transaction. */
export async function restoreDump(url: string, file: string): Promise<void> {
  const { name, environment } = access(url);
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
  await tool('pg_restore', [...options, `--dbname=${name}`, file], environment);
}

async function migrationsIn(file: string, schema: Schema): Promise<string[]> {
  const rows = await tool('pg_restore', ['--data-only', `--schema=${schema}`, '--table=migration', '--file=-', file]);
  return rows.split('\n').flatMap((line) => /^\d+\t\d+\t(\w+)(?:\t|$)/.exec(line)?.[1] ?? []);
}

async function tool(name: string, args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await run(name, args, { env: inheritedEnvironment(environment), maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new BackupError(`${name}: ${said === undefined || said === '' ? (error as Error).message : said}`);
  }
}

/** The address without its password, which others would see among the processes. */
function access(url: string): { name: string; environment: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { name: address.href, environment: password === '' ? {} : { PGPASSWORD: password } };
}
