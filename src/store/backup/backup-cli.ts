import { existsSync } from 'node:fs';
import { parseCommandLine } from '../../common/run-command.js';
import { readConfig, type Config } from '../../config/config.js';
import { startDatabaseServer } from '../database-server.js';
import { buildLayout } from '../embedded/layout.js';
import { findRunningDatabaseUrl } from '../running-database.js';
import { BackupError, readFormat } from './backup-file.js';
import { restoreBaseBackup, writeBaseBackup } from './base-backup.js';
import { dumpDatabase, restoreDump } from './dump.js';

const USAGE = 'npm run backup -- FILE, npm run restore -- FILE';

export async function runBackup(args: readonly string[]): Promise<string> {
  const file = readFileName(args);
  await backUp(readConfig(), file);
  return `Written: ${file}.`;
}

export async function runRestore(args: readonly string[]): Promise<string> {
  const file = readFileName(args);
  await restore(readConfig(), file);
  return `Restored from ${file}. Start the program now (npm start).`;
}

function readFileName(args: readonly string[]): string {
  const [file, ...others] = parseCommandLine(args, {}, USAGE).positionals;
  if (file === undefined || others.length > 0) throw new BackupError(`Usage: ${USAGE}`);
  return file;
}

async function backUp(config: Config, file: string): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) return dumpDatabase(databaseUrl, file);
  if (!existsSync(buildLayout(dataDir).cluster)) throw new BackupError(`There is no database in ${dataDir}; check DATA_DIR.`);
  return withServer(config, () => writeBaseBackup(dataDir, file));
}

async function restore(config: Config, file: string): Promise<void> {
  const format = await readFormat(file);
  if (format === 'dump') return withServer(config, (url) => restoreDump(url, file));
  if (config.databaseUrl === null) return restoreBaseBackup(config.dataDir, file);
  throw new BackupError(`${file} is a backup of the embedded database. Restore it without DATABASE_URL, into a new DATA_DIR.`);
}

async function withServer(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const url = await findRunningDatabaseUrl(config).catch(() => null);
  const server = url === null ? await startDatabaseServer(config) : null;
  try {
    await work(url ?? server?.url ?? '');
  } finally {
    await server?.stop();
  }
}
