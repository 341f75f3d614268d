import { existsSync } from 'node:fs';
import { readCommandLine, runCommand } from '../../common/run-command.js';
import { readConfig, type Config } from '../../config/config.js';
import { startDatabaseServer, type DatabaseServer } from '../database-server.js';
import { layoutOf } from '../embedded/layout.js';
import { runningDatabaseUrl } from '../running-database.js';
import { BackupError } from './backup-file.js';
import { backUp, restore } from './backup.js';

const USAGE = 'npm run backup -- FILE, npm run restore -- FILE';

/** `npm run backup -- FILE`, `npm run restore -- FILE`: of the running database, or of the embedded one, which is started for it. */
async function run(args: readonly string[], config: Config): Promise<string> {
  const [command, file, ...others] = readCommandLine(args, {}, USAGE).positionals;
  if ((command !== 'backup' && command !== 'restore') || file === undefined || others.length > 0) throw new BackupError(`Usage: ${USAGE}`);
  if (command === 'backup' && config.databaseUrl === null && !existsSync(layoutOf(config.dataDir).cluster))
    throw new BackupError(`There is no database in ${config.dataDir}; check DATA_DIR.`);
  const server = await serverOf(config);
  try {
    if (command === 'restore') return `Restored from ${file} (${await restore(server.url, file)}). Start the program now (npm start).`;
    return `Written: ${file} (${await backUp(server.url, file)}).`;
  } finally {
    await server.stop();
  }
}

async function serverOf(config: Config): Promise<DatabaseServer> {
  const url = await runningDatabaseUrl(config).catch(() => null);
  return url === null ? startDatabaseServer(config) : { url, stop: () => Promise.resolve() };
}

await runCommand(() => run(process.argv.slice(2), readConfig()));
