import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '../config/config.js';
import { layoutOf, loopbackUrlOf } from './embedded/layout.js';
import { findServer } from './embedded/pg-ctl.js';
import { Store } from './store.js';

/** Works with the running database, as it is: nothing is migrated. @throws ConfigError when none runs */
export async function withRunningStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.openAsItIs({ ...config, databaseUrl: await runningDatabaseUrl(config) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The URL of the running database, embedded or not. @throws ConfigError when none runs */
export async function runningDatabaseUrl(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const layout = layoutOf(config.dataDir);
  const server = await findServer(layout.cluster);
  if (server?.state !== 'ready')
    throw new ConfigError(`No database runs in ${layout.home}. Start the program first (npm start), or check DATA_DIR.`);
  return loopbackUrlOf(server.port, (await readFile(layout.passwordFile, 'utf8')).trim());
}
