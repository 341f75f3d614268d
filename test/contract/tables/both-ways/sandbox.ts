import type { Status } from '../../../../src/record/core/applications/status.js';
import { waitUntilAdvanced } from '../../../support/agent-clock.js';
import { getPaymentCode } from '../../../support/collection-client.js';
import { expectStatus } from '../../../support/fire-app.js';
import * as files from '../../../support/files.js';
import { draft } from './commission.js';
import { newRequest } from './record.js';
import { NEEDS_TOKEN, type Call, type Way, type Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const CLOCK = '/test-api/resources/clock';
const VIOLATIONS = '/test-api/resources/faults';
const RESET = '/test-api/resources/reset';
const APPLICATION = '/test-api/resources/applications/{id}';
const DOCUMENTS = '/docs-api/policy/applications/{id}/documents';
const REINSTATEMENT = { reason: 'Ακυρώθηκε εκ παραδρομής.' };
const CANCELLATION = { date: '2026-11-20', reason_code: 'SALE', claims: true };

/** Builds a call on an application in the status. */
function of(status: Status, json?: unknown): Way {
  return async (fixture): Promise<Call> => ({ at: [await fixture.fire(status)], json });
}

async function payment(fixture: CallFixture): Promise<Call> {
  const { payment_code, amount } = await getPaymentCode(fixture.agent, await fixture.fire('45'));
  return { json: { payment_code, amount, reference: fixture.unique('NBG-') } };
}

async function upload(fixture: CallFixture): Promise<Call> {
  const file = { query: 'file_name=a.png&mime_type=image/png&category_id=2', body: files.PNG };
  return { at: [await fixture.uploaded(`POST ${DOCUMENTS}`, await fixture.fire(), file)] };
}

/** Settles a month for which there is a draft. */
async function settledMonth(fixture: CallFixture): Promise<Call> {
  const id = await draft(fixture);
  const [row] = await fixture.app.query<{ month: string }>(
    fixture.environment,
    `SELECT to_char(month, 'YYYY-MM') AS month FROM commission_statement WHERE id = $1`,
    [id],
  );
  return { json: { month: row!.month, settlement: 'OFFSET' } };
}

/** Creates a policy whose cancellation is scheduled. */
async function scheduled(fixture: CallFixture): Promise<Call> {
  const at = [await fixture.fire('50')];
  expectStatus(200, await fixture.call(`POST ${APPLICATION}/cancellation`, { at, json: { ...CANCELLATION, date: '2027-01-15' } }));
  return { at };
}

/** Creates a policy that was cancelled. */
async function cancelled(fixture: CallFixture): Promise<Call> {
  const at = [await fixture.fire('50')];
  expectStatus(200, await fixture.call(`POST ${APPLICATION}/cancellation`, { at, json: CANCELLATION }));
  return { at, json: REINSTATEMENT };
}

/** Uses a new agent, because the call destroys its data. */
const byNewcomer: Way = async (fixture) => ({ by: (await fixture.app.createAgent({ code: fixture.unique('NEW') })).sandbox.client });

/** Operations of the sandbox (docs/contract/sandbox.md), which production does not have. */
export const SANDBOX: Ways = {
  [`GET ${CLOCK}`]: NEEDS_TOKEN,
  [`PUT ${CLOCK}`]: {
    done: [202, ({ other }) => ({ by: other.client, json: { frozen_time: '2026-12-24' } })],
    refused: ['400 -102', { json: { frozen_time: '2026-11-01' } }],
  },
  [`POST ${CLOCK}/advance`]: { done: [202, stopped({ json: { days: 1 } })], refused: ['400 -101', { json: {} }] },
  [`DELETE ${CLOCK}`]: { done: [200, stopped({})], refused: ['401 -201', { by: 'key' }] },
  [`POST ${APPLICATION}/underwriting`]: {
    done: [200, of('30', { decision: 'approve' })],
    refused: ['400 -400', of('01', { decision: 'approve' })],
  },
  [`POST ${APPLICATION}/acceptance`]: { done: [200, of('39', { accepted: true })], refused: ['400 -101', of('39', {})] },
  [`POST ${APPLICATION}/customer`]: { done: [200, of('50', { act: 'withdraw' })], refused: ['400 -400', of('01', { act: 'accept' })] },
  [`POST ${APPLICATION}/cancellation`]: { done: [200, of('50', CANCELLATION)], refused: ['400 -401', of('02', CANCELLATION)] },
  [`POST ${APPLICATION}/reinstatement`]: { done: [200, cancelled], refused: ['400 -400', of('50', REINSTATEMENT)] },
  [`DELETE ${APPLICATION}/scheduled-cancellation`]: { done: [200, scheduled], refused: ['400 -304', of('50')] },
  'POST /test-api/resources/payments': { done: [200, payment], refused: ['400 -101', { json: { amount: 1, reference: 'NBG-0' } }] },
  'POST /test-api/resources/commission-statements': {
    done: [200, settledMonth],
    refused: ['400 -104', { json: { month: '2099-01' } }],
  },
  'POST /test-api/resources/service-requests/{id}/answer': {
    done: [200, async (fixture) => ({ at: [await newRequest(fixture)], json: { answer: 'Αύριο.' } })],
    refused: ['400 -304', { at: ['SR-26-999999-A'], json: { answer: 'Αύριο.' } }],
  },
  'POST /test-api/resources/documents/{id}/infected': { done: [200, upload], refused: ['400 -303', { at: [999_999] }] },
  [`GET ${VIOLATIONS}`]: NEEDS_TOKEN,
  [`POST ${VIOLATIONS}`]: { done: [201, { json: { status: 'slow=0' } }], refused: ['400 -102', { json: { status: 'slow' } }] },
  'GET /test-api/resources/fixtures': NEEDS_TOKEN,
  [`DELETE ${VIOLATIONS}`]: { done: [204, {}], refused: ['401 -201', { by: 'key' }] },
  [`GET ${RESET}`]: NEEDS_TOKEN,
  [`POST ${RESET}`]: { done: [202, byNewcomer], refused: ['401 -201', { by: 'key' }] },
};

/** Sends the call as the other agent, whose applications are not affected by time, once its clock has stopped. */
function stopped(call: Call): Way {
  return async ({ other }) => {
    await waitUntilAdvanced(other);
    return { by: other.client, ...call };
  };
}
