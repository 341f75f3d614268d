import { expectStatus } from '../../../support/fire-app.js';
import { PayoutClient, PAYOUT_IBAN } from '../../../support/payout-client.js';
import type { Call, Ways } from './way.js';
import { AGENT_CODE, type World } from './world.js';

const REFUNDS = '/backoffice-api/refunds';
const BATCHES = '/backoffice-api/payout-batches';
const ACCOUNT = { iban: 'GR1601101250000000012300695', holder: 'Παπαδοπούλου Μαρία' };
const UNKNOWN = 999_999;

/** Money in suspense that is owed to its customer again. */
async function owed(world: World): Promise<number> {
  const application = await world.fire('45');
  expectStatus(200, await world.issuing.resolve(await world.issuing.createSuspense(world.agent, application), { refund: true }));
  const { items } = await new PayoutClient(world.issuing.staff).list(`applicationId=${application}`);
  return items[0]?.id ?? 0;
}

async function prepared(world: World): Promise<{ refund: number; batch: number }> {
  expectStatus(200, await world.issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  const refund = await owed(world);
  return { refund, batch: (await new PayoutClient(world.issuing.staff).prepareBatch([refund])).id };
}

/** Batch that another person than who prepared it approved. */
async function approved(world: World): Promise<{ refund: number; batch: number }> {
  const made = await prepared(world);
  expectStatus(200, await world.call(`POST ${BATCHES}/{id}/approval`, { by: 'issuing', at: [made.batch] }));
  return made;
}

/** Not by who prepared it. */
async function confirmation(world: World): Promise<Call> {
  return { by: 'issuing', at: [(await approved(world)).batch], json: { reference: world.unique('OUT-') } };
}

async function returned(world: World): Promise<Call> {
  const { refund, batch } = await approved(world);
  const confirm: Call = { by: 'issuing', at: [batch], json: { reference: world.unique('OUT-') } };
  expectStatus(200, await world.call(`POST ${BATCHES}/{id}/confirmation`, confirm));
  return { by: 'issuing', at: [refund], json: { reference: world.unique('BACK-'), reason: 'AC04' } };
}

/** The agent has so much credit. */
async function credited(world: World): Promise<void> {
  await world.fire('50');
  const account = expectStatus(200, await world.issuing.staff.get(`agents/${AGENT_CODE}/account`)).json<{ balance: number }>();
  const amount = Math.round((Math.max(0, account.balance) + 100) * 100) / 100;
  expectStatus(200, await world.issuing.settle(AGENT_CODE, amount, world.unique('SET-')));
}

async function agentRefund(world: World): Promise<Call> {
  await credited(world);
  return { by: 'issuing', at: [AGENT_CODE], json: { amount: 1 } };
}

async function withdrawal(world: World): Promise<Call> {
  const { id } = expectStatus(201, await world.call('POST /backoffice-api/agents/{code}/refunds', await agentRefund(world))).json<{ id: number }>();
  return { by: 'issuing', at: [id] };
}

/** Money that is owed and paid out. */
export const BACK_OFFICE_PAYOUTS: Ways = {
  [`GET ${REFUNDS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'status=LOST' }] },
  [`GET ${REFUNDS}/{id}`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [await owed(world)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`PUT ${REFUNDS}/{id}/account`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [await owed(world)], json: ACCOUNT })],
    refused: ['400 -101', async (world) => ({ by: 'issuing', at: [await owed(world)], json: { holder: 'Μαρία' } })],
  },
  [`POST ${REFUNDS}/{id}/withdrawal`]: {
    done: [200, withdrawal],
    refused: ['400 -400', async (world) => ({ by: 'issuing', at: [await owed(world)] })],
  },
  [`POST ${REFUNDS}/{id}/return`]: {
    done: [200, returned],
    refused: ['400 -400', async (world) => ({ by: 'issuing', at: [await owed(world)], json: { reference: world.unique('BACK-'), reason: 'AC04' } })],
  },
  'POST /backoffice-api/agents/{code}/refunds': {
    done: [201, agentRefund],
    refused: ['400 -102', { by: 'issuing', at: [AGENT_CODE], json: { amount: 99_999_999 } }],
  },
  [`GET ${BATCHES}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'status=LOST' }] },
  [`POST ${BATCHES}`]: {
    done: [
      201,
      async (world) => {
        const { refund, batch } = await prepared(world);
        expectStatus(200, await world.issuing.staff.post(`payout-batches/${batch}/cancellation`, {}));
        return { by: 'issuing', json: { refundIds: [refund] } };
      },
    ],
    refused: ['400 -102', { by: 'issuing', json: { refundIds: [] } }],
  },
  [`GET ${BATCHES}/{id}`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${BATCHES}/{id}/payouts`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`POST ${BATCHES}/{id}/approval`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch] })],
    refused: ['400 -400', async (world) => ({ by: 'issuing', at: [(await approved(world)).batch] })],
  },
  [`GET ${BATCHES}/{id}/file`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [(await approved(world)).batch] })],
    refused: ['400 -400', async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch] })],
  },
  [`POST ${BATCHES}/{id}/confirmation`]: {
    done: [200, confirmation],
    refused: ['400 -101', async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch], json: {} })],
  },
  [`POST ${BATCHES}/{id}/cancellation`]: {
    done: [200, async (world) => ({ by: 'issuing', at: [(await prepared(world)).batch] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
};
