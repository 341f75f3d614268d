import { SystemClock } from '../../../common/clock.js';
import { EMAIL_CHECK, buildTextCheck } from '../../../common/validation/checks.js';
import { parseCommandLine } from '../../../common/run-command.js';
import { readConfig, type Config } from '../../../config/config.js';
import { createRoles } from '../../../store/roles.js';
import { withRunningStore } from '../../../store/running-database.js';
import { listSchemas } from '../../../store/schema.js';
import type { Transaction } from '../../../store/store.js';
import { Mailer } from '../../../mail/mailer.js';
import { deleteFactorsOf } from '../factors/factor.repository.js';
import { OneTimeTokenService } from './one-time-token.service.js';
import { type AuditActor, AuditService } from '../audit/audit.service.js';
import { isPasswordAllowed } from '../../common/password-access.js';
import { MailTextService } from '../mail/mail-text.service.js';
import { normalizeEmail, lockUser, UserService } from '../../../identity/user.service.js';
import { OperatorError } from '../../../common/operator-error.js';

const USAGE = [
  'npm run admin -- create --email admin@insurer.example --name "First Last"',
  'npm run admin -- reset-factors --email user@insurer.example',
  'npm run admin -- roles',
].join(', or ');
const ACTOR: AuditActor = { userId: null, name: 'command line', address: null, requestId: null };
const NAME_CHECK = buildTextCheck(100, 1);

interface NewAdmin {
  readonly email: string;
  readonly name: string;
}

export function runAdmin(args: readonly string[]): Promise<string> {
  const config = readConfig();
  if (args.length === 1 && args[0] === 'roles') return createDatabaseRoles(config);
  return args[0] === 'reset-factors' ? resetFactors(config, args) : createAdmin(config, args);
}

async function createDatabaseRoles({ databaseUrl, databasePoolUrl, environments }: Config): Promise<string> {
  if (databaseUrl === null || databasePoolUrl === null)
    throw new OperatorError('Set DATABASE_URL and DATABASE_POOL_URL, which names the roles.');
  const names = await createRoles({ url: databaseUrl, poolUrl: databasePoolUrl, schemas: listSchemas(environments) });
  return `Roles with settings and rights: ${names.join(', ')}`;
}

async function createAdmin(config: Config, args: readonly string[]): Promise<string> {
  const admin = readArguments(args);
  const token = await withRunningStore(config, (store) => store.transaction('gateway', (tx) => invite(config, tx, admin)));
  if (!isPasswordAllowed(config, admin.email))
    return `${admin.email} signs in at ${config.oidc!.name}. Passwords are switched off (PASSWORD_SIGN_IN).`;
  return new MailTextService(config).passwordLink(token);
}

async function resetFactors(config: Config, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseCommandLine(args, { email: { type: 'string' } }, USAGE);
  const { email = '' } = values;
  if (positionals.length !== 1 || !EMAIL_CHECK.accepts(email, {}))
    throw new OperatorError(`--email: ${EMAIL_CHECK.text.en}\nUsage: ${USAGE}`);
  const clock = new SystemClock();
  const address = await withRunningStore(config, (store) =>
    store.transaction('gateway', async (tx) => {
      const user = await lockUser(tx, { email: normalizeEmail(email) });
      if (user === null) throw new OperatorError(`There is no user ${email}.`);
      await deleteFactorsOf(tx, user.id);
      const event = { action: 'delete', subject: 'second_factor', id: user.id, details: { kind: 'reset' } } as const;
      await new AuditService(clock).record(tx, ACTOR, event);
      return user.email;
    }),
  );
  const mailer = new Mailer(config, clock);
  await mailer.sendSurely(new MailTextService(config).factorNotice(address, 'reset', 0));
  await mailer.onApplicationShutdown();
  return `${address} has no second factor any more, and signs in with the password. All sessions of the user have ended.`;
}

async function invite(config: Config, tx: Transaction, admin: NewAdmin): Promise<string> {
  const clock = new SystemClock();
  const email = normalizeEmail(admin.email);
  const user = { email, name: admin.name, role: 'admin', agentCode: null, delegates: [] } as const;
  const existing = await lockUser(tx, { email });
  if (existing !== null && (existing.role !== 'admin' || existing.status !== 'active'))
    throw new OperatorError(`${email} belongs to a user who is not an active administrator. Choose another address.`);
  const id = existing?.id ?? (await new UserService(clock).create(tx, user));
  const action = existing === null ? 'create' : 'invite';
  await new AuditService(clock).record(tx, ACTOR, { action, subject: 'user', id, details: { email, role: 'admin' } });
  return new OneTimeTokenService(clock, config).issueForUser(tx, id, 'invitation');
}

function readArguments(args: readonly string[]): NewAdmin {
  const { positionals, values } = parseCommandLine(args, { email: { type: 'string' }, name: { type: 'string' } }, USAGE);
  const { email = '', name = '' } = values;
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new OperatorError(`Usage: ${USAGE}`);
  if (!EMAIL_CHECK.accepts(email, {})) throw new OperatorError(`--email: ${EMAIL_CHECK.text.en}\nUsage: ${USAGE}`);
  if (name.trim() === '' || !NAME_CHECK.accepts(name, {})) throw new OperatorError(`--name: ${NAME_CHECK.text.en}\nUsage: ${USAGE}`);
  return { email, name: name.trim() };
}
