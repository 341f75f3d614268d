import { runCommand } from '../common/run-command.js';
import { readConfig } from '../config/config.js';
import { findRunningDatabaseUrl } from './running-database.js';

// `npm run database-url` prints the URL of the running database, for psql, backups and the benchmark.
await runCommand(() => findRunningDatabaseUrl(readConfig()));
