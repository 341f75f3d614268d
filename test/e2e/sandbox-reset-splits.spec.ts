import { jest } from '@jest/globals';
import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { PAYMENTS } from '../support/agent-data.js';
import { AgentRows } from '../support/agent-rows.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { createUnknownCode, getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

jest.setTimeout(60_000);

const RESET = '/dev/test-api/resources/reset';
const PRICE = 332.64;

let app: FireApp;
let rows: AgentRows;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  rows = await AgentRows.open(app.running.database.url);
  issuing = await LocalCollectionClient.open(app, 'sandbox');
});
afterAll(async () => {
  await rows.close();
  await app.stop();
});

interface Item {
  readonly amount: number;
  readonly parts: readonly { readonly resolution: string | null; readonly amount: number }[];
}

interface Split {
  readonly sender: FireAgent;
  readonly payee: FireAgent;
  readonly third: FireAgent;
  readonly used: number;
  readonly item: number;
}

/** Splits the money of an agent's code over its own application, those of another agent, and the account of a third. */
async function split(name: string, sentBy: 'bank' | 'agent'): Promise<Split> {
  const [sender, payee, third] = await Promise.all(
    ['S', 'P', 'T'].map(async (part) => (await app.createAgent({ code: `${part}-${name}` })).sandbox),
  );
  if (!sender || !payee || !third) throw new Error('No agents');
  const own = await createPrepaid(sender);
  const [used, credited] = [await createPrepaid(payee), await createPrepaid(payee)];
  let item: number;
  if (sentBy === 'bank') {
    const { payment_code: code } = await getPaymentCode(sender, own.id);
    item = (await issuing.bookPayment(code, 1500, `REF/${name}`)).suspenseId ?? 0;
  } else {
    const sent = { payment_code: createUnknownCode(), amount: 1500, reference: `REF/${name}` };
    item = expectStatus(200, await sender.client.post(PAYMENTS, sent)).json<{ suspense_id: number }>().suspense_id;
  }
  const parts = [
    { applicationId: own.id, amount: PRICE },
    { applicationId: used.id, amount: PRICE },
    { agentCode: `T-${name}`, amount: 100 },
    { creditOf: credited.id, amount: 50 },
    { creditOf: own.id, amount: 20 },
    { refund: true, amount: 30 },
  ];
  expectStatus(200, await issuing.resolve(item, { parts }));
  return { sender, payee, third, used: used.id, item };
}

async function reset({ client }: FireAgent): Promise<void> {
  expectStatus(202, await client.post(RESET));
  await eventually('the agent is reset', async () => expectStatus(200, await client.get(RESET)).json().state === 'ready', 30_000);
  expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
}

describe.each(['bank', 'agent'] as const)('money that came by the %s and is split over three agents', (sentBy) => {
  const places = ['sender', 'payee', 'third'] as const;
  it.each(places.map((first) => [first, places.filter((place) => place !== first)] as const))(
    'leaves right books when the %s is reset first, and nothing after all of them (sandbox.24)',
    async (first, others) => {
      const name = `${sentBy}-${first}`;
      const parts = await split(name, sentBy);
      await reset(parts[first]);
      if (first !== 'payee') expect((await parts.payee.get(parts.used)).status_code).toBe('50');
      for (const place of others) await reset(parts[place]);
      for (const part of ['S', 'P', 'T']) await rows.expectNothingLeft(app, `${part}-${name}`, []);
    },
  );
});

it('the uses of split money are reversed one by one, and it waits again', async () => {
  const { item, payee, used } = await split('reversed', 'bank');
  const list = async (): Promise<readonly { transactionId: number; kind: string }[]> =>
    (await issuing.list<{ transactionId: number; kind: string }>(`bookings?reference=REF/reversed`)).items;
  for (const { transactionId, kind } of await list()) {
    if (kind !== 'SUSPENSE') expectStatus(200, await issuing.reverse(transactionId));
    expect(await verifyLedger(app.running.parts.store, 'sandbox')).toEqual([]);
  }
  expect((await payee.get(used)).status_code).toBe('70');
  const { amount: rest, parts } = expectStatus(200, await issuing.staff.get(`suspense/${item}`)).json<Item>();
  expect(parts.map(({ resolution }) => resolution)).toEqual(parts.map(() => null));
  expect(parts.reduce((sum, { amount }) => sum + amount, rest)).toBeCloseTo(1500, 2);
});
