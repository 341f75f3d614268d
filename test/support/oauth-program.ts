import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import type { RunningApp } from './app.js';
import type { Client, HttpResponse } from './client.js';

export const OAUTH_TOKEN = '/auth-api/oauth2/token';

const TERMS: KeyTerms = {
  name: 'Portal',
  status: 'active',
  services: SERVICE_NAMES,
  environments: ENVIRONMENTS,
  ipAddresses: [],
  ratePerHour: 100_000,
  ratePerDay: null,
  serviceRates: {},
};

/** A program with one key, and the user-key of an agent's user who may also act for the agent `<code>d`. */
export interface OAuthProgram {
  readonly programId: number;
  readonly keyId: number;
  readonly apiKey: string;
  readonly userKey: string;
  readonly userKeyId: number;
  readonly userId: number;
  readonly agentCode: string;
}

let count = 0;

export async function createOAuthProgram({ parts }: RunningApp, terms: Partial<KeyTerms> = {}, owner = 'Owner'): Promise<OAuthProgram> {
  const agentCode = `o${++count}`;
  const { store, users, userKeys, apiKeys } = parts;
  return store.transaction('gateway', async (tx) => {
    const programId = await apiKeys.createProgram(tx, { name: `Program ${count}`, owner });
    const { id: keyId, apiKey } = await apiKeys.createKey(tx, programId, { ...TERMS, ...terms });
    const user = { email: `${agentCode}@test.example`, name: 'User', role: 'agent', agentCode, delegates: [`${agentCode}d`] } as const;
    const userId = await users.create(tx, user);
    const { id: userKeyId, userKey } = await userKeys.create(tx, userId, programId);
    return { programId, keyId, apiKey, userKey, userKeyId, userId, agentCode };
  });
}

export function toOAuthForm({ programId, userKey }: OAuthProgram): Record<string, string> {
  return { grant_type: 'client_credentials', client_id: String(programId), client_secret: userKey };
}

/** Requests a token with a form, or with a text instead of one. */
export function requestOAuthToken(
  client: Client,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
  path = OAUTH_TOKEN,
): Promise<HttpResponse> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  return client.post(path, undefined, { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } });
}
