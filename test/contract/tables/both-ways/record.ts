import { listReceipts } from '../../../support/collection.js';
import * as files from '../../../support/files.js';
import { buildPartyBody } from '../../../support/party-client.js';
import { reports } from './reports.js';
import { asks, NEEDS_KEY, type Way, type Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const PARTIES = '/parties-api/resources/parties';
const REQUESTS = '/service-requests-api/resources/srs';
const APPLICATION = '/collection-api/applications/{id}';
const RECEIPTS = '/common-api/policy/applications/{id}/receipts';
const DOCUMENTS = '/docs-api/policy/applications/{id}/documents';
const UPLOAD = { query: 'file_name=a.png&mime_type=image/png&category_id=2', body: files.PNG };
const EVENTS = '/events-api/resources/events';
const REQUEST = { category: 'MOTOR-CLAIMS', subject: 'Πράσινη κάρτα', body: 'Πότε θα σταλεί;' };
const DWELLING = {
   prefecture_code: '02', building_year: 2004, building_year_piping: 2004, subkind_of_risk: '0401', discounts: [],
   construction_of_skeleton: '01', roof_construction: '01', insured_values: [{ group_cover: '01', insured_value: 150000 }],
};

const foreign: Way = ({ foreign: { fire } }) => ({ at: [fire] });
const prepaid: Way = async (fixture) => ({ at: [await fixture.fire('45')] });
const policy: Way = async (fixture) => ({ at: [await fixture.policy('fire')] });
const ofReceipt: Way = async (fixture) => {
  const id = await fixture.policy('fire');
  const [receipt] = await listReceipts(fixture.agent, id);
  return { at: [id, receipt?.receipt_no ?? 0] };
};
const ofDocument =
  (query?: string): Way =>
  async (fixture) => ({ at: await newDocument(fixture), query });
const ofMissingDocument: Way = async (fixture) => ({ at: [await fixture.fire(), 999_999] });

/** Creates an application with a document. */
export async function newDocument(fixture: CallFixture): Promise<[application: number, document: number]> {
  const id = await fixture.fire();
  return [id, await fixture.uploaded(`POST ${DOCUMENTS}`, id, UPLOAD)];
}

async function newParty(fixture: CallFixture): Promise<number> {
  return (await fixture.call(`POST ${PARTIES}`, { json: buildPartyBody() })).json<{ partyId: number }>().partyId;
}
export async function newRequest(fixture: CallFixture): Promise<string> {
  return (await fixture.call(`POST ${REQUESTS}`, { json: REQUEST })).json<{ serviceRequestId: string }>().serviceRequestId;
}

async function newEvent(fixture: CallFixture): Promise<string> {
  const { app, agent, environment } = fixture;
  await fixture.fire();
  await app.publishEvents(environment);
  const { events } = (await agent.client.get(`${agent.root}${EVENTS}?limit=500`)).json<{ events: { id: string }[] }>();
  return events.at(-1)?.id ?? '';
}

/** Operations that both lines share: persons, requests, money, documents, and bundles for a risk. */
export const RECORD: Ways = {
  [`GET ${PARTIES}`]: asks('limit=5001'),
  [`POST ${PARTIES}`]: { done: [201, () => ({ json: buildPartyBody() })], refused: ['400 -110', { json: buildPartyBody({ afm: '1' }) }] },
  [`GET ${PARTIES}/{id}`]: { done: [200, async (fixture) => ({ at: [await newParty(fixture)] })], refused: ['400 -302', { at: [999_999] }] },

  [`GET ${REQUESTS}`]: asks('status=LOST'),
  [`POST ${REQUESTS}`]: { done: [201, { json: REQUEST }], refused: ['400 -900', { json: { ...REQUEST, category: 'MOON' } }] },
  [`GET ${REQUESTS}/{id}`]: {
    done: [200, async (fixture) => ({ at: [await newRequest(fixture)] })],
    refused: ['400 -304', { at: ['SR-26-999999-A'] }],
  },
  'GET /service-requests-api/resources/parameters/categories': NEEDS_KEY,

  [`GET ${EVENTS}`]: asks('types=policy.lost', 'types=policy.issued,policy.expired&limit=2'),
  [`GET ${EVENTS}/{id}`]: {
    done: [200, async (fixture) => ({ at: [await newEvent(fixture)] })],
    refused: ['400 -308', { at: ['evt_999999_00000000'] }],
  },

  'GET /collection-api/account': { done: [200, {}], refused: ['403 -202', { query: 'agent_code=NOBODY' }] },
  'GET /collection-api/account/statement': asks('from=2026-11-01', 'from=2026-11-01&to=2026-12-01'),
  [`PUT ${APPLICATION}/charge`]: { done: [205, prepaid], refused: ['400 -702', policy] },
  [`GET ${APPLICATION}/payment_code`]: { done: [200, prepaid], refused: ['400 -703', async (fixture) => ({ at: [await fixture.fire()] })] },
  [`GET ${RECEIPTS}`]: { done: [200, policy], refused: ['400 -300', foreign] },
  [`GET ${RECEIPTS}/{receipt_no}`]: {
    done: [200, ofReceipt],
    refused: ['400 -305', async (fixture) => ({ at: [await fixture.policy('fire'), 999_999] })],
  },

  ...reports('/reports-api/resources'),

  [`GET ${DOCUMENTS}`]: { done: [200, policy], refused: ['400 -300', foreign] },
  [`POST ${DOCUMENTS}`]: {
    done: [201, async (fixture) => ({ at: [await fixture.fire()], ...UPLOAD })],
    refused: ['400 -800', async (fixture) => ({ at: [await fixture.fire()], ...UPLOAD, body: files.PDF })],
  },
  [`GET ${DOCUMENTS}/{document_id}`]: { done: [200, ofDocument()], refused: ['400 -303', ofMissingDocument] },
  [`POST ${DOCUMENTS}/{document_id}`]: { done: [200, ofDocument('category_id=11')], refused: ['400 -105', ofDocument('comments=x')] },
  [`PUT ${DOCUMENTS}/{document_id}`]: { done: [200, ofDocument('category_id=11')], refused: ['400 -803', ofDocument('category_id=28')] },
  [`DELETE ${DOCUMENTS}/{document_id}`]: { done: [204, ofDocument()], refused: ['400 -303', ofMissingDocument] },

  'POST /fire-api/pricing/calcbundles': {
    done: [200, { json: { bundles: [DWELLING] } }],
    refused: ['400 -106', { json: {} }],
  },
};
