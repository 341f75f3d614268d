import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ENVIRONMENTS, type Environment } from '../common/environment.js';
import { OperatorError } from '../common/operator-error.js';
import type { GatewayAccess } from '../config/gateway-access.js';

const SECRET_BYTES = 32;

export const LISTEN_USAGE = `Usage: npm run listen -- --forward-to http://127.0.0.1:4000/hook

  --forward-to URL     the receiver
  --types a,b          only events of these types
  --secret whsec_…     signs with this secret; without it a new one is made and printed
  --from-beginning     begins with the oldest event kept, not now
  --after CURSOR       begins after this place of the feed
  --environment NAME   sandbox (default) or production
  --url URL            the gateway, https://…; GATEWAY_URL
  --api-key KEY        GATEWAY_API_KEY
  --user-key KEY       GATEWAY_USER_KEY
  --ca-file FILE       PEM of the authority that signed its certificate; GATEWAY_CA_FILE

Without --url it takes gateway and keys from demo.json in DATA_DIR, which npm start writes.`;

/** Where the listener begins in the feed. */
export type Beginning = 'now' | 'oldest' | { readonly after: string };

export interface ListenOptions {
  readonly forwardTo: URL;
  readonly types: string | null;
  readonly secret: string;
  readonly beginning: Beginning;
  readonly environment: Environment;
  /** What was given of a gateway and its keys. */
  readonly access: GatewayAccess;
}

/** The options of the command line over those of the environment. @throws OperatorError with the usage */
export function readListenOptions(args: readonly string[], access: GatewayAccess): ListenOptions {
  const values = parse(args);
  const { 'forward-to': forwardTo, 'from-beginning': fromBeginning, after, environment = 'sandbox' } = values;
  if (forwardTo === undefined) throw usageError('--forward-to is missing: where are the events to go?');
  if (fromBeginning && after !== undefined) throw usageError('--from-beginning and --after exclude each other.');
  if (!(ENVIRONMENTS as readonly string[]).includes(environment)) throw usageError(`--environment is ${ENVIRONMENTS.join(' or ')}.`);
  return {
    forwardTo: readUrl('--forward-to', forwardTo, ['http:', 'https:']),
    types: values.types ?? null,
    secret: readSecret(values.secret),
    beginning: after !== undefined ? { after } : fromBeginning ? 'oldest' : 'now',
    environment: environment as Environment,
    access: readAccess(values, access),
  };
}

interface Values {
  readonly 'forward-to'?: string;
  readonly types?: string;
  readonly secret?: string;
  readonly 'from-beginning'?: boolean;
  readonly after?: string;
  readonly environment?: string;
  readonly url?: string;
  readonly 'api-key'?: string;
  readonly 'user-key'?: string;
  readonly 'ca-file'?: string;
}

function parse(args: readonly string[]): Values {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ 'forward-to': text, types: text, secret: text, after: text, environment: text, 'from-beginning': { type: 'boolean' } },
        ...{ url: text, 'api-key': text, 'user-key': text, 'ca-file': text },
      },
    }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

function readAccess(values: Values, given: GatewayAccess): GatewayAccess {
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
    throw usageError(`${option} is an address with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}, not ${text}`);
  return url;
}

function readSecret(text = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`): string {
  try {
    new Webhook(text);
    return text;
  } catch {
    throw usageError('--secret is whsec_ and Base64, as a webhook has it.');
  }
}

function usageError(fault: string): OperatorError {
  return new OperatorError(`${fault}\n${LISTEN_USAGE}`);
}
