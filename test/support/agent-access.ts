import { Users } from '../../src/backoffice/users/users.js';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import { Clock } from '../../src/common/clock.js';
import type { NewAgent } from '../../src/record/agents/agent.js';
import { Agents } from '../../src/record/agents/agents.js';
import { ApiKeyRegistry, type KeyTerms } from '../../src/services/auth/api-key-registry.js';
import { SERVICE_NAMES } from '../../src/services/auth/service-name.js';
import { UserKeys } from '../../src/services/auth/user-keys.js';
import { Store } from '../../src/store/store.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';

/** A caller with a live token in one environment; its paths begin with `root`: nothing, or `/dev`. */
export interface EnvironmentAccess {
  readonly environment: Environment;
  readonly root: '' | '/dev';
  readonly client: Client;
}

export interface AgentAccess extends Readonly<Record<Environment, EnvironmentAccess>> {
  readonly apiKey: string;
  readonly userKey: string;
}

const ALL_SERVICES: KeyTerms = {
  ...({ name: 'test', status: 'active', services: SERVICE_NAMES, environments: ENVIRONMENTS, ipAddresses: [] } as const),
  ...{ ratePerHour: 100_000, ratePerDay: null, serviceRates: {} },
};

/** An agent in both environments, a program with a key for every service, a user of the agent with a user-key, and tokens by the token route. */
export async function grantAccess(
  running: RunningApp,
  agent: NewAgent,
  terms: Partial<KeyTerms> = {},
  delegates: readonly string[] = [],
): Promise<AgentAccess> {
  const store = running.app.get(Store);
  const clock = running.app.get(Clock);
  for (const environment of ENVIRONMENTS) await new Agents(store, clock).create(environment, agent);
  const registry = new ApiKeyRegistry(clock);
  const { apiKey, userKey } = await store.transaction('gateway', async (tx) => {
    const programId = await registry.createProgram(tx, { name: `Program of ${agent.code}`, owner: 'test' });
    const key = await registry.createKey(tx, programId, { ...ALL_SERVICES, ...terms });
    const user = { email: `${agent.code}@test.example`, name: agent.name, role: 'agent', agentCode: agent.code, delegates } as const;
    const userId = await new Users(clock).create(tx, user);
    return { apiKey: key.apiKey, userKey: (await new UserKeys(clock).create(tx, userId, programId)).userKey };
  });
  const access = async (environment: Environment): Promise<EnvironmentAccess> => {
    const root = environment === 'sandbox' ? '/dev' : '';
    const withKey = running.client.withKey(apiKey);
    const answer = await withKey.post(`${root}/auth-api/resources/tokens`, { 'user-key': userKey });
    if (answer.status !== 201) throw new Error(`No token for ${agent.code}: ${answer.status} ${answer.text}`);
    return { environment, root, client: withKey.withToken(answer.json<{ token: string }>().token) };
  };
  return { apiKey, userKey, production: await access('production'), sandbox: await access('sandbox') };
}
