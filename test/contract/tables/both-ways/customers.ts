import type { Status } from '../../../../src/record/core/applications/status.js';
import type { Client } from '../../../support/client.js';
import { getToken, makeLink, type CustomerCase } from '../../../support/customer.js';
import { expectStatus } from '../../../support/fire-app.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Way, Ways } from './way.js';

const PAGE = '/c/{token}';
const LINKS = '/docs-api/policy/applications/{id}/customer_links';
const WITHDRAWALS = '/docs-api/policy/applications/{id}/withdrawals';
const OF_STAFF = '/backoffice-api/applications/{id}/customer-links';
const REGISTER = '/backoffice-api/withdrawals';
const UNKNOWN = 999_999;
const NO_LINK = { by: 'stranger', at: ['unknown'] } as const;

let visitors = 0;

interface Visit {
  readonly token: string;
  readonly digits: string;
  readonly by: Client;
}

/** Creates a link as the agent, and a visitor with its own address, because visits are limited by address. */
async function createVisit(fixture: CallFixture, id: number, purpose: string): Promise<Visit> {
  const { agent, app } = fixture;
  const token = getToken((await makeLink(agent, id, purpose)).url);
  const [row] = await app.query<{ digits: string }>(fixture.environment, 'SELECT right(client_afm, 4) AS digits FROM application WHERE id = $1', [id]);
  visitors += 1;
  return { token, digits: row?.digits ?? '', by: app.running.client.with({ 'X-Forwarded-For': `203.0.113.${visitors % 256}` }) };
}

async function openVisit(fixture: CallFixture, id: number, purpose: string): Promise<Visit> {
  const visit = await createVisit(fixture, id, purpose);
  const { token, digits, by } = visit;
  const { headers } = expectStatus(204, await by.post(`${fixture.agent.root}/c/${token}/visit`, { digits }));
  return { ...visit, by: by.with({ Cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }) };
}

/** Builds a call by a link to a new application in the status. */
function byLink(purpose: string, status: Status, json?: unknown): Way {
  return async (fixture) => {
    const { by, token } = await openVisit(fixture, await fixture.fire(status), purpose);
    return { by, at: [token], json };
  };
}

async function getShown({ agent }: CallFixture, { by, token }: Visit): Promise<CustomerCase> {
  return expectStatus(200, await by.get(`${agent.root}/c/${token}/case`)).json<CustomerCase>();
}

async function toRejection(fixture: CallFixture): Promise<Call> {
  const visit = await openVisit(fixture, await fixture.fire('39'), 'accept');
  const { shown } = await getShown(fixture, visit);
  return { by: visit.by, at: [visit.token], json: { accepted: false, shown } };
}

async function toDocument(fixture: CallFixture): Promise<Call> {
  const visit = await openVisit(fixture, await fixture.policy('fire'), 'policy');
  const { documents } = await getShown(fixture, visit);
  return { by: visit.by, at: [visit.token, documents[0]?.id ?? 0] };
}

function ofLink(list: string, by: Call['by']): Way {
  return async (fixture) => {
    const id = await fixture.fire('45');
    const made = await fixture.call(`POST ${list}`, { by, at: [id], json: { purpose: 'pay' } });
    return { by, at: [id, made.json<{ id: number }>().id] };
  };
}

/** Inserts a withdrawal that waits for staff. */
async function ofOpenWithdrawal(fixture: CallFixture): Promise<Call> {
  const id = await fixture.fire('50');
  const { environment, app } = fixture;
  const claim = `INSERT INTO claim (claim_no, application_id, date, at_fault, reserved, paid, recorded_at, recorded_by)
    SELECT 'Z ' || id, id, start_date, false, 1, 0, now(), 'test' FROM application WHERE id = $1`;
  await app.query(environment, claim, [id]);
  const sent = await fixture.call(`POST ${WITHDRAWALS}`, { at: [id], json: {} });
  return { by: 'issuing', at: [sent.json<{ id: number }>().id], json: { decision: 'Μετά από ζημιά δεν επιτρέπεται.' } };
}

