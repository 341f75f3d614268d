import { ENVIRONMENTS } from '../../src/common/environment.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import type { FireAgent } from './fire-app.js';

let count = 0;

/** The same agent's calls by another program: with a key, a user and a token of its own. */
export async function ofAnotherProgram(agent: FireAgent, agentCode: string): Promise<FireAgent['client']> {
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
  const answer = await withKey.post(`${agent.root}/auth-api/resources/tokens`, { 'user-key': userKey });
  return withKey.withToken(answer.json<{ token: string }>().token);
}
