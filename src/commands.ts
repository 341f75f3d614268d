import { OperatorError } from './common/operator-error.js';
import { runCommand, type CommandOutcome } from './common/run-command.js';
import { readConfig } from './config/config.js';

type Command = (args: readonly string[]) => Promise<string | CommandOutcome>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  admin: async () => (await import('./backoffice/access/accounts/admin-cli.js')).runAdmin,
  audit: async () => (await import('./backoffice/access/audit/audit-cli.js')).runAudit,
  backup: async () => (await import('./store/backup/backup-cli.js')).runBackup,
  certify: async () => (await import('./certify/certify-cli.js')).runCertify,
  'database-url': async () => {
    const { findRunningDatabaseUrl } = await import('./store/running-database.js');
    return () => findRunningDatabaseUrl(readConfig());
  },
  documents: async () => (await import('./record/core/documents/archive/documents-cli.js')).runDocuments,
  export: async () => (await import('./store/export/export-cli.js')).runExport,
  ledger: async () => (await import('./record/money/ledger/ledger-cli.js')).runLedger,
  listen: async () => (await import('./listen/listen-cli.js')).runListen,
  migrations: async () => (await import('./store/migrations-cli.js')).runMigrations,
  parameters: async () => (await import('./record/reference/parameters/parameter-cli.js')).runParameters,
  restore: async () => (await import('./store/backup/backup-cli.js')).runRestore,
  secrets: async () => (await import('./record/reference/secrets/secrets-cli.js')).runSecrets,
  tariff: async () => (await import('./record/reference/tariffs/tariff-cli.js')).runTariff,
};

const [name = '', ...args] = process.argv.slice(2);
await runCommand(async () => {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) throw new OperatorError(`Usage: npm run ${Object.keys(COMMANDS).join('|')} -- …`);
  return (await load())(args);
});
