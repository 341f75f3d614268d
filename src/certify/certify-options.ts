import { OperatorError } from '../common/operator-error.js';
import { parseCommandLine } from '../common/run-command.js';
import type { GatewayAccess } from '../config/gateway-access.js';
import { CHECKS } from './checks.js';

const USAGE = `npm run certify -- --key KEY --user-key KEY

  --key KEY        the API key; GATEWAY_API_KEY
  --user-key KEY   GATEWAY_USER_KEY
  --url URL        the gateway, https://…; GATEWAY_URL
  --ca-file FILE   PEM of the authority that signed its certificate; GATEWAY_CA_FILE
  --only NAME      only this check, may be given several times: ${CHECKS.map(({ name }) => name).join(', ')}
  --reset          begins with an empty agent: everything that it has in the sandbox is deleted

Without --url it takes the gateway, and keys that are not given, from demo.json in DATA_DIR, which npm start writes.`;

export interface CertifyOptions {
  /** What was given of a gateway and its keys. */
  readonly access: GatewayAccess;
  /** The names of the checks. */
  readonly only: ReadonlySet<string>;
  readonly resets: boolean;
}

/** The options of the command line over those of the environment. @throws OperatorError with the usage */
export function readCertifyOptions(args: readonly string[], given: GatewayAccess): CertifyOptions {
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
  if (positionals.length > 0) throw usageError(`There is nothing to do with ${positionals.join(' ')}.`);
  if (url !== undefined && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw usageError(`--url is an address with https://, not ${url}`);
  if (url !== undefined && (apiKey === undefined || userKey === undefined)) throw usageError('--url needs --key and --user-key too.');
  const names = CHECKS.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw usageError(`There is no check ${unknown}.`);
  return { access: { apiKey, userKey, caFile, url: url?.replace(/\/$/, '') }, only: new Set(only ?? names), resets: values.reset === true };
}

function usageError(fault: string): OperatorError {
  return new OperatorError(`${fault}\nUsage: ${USAGE}`);
}
