import { OperatorError } from './common/operator-error.js';
import { runCommand } from './common/run-command.js';

interface Program {
  readonly load: () => Promise<unknown>;
  /** The words of the command line that come first. */
  readonly words?: readonly string[];
}

/** The commands of the operator, by name. Each reads its words from the command line when it is loaded; none is loaded before it is asked for. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  admin: { load: () => import('./backoffice/access/accounts/admin-cli.js') },
  backup: { load: () => import('./store/backup/backup-cli.js'), words: ['backup'] },
  certify: { load: () => import('./certify/certify-cli.js') },
  'database-url': { load: () => import('./store/database-url.js') },
  ledger: { load: () => import('./record/money/ledger/ledger-cli.js') },
  listen: { load: () => import('./listen/listen-cli.js') },
  migrations: { load: () => import('./store/migrations-cli.js') },
  parameters: { load: () => import('./record/reference/parameters/parameter-cli.js') },
  restore: { load: () => import('./store/backup/backup-cli.js'), words: ['restore'] },
  secrets: { load: () => import('./record/reference/secrets/secrets-cli.js') },
  tariff: { load: () => import('./record/reference/tariffs/tariff-cli.js') },
};

const [node = '', script = '', name = '', ...given] = process.argv;
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) {
  const usage = `Usage: npm run ${Object.keys(PROGRAMS).join('|')} -- …`;
  await runCommand(() => Promise.reject(new OperatorError(usage)));
} else {
  process.argv = [node, script, ...(program.words ?? []), ...given];
  await program.load();
}
