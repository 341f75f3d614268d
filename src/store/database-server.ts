import type { Config } from '../config/config.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { schemasOf } from './schema.js';

/** The server a process works with: its own, or one that others run. */
export interface DatabaseServer {
  readonly url: string;
  /** Stops the server when it is ours. */
  stop(): Promise<void>;
}

// The owner's lock, migrations, psql, a backup, and the few that Postgres keeps for the superuser.
const SPARE_CONNECTIONS = 20;

export async function startDatabaseServer(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: () => Promise.resolve() };
  const maxConnections = config.databasePoolSize * schemasOf(config.environments).length + config.shared.reports + SPARE_CONNECTIONS;
  return EmbeddedPostgres.start({ dataDir: config.dataDir, maxConnections });
}
