import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { NewAgent } from '../../src/record/money/agents/agent.js';
import type { KeyTerms } from '../../src/identity/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';
import type { FireAgent } from './fire-app.js';

/** A caller with a live token in one environment; its paths begin with `root`: nothing, or `/dev`. */
export interface EnvironmentAccess {
  readonly environment: Environment;
  readonly root: '' | '/dev';
  readonly client: Client;
}

export interface AgentAccess extends Readonly<Record<Environment, EnvironmentAccess>> {
  readonly agentCode: string;
  readonly apiKey: string;
  readonly userKey: string;
}

const ALL_SERVICES: KeyTerms = {
  name: 'test' as const,
  status: 'active' as const,
  services: SERVICE_NAMES,
  environments: ENVIRONMENTS,
  ipAddresses: [] as const,
  ratePerHour: 100_000,
  ratePerDay: null,
  serviceRates: {},
};

/** Creates an agent with user, user-key and a program with a key for every service, and gets its tokens. */
export async function grantAccess(
  running: RunningApp,
  agent: NewAgent,
  terms: Partial<KeyTerms> = {},
  delegates: readonly string[] = [],
): Promise<AgentAccess> {
  const { store, agents, users, userKeys, apiKeys } = running.parts;
  for (const environment of ENVIRONMENTS) await agents.create({ environment, at: new Date() }, agent);
  const { apiKey, userKey } = await store.transaction('gateway', async (tx) => {
    const programId = await apiKeys.createProgram(tx, { name: `Program of ${agent.code}`, owner: 'test' });
    const key = await apiKeys.createKey(tx, programId, { ...ALL_SERVICES, ...terms });
    const user = { email: `${agent.code}@test.example`, name: agent.name, role: 'agent', agentCode: agent.code, delegates } as const;
    const userId = await users.create(tx, user);
    return { apiKey: key.apiKey, userKey: (await userKeys.create(tx, userId, programId)).userKey };
  });
  const access = async (environment: Environment): Promise<EnvironmentAccess> => {
    const root = environment === 'sandbox' ? '/dev' : '';
    const withKey = running.client.withKey(apiKey);
    const response = await withKey.post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey });
    if (response.status !== 201) throw new Error(`No token for ${agent.code}: ${response.status} ${response.text}`);
    return { environment, root, client: withKey.withToken(response.json<{ token: string }>().token) };
  };
  return { agentCode: agent.code, apiKey, userKey, production: await access('production'), sandbox: await access('sandbox') };
}

let count = 0;

/** Creates another program of the agent, with key, user and token, and returns its client. */
export async function createClientOfAnotherProgram(agent: FireAgent, agentCode: string): Promise<FireAgent['client']> {
  const { parts, client } = agent.app.running;
  const email = `program-${++count}@test.example`;
  const { apiKey, userKey } = await parts.store.transaction('gateway', async (tx) => {
    const programId = await parts.apiKeys.createProgram(tx, { name: 'Another', owner: 'test' });
    const terms = { name: 'test', status: 'active', services: SERVICE_NAMES, environments: ENVIRONMENTS, ipAddresses: [] } as const;
    const key = await parts.apiKeys.createKey(tx, programId, { ...terms, ratePerHour: 1000, ratePerDay: null, serviceRates: {} });
    const userId = await parts.users.create(tx, { email, name: email, role: 'agent', agentCode, delegates: [] });
    return { apiKey: key.apiKey, userKey: (await parts.userKeys.create(tx, userId, programId)).userKey };
  });
  const withKey = client.withKey(apiKey);
  const response = await withKey.post(`${agent.root}/auth-api/resources/tokens`, { 'user-key': userKey });
  return withKey.withToken(response.json<{ token: string }>().token);
}
