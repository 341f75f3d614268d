import { existsSync } from 'node:fs';
import { parseCommandLine, runCommand } from '../../common/run-command.js';
import { readConfig, type Config } from '../../config/config.js';
import { startDatabaseServer } from '../database-server.js';
import { buildLayout } from '../embedded/layout.js';
import { findRunningDatabaseUrl } from '../running-database.js';
import { BackupError, readFormat } from './backup-file.js';
import { restoreBaseBackup, writeBaseBackup } from './base-backup.js';
import { dumpDatabase, restoreDump } from './dump.js';

const USAGE = 'npm run backup -- FILE, npm run restore -- FILE';

async function run(args: readonly string[], config: Config): Promise<string> {
  const [command, file, ...others] = parseCommandLine(args, {}, USAGE).positionals;
  if ((command !== 'backup' && command !== 'restore') || file === undefined || others.length > 0) throw new BackupError(`Usage: ${USAGE}`);
  if (command === 'backup') {
    await backUp(config, file);
    return `Written: ${file}.`;
  }
  await restore(config, file);
  return `Restored from ${file}. Start the program now (npm start).`;
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

await runCommand(() => run(process.argv.slice(2), readConfig()));