/** Operations of the customer's page, of links, and of the register of withdrawals. */
export const CUSTOMERS: Ways = {
  [`GET ${PAGE}/visit`]: {
    done: [200, async (fixture) => {
      const { by, token } = await createVisit(fixture, await fixture.fire('45'), 'pay');
      return { by, at: [token] };
    }],
    refused: ['401 -201', NO_LINK],
  },
  [`POST ${PAGE}/visit`]: {
    done: [204, async (fixture) => {
      const { by, token, digits } = await createVisit(fixture, await fixture.fire('45'), 'pay');
      return { by, at: [token], json: { digits } };
    }],
    refused: ['401 -201', { ...NO_LINK, json: { digits: '1234' } }],
  },
  [`GET ${PAGE}/case`]: { done: [200, byLink('pay', '45')], refused: ['401 -201', NO_LINK] },
  [`GET ${PAGE}/documents/{document_id}`]: { done: [200, toDocument], refused: ['401 -201', NO_LINK] },
  [`POST ${PAGE}/code`]: { done: [200, byLink('accept', '39')], refused: ['401 -201', NO_LINK] },
  [`POST ${PAGE}/acceptance`]: { done: [200, toRejection], refused: ['401 -201', { ...NO_LINK, json: { accepted: false, shown: '-' } }] },
  [`POST ${PAGE}/contact`]: { done: [201, byLink('policy', '50', { phone: '+30 694 000 0000' })], refused: ['401 -201', { ...NO_LINK, json: {} }] },
  [`POST ${PAGE}/withdrawal`]: {
    done: [200, byLink('withdraw', '50', { confirmed: true })],
    refused: ['400 -101', byLink('withdraw', '50', { confirmed: false })],
  },
  [`POST ${LINKS}`]: {
    done: [201, async (fixture) => ({ at: [await fixture.fire('45')], json: { purpose: 'pay' } })],
    refused: ['400 -400', async (fixture) => ({ at: [await fixture.fire()], json: { purpose: 'pay' } })],
  },
  [`GET ${LINKS}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire()] })],
    refused: ['400 -300', ({ foreign: { fire } }) => ({ at: [fire] })],
  },
  [`DELETE ${LINKS}/{link_id}`]: {
    done: [204, ofLink(LINKS, 'agent')],
    refused: ['400 -304', async (fixture) => ({ at: [await fixture.fire(), UNKNOWN] })],
  },
  [`POST ${WITHDRAWALS}`]: {
    done: [201, async (fixture) => ({ at: [await fixture.fire('50')], json: {} })],
    refused: ['400 -400', async (fixture) => ({ at: [await fixture.fire()], json: {} })],
  },
  [`GET ${WITHDRAWALS}`]: {
    done: [200, async (fixture) => ({ at: [await fixture.fire()] })],
    refused: ['400 -300', ({ foreign: { fire } }) => ({ at: [fire] })],
  },
};

/** Operations of staff on links, acts and withdrawals of customers. */
export const CUSTOMERS_OF_STAFF: Ways = {
  [`POST ${OF_STAFF}`]: {
    done: [201, async (fixture) => ({ by: 'issuing', at: [await fixture.fire('45')], json: { purpose: 'pay' } })],
    refused: ['400 -400', async (fixture) => ({ by: 'issuing', at: [await fixture.fire()], json: { purpose: 'pay' } })],
  },
  [`GET ${OF_STAFF}`]: {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.fire()] })],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`DELETE ${OF_STAFF}/{linkId}`]: { done: [204, ofLink(OF_STAFF, 'issuing')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN, 1] }] },
  'GET /backoffice-api/applications/{id}/customer-acts': {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await fixture.fire()] })],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${REGISTER}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'state=X' }] },
  [`GET ${REGISTER}/table`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'channel=X' }] },
  [`POST ${REGISTER}/{id}/closing`]: {
    done: [200, ofOpenWithdrawal],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: { decision: 'Όχι' } }],
  },
};
