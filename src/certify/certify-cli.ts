import { GatewayFailure, unwrap } from '../../clients/typescript/src/index.js';
import { OperatorError } from '../common/operator-error.js';
import { type CommandOutcome, parseCommandLine } from '../common/run-command.js';
import { findAccess, type GatewayAccess, readGatewayAccess } from '../config/gateway-access.js';
import { getFailure } from '../listen/failure.js';
import { type SandboxCheck, CHECKS } from './checks.js';
import { CheckFailed, Sandbox } from './sandbox.js';

const USAGE = `npm run certify -- --key KEY --user-key KEY

  --key KEY        the API key; GATEWAY_API_KEY
  --user-key KEY   GATEWAY_USER_KEY
  --url URL        the gateway, https://…; GATEWAY_URL
  --ca-file FILE   PEM of the authority that signed its certificate; GATEWAY_CA_FILE
  --only NAME      runs only this check, can be repeated: ${CHECKS.map(({ name }) => name).join(', ')}
  --reset          deletes all sandbox data of the agent first

Without --url, the gateway and missing keys are read from demo.json in DATA_DIR, which npm start writes.`;

interface CertifyOptions {
  readonly access: GatewayAccess;
  readonly only: ReadonlySet<string>;
  readonly resets: boolean;
}

/** Options of the command line override environment variables. */
function readCertifyOptions(args: readonly string[], given: GatewayAccess): CertifyOptions {
  const text = { type: 'string' } as const;
  const options = {
    key: text,
    'user-key': text,
    url: text,
    'ca-file': text,
    only: { ...text, multiple: true },
    reset: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseCommandLine(args, options, USAGE);
  const {
    key: apiKey = given.apiKey,
    'user-key': userKey = given.userKey,
    url = given.url,
    'ca-file': caFile = given.caFile,
    only,
  } = values;
  if (positionals.length > 0) throw usageError(`${positionals[0]} is not an option.`);
  if (url !== undefined && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw usageError(`--url must be an address with https://, not ${url}`);
  if (url !== undefined && (apiKey === undefined || userKey === undefined)) throw usageError('--url needs --key and --user-key too.');
  const names = CHECKS.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw usageError(`There is no check ${unknown}.`);
  return { access: { apiKey, userKey, caFile, url: url?.replace(/\/$/, '') }, only: new Set(only ?? names), resets: values.reset === true };
}

function usageError(problem: string): OperatorError {
  return new OperatorError(`${problem}\nUsage: ${USAGE}`);
}

export async function runCertify(args: readonly string[]): Promise<CommandOutcome> {
  const { access, only, resets } = readCertifyOptions(args, readGatewayAccess());
  const known = await findAccess(access);
  const sandbox = new Sandbox(known, (line) => void process.stdout.write(`${line}\n`));
  sandbox.print(`The sandbox of ${known.url}`);
  await sandbox.open();
  if (resets) await sandbox.reset();
  else await requireEmpty(sandbox);
  const failed: string[] = [];
  const checks = CHECKS.filter(({ name }) => only.has(name));
  for (const check of checks) if (!(await passes(check, sandbox))) failed.push(check.name);
  const outcome = failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`;
  return { text: `\n${checks.length} checks, ${outcome}.`, exitCode: failed.length === 0 ? 0 : 1 };
}

async function passes({ name, about, play }: SandboxCheck, sandbox: Sandbox): Promise<boolean> {
  sandbox.print(`\n${name}: ${about}`);
  try {
    await play(sandbox);
    sandbox.print('   passed');
    return true;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const isExpected = error instanceof CheckFailed || error instanceof GatewayFailure;
    sandbox.print(`   ✗ ${isExpected ? error.message : `There was no response (${getFailure(error)}).`}\n   FAILED`);
    return false;
  }
}

/** @throws OperatorError if the agent has applications, because they would expire or lapse */
async function requireEmpty({ client }: Sandbox): Promise<void> {
  const params = { query: { limit: 1 } };
  const fire = await client.GET('/fire-api/rsc/applications', { params });
  const motor = await client.GET('/mtr-api/resources/applications', { params });
  if (unwrap(fire).length > 0 || unwrap(motor).total > 0) throw new OperatorError(NOT_EMPTY);
}

const NOT_EMPTY = `The agent of the user-key has applications, which would expire or lapse: the checks move the agent's clock by more than a year.
Use the user-key of another agent, or begin with --reset, which deletes all sandbox data of this agent.`;
