import { getRow } from '../../../../src/store/store.js';
import { openAgentConsole } from '../../../support/agent-console.js';
import type { Client } from '../../../support/client.js';
import { expectStatus } from '../../../support/fire-app.js';
import { createStaff } from '../../../support/staff-client.js';
import { createLoggedCall } from './access.js';
import { newDelivery, newWebhook } from './events.js';
import { FACTOR_WAYS } from './factors.js';
import type { BothWays, Call, Ways } from './way.js';
import { AGENT_CODE, OTHER_CODE, PASSWORD, type CallFixture } from './call-fixture.js';

const UNKNOWN = 999_999;
const BY_ADMIN = { by: 'admin' } as const;
const OTHER_PASSWORD = 'seven silver kites fell';
const TERMS = { name: 'Portal', services: ['fire-api', 'auth-api'], environments: ['production', 'sandbox'] };
const DECLINE = { reason: 'Λείπει η σύμβαση συνεργασίας.' };
const AGENT = { name: 'Πρακτορείο Αττικής', type: 'broker', creditLimit: 50_000 };
const LIST: BothWays = { done: [200, BY_ADMIN], refused: ['400 -105', { ...BY_ADMIN, query: 'limit=0' }] };
const NOT_THERE = ['400 -304', { ...BY_ADMIN, at: [UNKNOWN], json: {} }] as const;

const newKey = (fixture: CallFixture): Promise<{ id: number; programId: number }> => fixture.made('admin', 'api-keys', TERMS);
async function newUser(fixture: CallFixture): Promise<{ id: number; email: string }> {
  const email = `${fixture.unique('user')}@insurer.example`;
  const { id } = await fixture.made('admin', 'users', { email, name: 'Νέος Χρήστης', role: 'issuing' });
  return { id, email };
}
async function newSignup(fixture: CallFixture): Promise<string> {
  const email = `${fixture.unique('broker')}@broker.example`;
  await fixture.call('POST /backoffice-api/signup', { by: 'stranger', json: { name: 'Μαρία', email, programName: 'Portal' } });
  return fixture.mailedTo(email);
}

/** Creates a user of an agent, which sends the call. */
async function agentUser(fixture: CallFixture): Promise<Pick<Call, 'by'>> {
  return { by: (await createStaff(fixture.app.running, 'agent', AGENT_CODE)).client };
}
/** Creates the key of a console whose user requested production. */
async function requestedKey(fixture: CallFixture): Promise<number> {
  const { userId, client } = await createStaff(fixture.app.running, 'agent', AGENT_CODE);
  expectStatus(204, await fixture.call('POST /backoffice-api/sessions/current/production', { by: client }));
  const find = 'SELECT k.id FROM api_key k JOIN program p ON p.id = k.program_id WHERE p.console_user_id = $1';
  return getRow(await fixture.app.running.parts.store.query<{ id: number }>('gateway', find, [userId])).id;
}
/** Creates a user with two sessions; the client uses the first. */
async function userWithSessions({ app }: CallFixture): Promise<{ userId: number; client: Client; otherSession: number }> {
  const { userId, client } = await createStaff(app.running, 'issuing');
  const { store, sessions } = app.running.parts;
  const { id } = await store.transaction('gateway', (tx) => sessions.open(tx, userId));
  return { userId, client, otherSession: id };
}

/** Creates a user-key of an agent's user. */
async function ofUserKey(fixture: CallFixture, json?: unknown): Promise<Call> {
  const { by } = await agentUser(fixture);
  const { programId } = await newKey(fixture);
  const key = await fixture.call('POST /backoffice-api/user-keys', { by, json: { programId } });
  return { by, at: [key.json<{ id: number }>().id], json };
}
/** Creates a webhook of a program of the agent. */
async function ofWebhook(fixture: CallFixture): Promise<Call> {
  return { ...(await agentUser(fixture)), at: [await newWebhook(fixture)] };
}
async function ofDelivery(fixture: CallFixture): Promise<Call> {
  return { ...(await agentUser(fixture)), at: [await newDelivery(fixture)] };
}
const ofMissing = async (fixture: CallFixture): Promise<Call> => ({ ...(await agentUser(fixture)), at: [UNKNOWN] });
const ofMissingUserKey = async (fixture: CallFixture): Promise<Call> => ({ ...(await agentUser(fixture)), at: [UNKNOWN], json: { enabled: false } });

