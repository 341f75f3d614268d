import { expectStatus } from '../../../support/fire-app.js';
import { PayoutClient, PAYOUT_IBAN } from '../../../support/payout-client.js';
import type { Call, Ways } from './way.js';
import { AGENT_CODE, type CallFixture } from './call-fixture.js';

const REFUNDS = '/backoffice-api/refunds';
const BATCHES = '/backoffice-api/payout-batches';
const ACCOUNT = { iban: 'GR1601101250000000012300695', holder: 'Παπαδοπούλου Μαρία' };
const UNKNOWN = 999_999;

/** Creates the refund of suspense money; returns its id. */
async function owed(fixture: CallFixture): Promise<number> {
  const application = await fixture.fire('45');
  expectStatus(200, await fixture.issuing.resolve(await fixture.issuing.createSuspense(fixture.agent, application), { refund: true }));
  const { items } = await new PayoutClient(fixture.issuing.staff).list(`applicationId=${application}`);
  return items[0]?.id ?? 0;
}

async function prepared(fixture: CallFixture): Promise<{ refund: number; batch: number }> {
  expectStatus(200, await fixture.issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  const refund = await owed(fixture);
  return { refund, batch: (await new PayoutClient(fixture.issuing.staff).prepareBatch([refund])).id };
}

/** Creates a batch that a second person has approved. */
async function approved(fixture: CallFixture): Promise<{ refund: number; batch: number }> {
  const made = await prepared(fixture);
  expectStatus(200, await fixture.call(`POST ${BATCHES}/{id}/approval`, { by: 'issuing', at: [made.batch] }));
  return made;
}

/** Builds the confirmation by another person than the one who prepared the batch. */
async function confirmation(fixture: CallFixture): Promise<Call> {
  return { by: 'issuing', at: [(await approved(fixture)).batch], json: { reference: fixture.unique('OUT-') } };
}

async function returned(fixture: CallFixture): Promise<Call> {
  const { refund, batch } = await approved(fixture);
  const confirm: Call = { by: 'issuing', at: [batch], json: { reference: fixture.unique('OUT-') } };
  expectStatus(200, await fixture.call(`POST ${BATCHES}/{id}/confirmation`, confirm));
  return { by: 'issuing', at: [refund], json: { reference: fixture.unique('BACK-'), reason: 'AC04' } };
}

/** Gives the agent credit. */
async function credited(fixture: CallFixture): Promise<void> {
  await fixture.fire('50');
  const account = expectStatus(200, await fixture.issuing.staff.get(`agents/${AGENT_CODE}/account`)).json<{ balance: number }>();
  const amount = Math.round((Math.max(0, account.balance) + 100) * 100) / 100;
  expectStatus(200, await fixture.issuing.settle(AGENT_CODE, amount, fixture.unique('SET-')));
}

async function agentRefund(fixture: CallFixture): Promise<Call> {
  await credited(fixture);
  return { by: 'issuing', at: [AGENT_CODE], json: { amount: 1 } };
}

async function withdrawal(fixture: CallFixture): Promise<Call> {
  const { id } = expectStatus(201, await fixture.call('POST /backoffice-api/agents/{code}/refunds', await agentRefund(fixture))).json<{ id: number }>();
  return { by: 'issuing', at: [id] };
}

/** Operations for refunds and payouts. */
export const BACK_OFFICE_PAYOUTS: Ways = {
  [`GET ${REFUNDS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'status=LOST' }] },
  [`GET ${REFUNDS}/{id}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await owed(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`PUT ${REFUNDS}/{id}/account`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await owed(fixture)], json: ACCOUNT })],
    refused: ['400 -101', async (fixture) => ({ by: 'issuing', at: [await owed(fixture)], json: { holder: 'Μαρία' } })],
  },
  [`POST ${REFUNDS}/{id}/withdrawal`]: {
    done: [200, withdrawal],
    refused: ['400 -400', async (fixture) => ({ by: 'issuing', at: [await owed(fixture)] })],
  },
  [`POST ${REFUNDS}/{id}/return`]: {
    done: [200, returned],
    refused: ['400 -400', async (fixture) => ({ by: 'issuing', at: [await owed(fixture)], json: { reference: fixture.unique('BACK-'), reason: 'AC04' } })],
  },
  'POST /backoffice-api/agents/{code}/refunds': {
    done: [201, agentRefund],
    refused: ['400 -102', { by: 'issuing', at: [AGENT_CODE], json: { amount: 99_999_999 } }],
  },
  [`GET ${BATCHES}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'status=LOST' }] },
  [`POST ${BATCHES}`]: {
    done: [
      201,
      async (fixture) => {
        const { refund, batch } = await prepared(fixture);
        expectStatus(200, await fixture.issuing.staff.post(`payout-batches/${batch}/cancellation`, {}));
        return { by: 'issuing', json: { refundIds: [refund] } };
      },
    ],
    refused: ['400 -102', { by: 'issuing', json: { refundIds: [] } }],
  },
  [`POST ${BATCHES}/preview`]: {
    done: [
      200,
      async (fixture) => {
        const { refund, batch } = await prepared(fixture);
        expectStatus(200, await fixture.issuing.staff.post(`payout-batches/${batch}/cancellation`, {}));
        return { by: 'issuing', json: { refundIds: [refund] } };
      },
    ],
    refused: ['400 -102', { by: 'issuing', json: { refundIds: [] } }],
  },
  [`GET ${BATCHES}/{id}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${BATCHES}/{id}/payouts`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`POST ${BATCHES}/{id}/approval`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch] })],
    refused: ['400 -400', async (fixture) => ({ by: 'issuing', at: [(await approved(fixture)).batch] })],
  },
  [`GET ${BATCHES}/{id}/file`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [(await approved(fixture)).batch] })],
    refused: ['400 -400', async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch] })],
  },
  [`POST ${BATCHES}/{id}/confirmation`]: {
    done: [200, confirmation],
    refused: ['400 -101', async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch], json: {} })],
  },
  [`POST ${BATCHES}/{id}/cancellation`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [(await prepared(fixture)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
};
