import { expectStatus } from '../../../support/fire-app.js';
import { createAfm, PartyClient, buildPartyBody } from '../../../support/party-client.js';
import type { CallFixture } from './call-fixture.js';
import type { BothWays, Call, Ways } from './way.js';

const APPLICATIONS = '/backoffice-api/applications';
const PARTIES = '/backoffice-api/parties';
const UNKNOWN = 999_999;
const TEXTS = { signature: { el: 'Με εκτίμηση,', en: 'Kind regards,' }, templates: [] };
const STOP = { reason: 'Ζητήθηκε τηλεφωνικά.' };

/** Builds a call on the payment request of an application in prepay. */
async function ofLetter(fixture: CallFixture, json?: unknown): Promise<Call> {
  const id = await fixture.fire('45');
  const list = await fixture.call(`GET ${APPLICATIONS}/{id}/letters`, { by: 'issuing', at: [id] });
  return { by: 'issuing', at: [id, list.json<{ items: { id: number }[] }>().items[0]?.id ?? 0], json };
}

async function ofPerson(fixture: CallFixture, json?: unknown): Promise<Call> {
  const afm = createAfm();
  await new PartyClient(fixture.agent).insert(buildPartyBody({ afm }));
  return { by: 'issuing', at: [await fixture.app.getParty(fixture.environment, afm)], json };
}

async function ofStopped(fixture: CallFixture): Promise<Call> {
  const call = await ofPerson(fixture);
  expectStatus(200, await fixture.call(`PUT ${PARTIES}/{id}/letter-stop`, { ...call, json: STOP }));
  return call;
}

const unknown = (json?: unknown): BothWays['refused'] => ['400 -300', { by: 'issuing', at: [UNKNOWN], json }];
const unknownPerson = (json?: unknown): BothWays['refused'] => ['400 -304', { by: 'issuing', at: [UNKNOWN], json }];

/** Builds a call of the agent on the payment request of its application. */
async function ofOwnLetter(fixture: CallFixture): Promise<Call> {
  const { at } = await ofLetter(fixture);
  return { at };
}

const AGENT_LETTERS = '/docs-api/policy/applications/{id}/letters';

/** Letters to customers, and the stops of their mails (letters.1). */
export const LETTERS: Ways = {
  [`GET ${AGENT_LETTERS}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire('45')] })],
    refused: ['400 -300', { at: [UNKNOWN] }],
  },
  [`GET ${AGENT_LETTERS}/{letter_id}`]: {
    done: [200, ofOwnLetter],
    refused: ['400 -303', async (fixture) => ({ at: [await fixture.fire('45'), UNKNOWN] })],
  },
  'GET /backoffice-api/settings/letters': { done: [200, { by: 'issuing' }], refused: ['403 -203', { by: 'underwriter' }] },
  'PUT /backoffice-api/settings/letters': {
    done: [200, { by: 'issuing', json: TEXTS }],
    refused: ['400 -101', { by: 'issuing', json: {} }],
  },
  'POST /backoffice-api/settings/letters/preview': {
    done: [200, { by: 'issuing', json: TEXTS, query: 'kind=OFFER' }],
    refused: ['400 -101', { by: 'issuing', json: {}, query: 'kind=OFFER' }],
  },
  [`GET ${APPLICATIONS}/{id}/letters`]: {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.fire('45')] })],
    refused: unknown(),
  },
  [`GET ${APPLICATIONS}/{id}/letters/{letterId}`]: {
    done: [200, ofLetter],
    refused: ['400 -304', async (fixture) => ({ by: 'issuing', at: [await fixture.fire('45'), UNKNOWN] })],
  },
  [`POST ${APPLICATIONS}/{id}/letters/{letterId}/mails`]: {
    done: [201, (fixture) => ofLetter(fixture, { recipient: 'CLIENT' })],
    refused: ['400 -101', (fixture) => ofLetter(fixture, {})],
  },
  [`PUT ${APPLICATIONS}/{id}/letter-stop`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await fixture.fire('01')], json: STOP })],
    refused: unknown(STOP),
  },
  [`DELETE ${APPLICATIONS}/{id}/letter-stop`]: {
    done: [204, async (fixture) => ({ by: 'issuing', at: [await fixture.fire('01')] })],
    refused: unknown(),
  },
  [`GET ${PARTIES}/{id}/letter-stop`]: { done: [200, ofStopped], refused: unknownPerson() },
  [`PUT ${PARTIES}/{id}/letter-stop`]: { done: [200, (fixture) => ofPerson(fixture, STOP)], refused: unknownPerson(STOP) },
  [`DELETE ${PARTIES}/{id}/letter-stop`]: {
    done: [204, ofStopped],
    refused: ['400 -304', { by: 'issuing', at: ['nobody'] }],
  },
};
