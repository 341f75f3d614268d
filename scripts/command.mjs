// Runs a command of the operator: `node scripts/command.mjs <name> [arguments]`, which is what `npm run <name> -- [arguments]` does, in a clone
// (built first when it is not, or no longer) and in the image.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROGRAMS = {
  admin: ['backoffice/admin-cli.js'],
  backup: ['store/backup/backup-cli.js', 'backup'],
  certify: ['certify/certify-cli.js'],
  'database-url': ['store/database-url.js'],
  ledger: ['record/ledger/ledger-cli.js'],
  listen: ['listen/listen-cli.js'],
  migrations: ['store/migrations-cli.js'],
  parameters: ['record/parameters/parameter-cli.js'],
  secrets: ['record/secrets/secrets-cli.js'],
  restore: ['store/backup/backup-cli.js', 'restore'],
  tariff: ['record/tariffs/tariff-cli.js'],
};

const [node, , name = '', ...given] = process.argv;
if (!Object.hasOwn(PROGRAMS, name)) {
  console.error(`Usage: npm run ${Object.keys(PROGRAMS).join('|')} -- …`);
  process.exit(2);
}
const [file, ...own] = PROGRAMS[name];
const program = join(import.meta.dirname, '../dist/src', file);
await import('./build-if-stale.mjs');
process.argv = [node, program, ...own, ...given];
await import(pathToFileURL(program));