/** Operations for access: sessions, passwords, keys, users, agents. */
export const BACK_OFFICE_ACCESS: Ways = {
  ...FACTOR_WAYS,
  'POST /backoffice-api/sessions': {
    done: [
      201,
      async (fixture) => ({ by: 'stranger', json: { email: (await fixture.userWithPassword()).email, password: PASSWORD } }),
    ],
    refused: ['400 -101', { by: 'stranger', json: {} }],
  },
  'GET /backoffice-api/sessions/current': {
    done: [200, { by: 'issuing' }],
    refused: ['401 -201', { by: 'stranger' }],
  },
  'POST /backoffice-api/sessions/current/production': {
    done: [204, agentUser],
    refused: ['403 -203', { by: 'issuing' }],
  },
  'DELETE /backoffice-api/sessions': {
    done: [204, async (fixture) => ({ by: (await createStaff(fixture.app.running, 'issuing')).client })],
    refused: ['401 -201', { by: 'stranger' }],
  },
  'DELETE /backoffice-api/sessions/current': {
    done: [204, async (fixture) => ({ by: (await createStaff(fixture.app.running, 'issuing')).client })],
    refused: ['401 -201', { by: 'stranger' }],
  },
  'GET /backoffice-api/sessions': { done: [200, { by: 'issuing' }], refused: ['401 -201', { by: 'stranger' }] },
  'DELETE /backoffice-api/sessions/others': {
    done: [204, async (fixture) => ({ by: (await userWithSessions(fixture)).client })],
    refused: ['400 -102', { by: 'issuing', query: 'bogus=1' }],
  },
  'DELETE /backoffice-api/sessions/{id}': {
    done: [
      204,
      async (fixture) => {
        const { client, otherSession } = await userWithSessions(fixture);
        return { by: client, at: [otherSession] };
      },
    ],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  'DELETE /backoffice-api/users/{id}/identity': {
    done: [
      204,
      async (fixture) => {
        const { id } = await newUser(fixture);
        const insert = `INSERT INTO user_identity (issuer, subject, user_id, created_at) VALUES ('https://login.example', $1, $2, now())`;
        await fixture.app.running.parts.store.query('gateway', insert, [fixture.unique('subject'), id]);
        return { ...BY_ADMIN, at: [id] };
      },
    ],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN] }],
  },
  'GET /backoffice-api/users/{id}/sessions': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await userWithSessions(fixture)).userId] })],
    refused: ['400 -304', { ...BY_ADMIN, at: ['x'] }],
  },
  'DELETE /backoffice-api/users/{id}/sessions': {
    done: [204, async (fixture) => ({ ...BY_ADMIN, at: [(await userWithSessions(fixture)).userId] })],
    refused: ['400 -304', { ...BY_ADMIN, at: ['x'] }],
  },
  'DELETE /backoffice-api/users/{id}/sessions/{sessionId}': {
    done: [
      204,
      async (fixture) => {
        const { userId, otherSession } = await userWithSessions(fixture);
        return { ...BY_ADMIN, at: [userId, otherSession] };
      },
    ],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN, UNKNOWN] }],
  },
  'GET /backoffice-api/passwords': {
    done: [200, async (fixture) => ({ by: 'stranger', query: `token=${await fixture.mailedTo((await newUser(fixture)).email)}` })],
    refused: ['400 -102', { by: 'stranger', query: `token=${'x'.repeat(40)}` }],
  },
  'POST /backoffice-api/passwords': {
    done: [
      204,
      async (fixture) => ({
        by: 'stranger',
        json: { token: await fixture.mailedTo((await newUser(fixture)).email), password: PASSWORD },
      }),
    ],
    refused: ['400 -102', { by: 'stranger', json: { token: 'x'.repeat(40), password: PASSWORD } }],
  },
  'POST /backoffice-api/passwords/reset': {
    done: [202, async (fixture) => ({ by: 'stranger', json: { email: (await newUser(fixture)).email } })],
    refused: ['400 -102', { by: 'stranger', json: { email: 'x' } }],
  },
  'PUT /backoffice-api/passwords/mine': {
    done: [204, async (fixture) => ({ by: (await fixture.userWithPassword()).client, json: { old: PASSWORD, new: OTHER_PASSWORD } })],
    refused: ['400 -102', { by: 'issuing', json: { old: PASSWORD, new: 'short' } }],
  },
  'POST /backoffice-api/signup': {
    done: [
      202,
      (fixture) => ({ by: 'stranger', json: { name: 'Μαρία', email: `${fixture.unique('broker')}@broker.example`, programName: 'Portal' } }),
    ],
    refused: ['400 -101', { by: 'stranger', json: {} }],
  },
  'GET /backoffice-api/signup/verify': {
    done: [200, async (fixture) => ({ by: 'stranger', query: `token=${await newSignup(fixture)}` })],
    refused: ['400 -102', { by: 'stranger', query: `token=${'x'.repeat(40)}` }],
  },
  'POST /backoffice-api/signup/verify': {
    done: [201, async (fixture) => ({ by: 'stranger', query: `token=${await newSignup(fixture)}` })],
    refused: ['400 -102', { by: 'stranger', query: `token=${'x'.repeat(40)}` }],
  },

  'GET /backoffice-api/programs': LIST,
  'POST /backoffice-api/programs': {
    done: [201, { ...BY_ADMIN, json: { name: 'Portal', owner: 'portal@broker.example' } }],
    refused: ['400 -101', { ...BY_ADMIN, json: {} }],
  },
  'GET /backoffice-api/api-keys': LIST,
  'POST /backoffice-api/api-keys': { done: [201, { ...BY_ADMIN, json: TERMS }], refused: ['400 -101', { ...BY_ADMIN, json: {} }] },
  'GET /backoffice-api/api-keys/{id}': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newKey(fixture)).id] })],
    refused: NOT_THERE,
  },
  'PATCH /backoffice-api/api-keys/{id}': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newKey(fixture)).id], json: { name: 'Renamed' } })],
    refused: ['400 -102', async (fixture) => ({ ...BY_ADMIN, at: [(await newKey(fixture)).id], json: { ratePerHour: -1 } })],
  },
  'POST /backoffice-api/api-keys/{id}/production-rejection': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [await requestedKey(fixture)], json: DECLINE })],
    refused: ['400 -400', async (fixture) => ({ ...BY_ADMIN, at: [(await newKey(fixture)).id], json: DECLINE })],
  },
  'POST /backoffice-api/api-keys/{id}/rotate': {
    done: [201, async (fixture) => ({ ...BY_ADMIN, at: [(await newKey(fixture)).id], json: { overlapHours: 1 } })],
    refused: NOT_THERE,
  },

  'GET /backoffice-api/users': LIST,
  'GET /backoffice-api/delegations': LIST,
  'POST /backoffice-api/users': {
    done: [
      201,
      (fixture) => ({ ...BY_ADMIN, json: { email: `${fixture.unique('new')}@insurer.example`, name: 'Νέος Χρήστης', role: 'issuing' } }),
    ],
    refused: ['400 -101', { ...BY_ADMIN, json: {} }],
  },
  'POST /backoffice-api/users/{id}/invitation': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newUser(fixture)).id] })],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN] }],
  },
  'DELETE /backoffice-api/users/{id}/invitation': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newUser(fixture)).id] })],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN] }],
  },
  'GET /backoffice-api/users/{id}': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newUser(fixture)).id] })],
    refused: NOT_THERE,
  },
  'PATCH /backoffice-api/users/{id}': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newUser(fixture)).id], json: { name: 'Renamed' } })],
    refused: ['400 -102', async (fixture) => ({ ...BY_ADMIN, at: [(await newUser(fixture)).id], json: { role: 'king' } })],
  },

  'GET /backoffice-api/agents': LIST,
  'POST /backoffice-api/agents': {
    done: [201, (fixture) => ({ ...BY_ADMIN, json: { ...AGENT, code: fixture.unique('N') } })],
    refused: ['400 -102', { ...BY_ADMIN, json: { ...AGENT, code: AGENT_CODE } }],
  },
  'GET /backoffice-api/agents/{code}': {
    done: [200, { ...BY_ADMIN, at: [AGENT_CODE] }],
    refused: NOT_THERE,
  },
  'PATCH /backoffice-api/agents/{code}': {
    done: [200, { ...BY_ADMIN, at: [OTHER_CODE], json: { name: 'Renamed' } }],
    refused: NOT_THERE,
  },
  'GET /backoffice-api/audit': LIST,
  'GET /backoffice-api/calls': LIST,
  'GET /backoffice-api/calls/{requestId}': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [await createLoggedCall(fixture)] })],
    refused: ['400 -304', { ...BY_ADMIN, at: ['x'] }],
  },
  'GET /backoffice-api/incidents/draft': {
    done: [200, { ...BY_ADMIN, query: 'from=2026-11-20&to=2026-11-21' }],
    refused: ['400 -105', { ...BY_ADMIN, query: 'from=2026-11-21&to=2026-11-20' }],
  },

  'GET /backoffice-api/user-keys': {
    done: [200, agentUser],
    refused: ['400 -105', async (fixture) => ({ ...(await agentUser(fixture)), query: 'limit=0' })],
  },
  'POST /backoffice-api/user-keys': {
    done: [
      201,
      async (fixture) => ({ ...(await agentUser(fixture)), json: { programId: (await newKey(fixture)).programId } }),
    ],
    refused: ['400 -101', async (fixture) => ({ ...(await agentUser(fixture)), json: {} })],
  },
  'PATCH /backoffice-api/user-keys/{id}': {
    done: [200, (fixture) => ofUserKey(fixture, { enabled: false })],
    refused: ['400 -304', ofMissingUserKey],
  },
  'DELETE /backoffice-api/user-keys/{id}': { done: [204, (fixture) => ofUserKey(fixture)], refused: ['400 -304', ofMissingUserKey] },
  'POST /backoffice-api/user-keys/{id}/recreate': {
    done: [201, (fixture) => ofUserKey(fixture)],
    refused: ['400 -304', ofMissingUserKey],
  },

  'GET /backoffice-api/portfolio': {
    done: [200, agentUser],
    refused: ['403 -202', async (fixture) => ({ ...(await agentUser(fixture)), query: 'agent=99999' })],
  },
  'GET /backoffice-api/portfolio/{id}/timeline': {
    done: [
      200,
      async (fixture) => ({ by: await openAgentConsole(fixture.app.running, AGENT_CODE), at: [await fixture.fire()] }),
    ],
    refused: ['400 -300', ofMissing],
  },
  'GET /backoffice-api/webhooks': {
    done: [200, agentUser],
    refused: ['400 -105', async (fixture) => ({ ...(await agentUser(fixture)), query: 'limit=0' })],
  },
  'GET /backoffice-api/webhooks/{id}': { done: [200, ofWebhook], refused: ['400 -308', ofMissing] },
  'PATCH /backoffice-api/webhooks/{id}': {
    done: [200, async (fixture) => ({ ...(await ofWebhook(fixture)), json: { status: 'disabled' } })],
    refused: ['400 -102', async (fixture) => ({ ...(await ofWebhook(fixture)), json: { status: 'paused' } })],
  },
  'DELETE /backoffice-api/webhooks/{id}': { done: [204, ofWebhook], refused: ['400 -308', ofMissing] },
  'POST /backoffice-api/webhooks/{id}/rotate': { done: [200, ofWebhook], refused: ['400 -308', ofMissing] },
  'POST /backoffice-api/webhooks/{id}/test': { done: [202, ofWebhook], refused: ['400 -308', ofMissing] },
  'GET /backoffice-api/webhooks/{id}/deliveries': {
    done: [200, ofWebhook],
    refused: ['400 -105', async (fixture) => ({ ...(await ofWebhook(fixture)), query: 'status=lost' })],
  },
  'GET /backoffice-api/deliveries/{id}': { done: [200, ofDelivery], refused: ['400 -308', ofMissing] },
  'POST /backoffice-api/deliveries/{id}/resend': { done: [202, ofDelivery], refused: ['400 -308', ofMissing] },
};
