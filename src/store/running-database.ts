import { readFile } from 'node:fs/promises';
import { ConfigError } from '../common/operator-error.js';
import type { Config } from '../config/config.js';
import { buildLayout, buildLoopbackUrl } from './embedded/layout.js';
import { findServer } from './embedded/pg-ctl.js';
import { Store } from './store.js';

export async function withRunningStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.openWithoutMigrating({ ...config, databaseUrl: await findRunningDatabaseUrl(config) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export async function findRunningDatabaseUrl(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const layout = buildLayout(config.dataDir);
  const server = await findServer(layout.cluster);
  if (server?.state !== 'ready')
    throw new ConfigError(`No database is running in ${layout.home}. Start the program first (npm start), or check DATA_DIR.`);
  return buildLoopbackUrl(server.port, (await readFile(layout.passwordFile, 'utf8')).trim());
}
