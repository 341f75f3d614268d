import { eventually } from '../../../support/eventually.js';
import { expectStatus, type FireAgent } from '../../../support/fire-app.js';
import type { CallFixture } from './call-fixture.js';
import { NEEDS_KEY, type BothWays, type Call, type Ways } from './way.js';

const TOKENS: BothWays = {
  done: [201, ({ agent }) => ({ by: 'key', json: { 'user-key': agent.access.userKey } })],
  refused: ['401 -201', { by: 'key', json: { 'user-key': 'x'.repeat(40) } }],
};

/** Creates an agent whose program changes its own keys. */
async function newAgent(fixture: CallFixture): Promise<FireAgent> {
  return (await fixture.app.createAgent({ code: fixture.unique('K') }))[fixture.environment];
}

/** Asks for the log of calls once it contains one, because it is written some seconds after a call. */
async function askForCalls(fixture: CallFixture): Promise<Call> {
  const call: Call = { query: 'status=2xx&route=/auth-api&from=2026-11-20' };
  const read = async () => expectStatus(200, await fixture.call('GET /auth-api/resources/calls', call)).json<unknown[]>();
  await eventually('a call is recorded', async () => (await read()).length > 0);
  return call;
}

/** Asks for a token by OAuth 2.0 as the agent's program. */
async function askByOAuth({ agent, app }: CallFixture): Promise<Call> {
  const { apiKey, userKey } = agent.access;
  const find = 'SELECT program_id AS id FROM api_key WHERE prefix = $1';
  const [program] = await app.running.parts.store.query<{ id: number }>('gateway', find, [apiKey.slice(0, 6)]);
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: String(program!.id), client_secret: userKey });
  return { by: 'stranger', type: 'application/x-www-form-urlencoded', body: Buffer.from(form.toString()) };
}

/** Sends a call and returns its request id, once the log has it. */
export async function createLoggedCall({ agent, app }: CallFixture): Promise<string> {
  const id = String((await agent.client.get(agent.path())).headers['x-request-id']);
  const log = `${agent.root}/auth-api/resources/calls?request_id=${id}`;
  await eventually('the call is recorded', async () => {
    await app.running.parts.callLog.save();
    return (await agent.client.get(log)).json<unknown[]>().length > 0;
  });
  return id;
}

/** Tokens of each service, and the usage of a key (auth.1, auth.8). */
export const ACCESS: Ways = {
  'POST /auth-api/resources/tokens': TOKENS,
  'POST /parameters-api/tokens': TOKENS,
  'POST /mtr-api/resources/tokens': TOKENS,
  'POST /auth-api/oauth2/token': { done: [200, askByOAuth], refused: ['400 invalid_request', { by: 'stranger', json: {} }] },
  'POST /auth-api/resources/keys/rotate': {
    done: [201, async (fixture) => ({ by: (await newAgent(fixture)).client, json: {} })],
    refused: ['400 -102', { json: { overlap_hours: 999 } }],
  },
  'GET /auth-api/resources/usage': NEEDS_KEY,
  'GET /auth-api/resources/calls': {
    done: [200, askForCalls],
    refused: ['400 -105', { query: 'status=6xx' }],
  },
  'GET /auth-api/resources/calls/{request_id}': {
    done: [200, async (fixture) => ({ at: [await createLoggedCall(fixture)] })],
    refused: ['400 -304', { at: ['x'] }],
  },
};
