import { buildLegalTexts } from '../../../support/legal-texts.js';
import type { Role } from '../../../../src/identity/user.service.js';
import type { Status } from '../../../../src/record/core/applications/status.js';
import { expectStatus } from '../../../support/fire-app.js';
import { getPaymentCode } from '../../../support/collection-client.js';
import { MOTOR_CLIENT } from '../../../support/motor.js';
import { createAfm, PartyClient, buildPartyBody } from '../../../support/party-client.js';
import { AUTHORITY_WAYS } from './authorities.js';
import { BACK_OFFICE_BANK_FILES } from './back-office-bank-files.js';
import { BACK_OFFICE_LEDGER } from './back-office-ledger.js';
import { BACK_OFFICE_PAYOUTS } from './back-office-payouts.js';
import { COMMISSION } from './commission.js';
import { BACK_OFFICE_PENDING_ACTIONS } from './back-office-pending-actions.js';
import { CUSTOMERS_OF_STAFF } from './customers.js';
import { LETTERS } from './letters.js';
import { MESSAGE_TEMPLATES } from './message-templates.js';
import { QUOTE_DRAFTS } from './quote-drafts.js';
import { VEHICLES_AND_CLAIMS } from './vehicles-and-claims.js';
import { BOOK_REPORTS, dayReports, reports } from './reports.js';
import { newDocument, newRequest } from './record.js';
import type { BothWays, Call, Way, Ways } from './way.js';
import { AGENT_CODE, type CallFixture } from './call-fixture.js';
import { uploadSigned } from '../../../support/signed-paper.js';

const APPLICATIONS = '/backoffice-api/applications';
const UNKNOWN = 999_999;
const REINSTATEMENT = { reason: 'Ακυρώθηκε εκ παραδρομής.' };
const CANCELLATION = { reasonCode: 'SALE', receivedOn: '2026-11-20', date: '2026-11-20', claims: true };

function listOf(by: Role, query = 'limit=0'): BothWays {
  return { done: [200, { by }], refused: ['400 -105', { by, query }] };
}

/** Builds a call on an application in the status. */
function of(by: Role, status: Status, json?: unknown): Way {
  return async (fixture): Promise<Call> => ({ by, at: [await fixture.fire(status)], json });
}

async function payment(fixture: CallFixture): Promise<Call> {
  const { payment_code: paymentCode, amount } = await getPaymentCode(fixture.agent, await fixture.fire('45'));
  return { by: 'issuing', json: { paymentCode, amount, reference: fixture.unique('NBG-'), valueDate: fixture.app.clock.today() } };
}

async function acceptance(fixture: CallFixture): Promise<Call> {
  const id = await fixture.fire('39');
  return { by: 'issuing', at: [id], json: { accepted: true, documentId: await uploadSigned(fixture.agent, id) } };
}

async function document(fixture: CallFixture): Promise<Call> {
  return { by: 'underwriter', at: await newDocument(fixture) };
}

async function receipt(fixture: CallFixture): Promise<Call> {
  const id = await fixture.fire('50');
  const receipts = (await fixture.call(`GET ${APPLICATIONS}/{id}/receipts`, { by: 'issuing', at: [id] })).json<{ receiptNo: number }[]>();
  return { by: 'issuing', at: [id, receipts[0]?.receiptNo ?? 0] };
}

/** Creates a policy whose cancellation is scheduled. */
async function scheduled(fixture: CallFixture): Promise<Call> {
  const at = [await fixture.fire('50')];
  const json = { ...CANCELLATION, date: '2027-01-15' };
  expectStatus(200, await fixture.call(`POST ${APPLICATIONS}/{id}/cancellation`, { by: 'issuing', at, json }));
  return { by: 'issuing', at };
}

/** Creates a policy that was cancelled. */
async function cancelled(fixture: CallFixture): Promise<Call> {
  const at = [await fixture.fire('50')];
  expectStatus(200, await fixture.call(`POST ${APPLICATIONS}/{id}/cancellation`, { by: 'issuing', at, json: CANCELLATION }));
  return { by: 'issuing', at, json: REINSTATEMENT };
}

