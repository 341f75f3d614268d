import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ENVIRONMENTS, type Environment } from '../common/environment.js';
import { OperatorError } from '../common/operator-error.js';
import { parseCommandLine } from '../common/run-command.js';
import type { GatewayAccess } from '../config/gateway-access.js';

const SECRET_BYTES = 32;

const USAGE = `npm run listen -- --forward-to http://127.0.0.1:4000/hook

  --forward-to URL     the receiver
  --types a,b          only events of these types
  --secret whsec_…     signs with this secret; by default a new one is created and printed
  --from-beginning     starts with the oldest stored event instead of now
  --after CURSOR       starts after this cursor of the feed
  --environment NAME   sandbox (default) or production
  --url URL            the gateway, https://…; GATEWAY_URL
  --api-key KEY        GATEWAY_API_KEY
  --user-key KEY       GATEWAY_USER_KEY
  --ca-file FILE       PEM of the authority that signed its certificate; GATEWAY_CA_FILE

Without --url, gateway and keys are read from demo.json in DATA_DIR, which npm start writes.`;

export type Beginning = 'now' | 'oldest' | { readonly after: string };

export interface ListenOptions {
  readonly forwardTo: URL;
  readonly types: string | null;
  readonly secret: string;
  readonly beginning: Beginning;
  readonly environment: Environment;
  readonly access: GatewayAccess;
}

const TEXT = { type: 'string' } as const;
const ACCESS_OPTIONS = { url: TEXT, 'api-key': TEXT, 'user-key': TEXT, 'ca-file': TEXT };
const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  'forward-to': TEXT,
  types: TEXT,
  secret: TEXT,
  after: TEXT,
  environment: TEXT,
  'from-beginning': FLAG,
  ...ACCESS_OPTIONS,
};

export function readListenOptions(args: readonly string[], access: GatewayAccess): ListenOptions {
  const { positionals, values } = parseCommandLine(args, OPTIONS, USAGE);
  if (positionals.length > 0) throw usageError(`${positionals[0]} is not an option.`);
  const { 'forward-to': forwardTo, 'from-beginning': fromBeginning, after, environment = 'sandbox' } = values;
  if (forwardTo === undefined) throw usageError('--forward-to is missing: name the receiver of the events.');
  if (fromBeginning && after !== undefined) throw usageError('--from-beginning and --after cannot be combined.');
  if (!(ENVIRONMENTS as readonly string[]).includes(environment)) throw usageError(`--environment must be ${ENVIRONMENTS.join(' or ')}.`);
  return {
    forwardTo: readUrl('--forward-to', forwardTo, ['http:', 'https:']),
    types: values.types ?? null,
    secret: readSecret(values.secret),
    beginning: after !== undefined ? { after } : fromBeginning ? 'oldest' : 'now',
    environment: environment as Environment,
    access: readAccess(values, access),
  };
}

function readAccess(values: { readonly [Name in keyof typeof ACCESS_OPTIONS]?: string | undefined }, given: GatewayAccess): GatewayAccess {
  const url = values.url ?? given.url;
  const access = {
    url: url && readUrl('--url', url, ['https:']).href.replace(/\/$/, ''),
    apiKey: values['api-key'] ?? given.apiKey,
    userKey: values['user-key'] ?? given.userKey,
    caFile: values['ca-file'] ?? given.caFile,
  };
  if (access.url !== undefined && (access.apiKey === undefined || access.userKey === undefined))
    throw usageError('--url needs --api-key and --user-key too.');
  return access;
}

function readUrl(option: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !protocols.includes(url.protocol))
    throw usageError(`${option} must be an address with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}, not ${text}`);
  return url;
}

function readSecret(text = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`): string {
  try {
    new Webhook(text);
    return text;
  } catch {
    throw usageError('--secret must be whsec_ and Base64, like the secret of a webhook.');
  }
}

function usageError(problem: string): OperatorError {
  return new OperatorError(`${problem}\nUsage: ${USAGE}`);
}
