import { readConfig } from '../config/config.js';
import { runningDatabaseUrl } from './running-database.js';

// `npm run database-url`: prints the URL of the running database, for psql, backups and the benchmark.
try {
  process.stdout.write(`${await runningDatabaseUrl(readConfig())}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
