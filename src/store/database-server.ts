import type { Config } from '../config/config.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { listSchemas } from './schema.js';

export interface DatabaseServer {
  readonly url: string;
  stop(): Promise<void>;
}

// For the owner's lock, migrations, psql, a backup, and those that Postgres reserves for the superuser.
const SPARE_CONNECTIONS = 20;

export async function startDatabaseServer(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: () => Promise.resolve() };
  const maxConnections = config.databasePoolSize * listSchemas(config.environments).length + config.shared.reports + SPARE_CONNECTIONS;
  return EmbeddedPostgres.start({ dataDir: config.dataDir, maxConnections });
}