/** Builds a resolution that refunds a wrong payment. */
async function suspended(fixture: CallFixture): Promise<Call> {
  return { by: 'issuing', at: [await fixture.issuing.createSuspense(fixture.agent, await fixture.fire('45'))], json: { refund: true } };
}

/** Creates a message about a file with a virus, because it works in both environments. */
async function message(fixture: CallFixture): Promise<Call> {
  const [row] = await fixture.app.query<{ id: string }>(
    fixture.environment,
    `INSERT INTO staff_message (kind, application_id, text, created_at) VALUES ('INFECTED_DOCUMENT', $1, '{"el": "Ιός", "en": "Virus"}', now()) RETURNING id`,
    [await fixture.fire()],
  );
  return { by: 'issuing', at: [Number(row?.id)] };
}

const DECIDED = { personType: '1', lastName: 'Παπαδόπουλος', firstName: 'Γεώργιος', birthdate: '1980-05-17' };

/** Creates a person of the register. */
async function registered(fixture: CallFixture): Promise<number> {
  const afm = createAfm();
  await new PartyClient(fixture.agent).insert(buildPartyBody({ afm }));
  return fixture.app.getParty(fixture.environment, afm);
}

/** Creates the policyholder of a vehicle. */
async function policyholder(fixture: CallFixture): Promise<number> {
  await fixture.policy('motor');
  return fixture.app.getParty(fixture.environment, MOTOR_CLIENT.afm);
}

async function erased(fixture: CallFixture): Promise<number> {
  const id = await registered(fixture);
  expectStatus(202, await fixture.call('POST /backoffice-api/parties/{id}/erasure', { by: 'admin', at: [id] }));
  return id;
}

/** Operations of staff on applications, money, persons and requests. */
export const BACK_OFFICE_RECORD: Ways = {
  'GET /backoffice-api/health': { done: [200, { by: 'admin' }], refused: ['403 -203', { by: 'issuing' }] },
  'GET /backoffice-api/code-lists': {
    done: [200, { by: 'underwriter', query: 'names=genders,contactWays' }],
    refused: ['400 -105', { by: 'underwriter', query: 'names=genders,vehicleModels' }],
  },
  'GET /backoffice-api/error-codes': {
    done: [200, { by: 'underwriter', query: 'codes=-702,OVER_RATE_LIMIT' }],
    refused: ['400 -105', { by: 'underwriter' }],
  },
  'GET /backoffice-api/search': {
    done: [200, { by: 'underwriter', query: 'q=F26' }],
    refused: ['400 -105', { by: 'underwriter' }],
  },
  'GET /backoffice-api/application-actions': {
    done: [200, { by: 'underwriter' }],
    refused: ['400 -102', { by: 'underwriter', query: 'status=30' }],
  },
  [`GET /backoffice-api/overview`]: { done: [200, { by: 'issuing' }], refused: ['400 -102', { by: 'issuing', query: 'agent=10001' }] },
  [`GET ${APPLICATIONS}`]: listOf('underwriter'),
  [`GET ${APPLICATIONS}/{id}`]: { done: [200, of('issuing', '01')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`GET ${APPLICATIONS}/{id}/documents/{documentId}`]: {
    done: [200, document],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN, 1] }],
  },
  [`GET ${APPLICATIONS}/{id}/receipts`]: { done: [200, of('issuing', '50')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`GET ${APPLICATIONS}/{id}/receipts/{receiptNo}`]: {
    done: [200, receipt],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN, 1] }],
  },
  [`GET ${APPLICATIONS}/{id}/questionnaire`]: { done: [200, of('underwriter', '01')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`GET ${APPLICATIONS}/{id}/timeline`]: { done: [200, of('underwriter', '01')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`GET ${APPLICATIONS}/{id}/versions`]: { done: [200, of('underwriter', '01')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`GET ${APPLICATIONS}/{id}/changes`]: { done: [200, of('underwriter', '01')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`PUT ${APPLICATIONS}/{id}/assignee`]: {
    done: [200, of('underwriter', '30', {})],
    refused: ['400 -401', of('underwriter', '02', {})],
  },
  [`DELETE ${APPLICATIONS}/{id}/assignee`]: {
    done: [
      204,
      async (fixture) => {
        const id = await fixture.fire('30');
        expectStatus(200, await fixture.call(`PUT ${APPLICATIONS}/{id}/assignee`, { by: 'issuing', at: [id], json: {} }));
        return { by: 'issuing', at: [id] };
      },
    ],
    refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${APPLICATIONS}/{id}/notes`]: { done: [200, of('issuing', '30')], refused: ['400 -300', { by: 'issuing', at: [UNKNOWN] }] },
  [`POST ${APPLICATIONS}/{id}/notes`]: {
    done: [201, of('underwriter', '30', { text: 'Περιμένω φωτογραφίες.' })],
    refused: ['400 -101', of('underwriter', '30', { text: ' ' })],
  },
  [`POST ${APPLICATIONS}/{id}/decisions`]: {
    done: [200, of('underwriter', '30', { decision: 'approve' })],
    refused: ['400 -400', of('underwriter', '01', { decision: 'approve' })],
  },
  [`POST ${APPLICATIONS}/{id}/decisions/preview`]: {
    done: [200, of('underwriter', '30', { decision: 'approve' })],
    refused: ['400 -400', of('underwriter', '01', { decision: 'approve' })],
  },
  [`POST ${APPLICATIONS}/{id}/acceptance`]: {
    done: [200, acceptance],
    refused: ['400 -101', of('issuing', '39', {})],
  },
  [`POST ${APPLICATIONS}/{id}/cancellation`]: {
    done: [200, of('issuing', '50', CANCELLATION)],
    refused: ['400 -401', of('issuing', '02', CANCELLATION)],
  },
  [`POST ${APPLICATIONS}/{id}/cancellation/preview`]: {
    done: [200, of('issuing', '50', CANCELLATION)],
    refused: ['400 -401', of('issuing', '02', CANCELLATION)],
  },
  [`POST ${APPLICATIONS}/{id}/reinstatement`]: { done: [202, cancelled], refused: ['400 -400', of('issuing', '50', REINSTATEMENT)] },
  [`GET ${APPLICATIONS}/{id}/scheduled-cancellation`]: { done: [200, scheduled], refused: ['400 -304', of('issuing', '50')] },
  [`DELETE ${APPLICATIONS}/{id}/scheduled-cancellation`]: { done: [204, scheduled], refused: ['400 -304', of('issuing', '50')] },

  'POST /backoffice-api/payments': {
    done: [200, payment],
    refused: ['400 -101', { by: 'issuing', json: { amount: 1, reference: 'NBG-0' } }],
  },
  'GET /backoffice-api/suspense': listOf('issuing', 'state=lost'),
  'GET /backoffice-api/suspense/{id}': {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await fixture.issuing.createSuspense(fixture.agent, await fixture.fire('45'))] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  'POST /backoffice-api/suspense/{id}/resolution': {
    done: [200, suspended],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: { refund: true } }],
  },
  'POST /backoffice-api/suspense/{id}/resolution/preview': {
    done: [200, suspended],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: { refund: true } }],
  },
  ...BACK_OFFICE_BANK_FILES,
  ...BACK_OFFICE_PAYOUTS,
  ...COMMISSION,
  ...BACK_OFFICE_PENDING_ACTIONS,
  ...AUTHORITY_WAYS,
  ...LETTERS,
  ...MESSAGE_TEMPLATES,
  ...QUOTE_DRAFTS,
  'GET /backoffice-api/messages': listOf('issuing', 'kind=LOST'),
  'POST /backoffice-api/messages/{id}/resolution': {
    done: [200, message],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/agents/{code}/account': {
    done: [200, { by: 'issuing', at: [AGENT_CODE] }],
    refused: ['400 -304', { by: 'issuing', at: ['NOBODY'] }],
  },
  'GET /backoffice-api/agent-accounts': listOf('issuing', 'owing=maybe'),
  'GET /backoffice-api/agent-accounts/{code}/statement': {
    done: [200, { by: 'issuing', at: [AGENT_CODE], query: 'from=2026-11-01&to=2026-12-01' }],
    refused: ['400 -304', { by: 'issuing', at: ['NOBODY'], query: 'from=2026-11-01&to=2026-12-01' }],
  },
  'POST /backoffice-api/agents/{code}/settlements': {
    done: [
      200,
      async (fixture) => {
        await fixture.fire('50');
        return { by: 'issuing', at: [AGENT_CODE], json: { amount: 1, reference: fixture.unique('SET-'), valueDate: fixture.app.clock.today() } };
      },
    ],
    refused: ['400 -101', { by: 'issuing', at: [AGENT_CODE], json: { amount: 1 } }],
  },

  'GET /backoffice-api/parties': listOf('issuing'),
  'GET /backoffice-api/parties/{id}': {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/clients/{id}': {
    done: [200, async (fixture) => ({ by: 'admin', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'underwriter', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/parties/{id}/applications': {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/parties/{id}/claims-history': {
    done: [200, async (fixture) => ({ by: 'underwriter', at: [await policyholder(fixture)] })],
    refused: ['400 -301', async (fixture) => ({ by: 'issuing', at: [await registered(fixture)] })],
  },
  ...reports('/backoffice-api/reports', 'issuing', BOOK_REPORTS),
  ...dayReports('/backoffice-api/reports', 'issuing'),
  ...BACK_OFFICE_LEDGER,
  ...VEHICLES_AND_CLAIMS,
  ...CUSTOMERS_OF_STAFF,

  'GET /backoffice-api/policies': {
    done: [200, { by: 'issuing', query: 'queue=due' }],
    refused: ['400 -105', { by: 'underwriter', query: 'queue=lost' }],
  },
  'PUT /backoffice-api/parties/{id}': {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await registered(fixture)], json: DECIDED })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: DECIDED }],
  },
  'POST /backoffice-api/parties/{id}/erasure': {
    done: [202, async (fixture) => ({ by: 'admin', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'admin', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/parties/{id}/erasure': {
    done: [200, async (fixture) => ({ by: 'admin', at: [await erased(fixture)] })],
    refused: ['400 -304', { by: 'admin', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/parties/{id}/export': {
    done: [200, async (fixture) => ({ by: 'admin', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'admin', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/parties/{id}/erasure/preview': {
    done: [200, async (fixture) => ({ by: 'admin', at: [await registered(fixture)] })],
    refused: ['400 -304', { by: 'admin', at: [UNKNOWN] }],
  },
  'GET /backoffice-api/service-requests': listOf('issuing', 'status=LOST'),
  'GET /backoffice-api/service-requests/{id}': {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await newRequest(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: ['SR-26-999999-A'] }],
  },
  'PATCH /backoffice-api/service-requests/{id}': {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await newRequest(fixture)], json: { answer: 'Αύριο.' } })],
    refused: ['400 -101', async (fixture) => ({ by: 'issuing', at: [await newRequest(fixture)], json: {} })],
  },
  'GET /backoffice-api/settings': { done: [200, { by: 'issuing' }], refused: ['403 -203', { by: 'underwriter' }] },
  'PUT /backoffice-api/settings': {
    done: [200, { by: 'issuing', json: { prepayCancelDays: 15 } }],
    refused: ['400 -102', { by: 'issuing', json: { prepayCancelDays: -1 } }],
  },
  'GET /backoffice-api/settings/legal-texts': { done: [200, { by: 'issuing' }], refused: ['403 -203', { by: 'underwriter' }] },
  'PUT /backoffice-api/settings/legal-texts': {
    done: [200, { by: 'issuing', json: buildLegalTexts() }],
    refused: ['400 -101', { by: 'issuing', json: {} }],
  },
  'POST /backoffice-api/settings/legal-texts/preview': {
    done: [200, { by: 'issuing', query: 'line=fire', json: buildLegalTexts() }],
    refused: ['400 -101', { by: 'issuing', query: 'line=fire', json: {} }],
  },
};
