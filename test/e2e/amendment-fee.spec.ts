import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { loadTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { CHARGE_TIME, createPolicy, listReceipts, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { listDocuments, readDocumentText } from '../support/documents.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';

interface Amounts {
  readonly net: number;
  readonly fee: number;
  readonly tax: number;
  readonly levy: number;
  readonly gross: number;
}

const FEE = { rate: '0.10', min: '1.00', max: '50.00', perTerm: '6.00', onReturn: false };
const CHANGE_DAY = '2027-02-01';
const ACT = 33;

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  await issuing.moveTo(CHARGE_TIME, agent);
  const file = addProductInformation(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tariffs/fire-sample-1.json'), 'utf8'))) as object;
  const load = (version: number, validFrom: string, terms: object): Promise<unknown> =>
    loadTariff(app.running.parts.tariffRepository, 'production', JSON.stringify({ ...file, version, validFrom, ...terms }));
  await load(2, '2026-06-01', { amendmentFee: FEE });
  await load(3, '2027-01-01', { carryBelow: '500.00' });
  await app.running.parts.reloadTariffs();
});
afterAll(() => app.stop());
beforeEach(() => issuing.moveTo(CHARGE_TIME, agent));
afterEach(() => issuing.expectBalancedLedger());

const cents = (amount: number): number => Math.round(amount * 100);
const pathOf = ({ id }: FireEntity, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;

async function buildIncrease(policy: FireEntity, factor: number): Promise<object> {
  const { objects_insured: [object] = [] } = await agent.get(policy.id);
  const values = object!.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * factor }));
  const changes = { objects_insured: [{ ...object, insured_values: values }] };
  return { kind: 'CHANGE', effective_date: CHANGE_DAY, reason: 'Κεφάλαιο', changes };
}

/** Multiplies the sums of the first object, and charges an increase. */
async function amend(policy: FireEntity, factor: number): Promise<{ readonly no: number; readonly status: string; readonly due: Amounts }> {
  const body = await buildIncrease(policy, factor);
  const { amendment_no: no, ...priced } = expectStatus(201, await agent.client.post(pathOf(policy), body)).json<{
    amendment_no: number;
    status: string;
    due: Amounts;
  }>();
  if (priced.status === '01') expectStatus(200, await agent.client.put(pathOf(policy, `/${no}/charge`)));
  return { no, ...priced };
}

async function listPaidFees(policy: FireEntity): Promise<number[]> {
  const rows = await listReceipts(agent, policy.id);
  return rows.filter(({ kind, status }) => kind === 'ENDORSEMENT' && status === 'PAID').map(({ fee }) => fee);
}

// amendments.29
describe('a small increase', () => {
  it('is issued at once and collected with the next instalment', async () => {
    await issuing.moveTo('2027-01-02T08:00:00Z', agent);
    const policy = await createPolicy(agent, { ...QUARTERLY, start_date: '2027-01-10' });
    const [, next] = await listReceipts(agent, policy.id);
    await issuing.moveTo(`${CHANGE_DAY}T08:00:00Z`, agent);
    const body = await buildIncrease(policy, 2);
    const priced = expectStatus(200, await agent.client.post(pathOf(policy, '/price'), body)).json<{ due: Amounts; receipts: Amounts[] }>();
    expect(priced.due.gross).toBe(0);
    expect((await amend(policy, 2)).status).toBe('50');

    const receipts = await listReceipts(agent, policy.id);
    expect(receipts.filter(({ kind }) => kind === 'ENDORSEMENT')).toEqual([]);
    const [first, replaced, third] = receipts.filter(({ status }) => status !== 'CANCELLED');
    const raised = cents(third!.net) - cents(next!.net);
    // The first quarter has 90 days, of which 68 are left.
    const carried = cents(replaced!.net) - cents(third!.net);
    expect([first!.status, Math.abs(carried - (raised * 68) / 90) <= 3]).toEqual(['PAID', true]);
  });
});

// amendments.28
describe('the fee of an amendment', () => {
  it('is a share of the additional net with its tax, at most what the tariff allows in a term, and never for a decrease', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo(`${CHANGE_DAY}T08:00:00Z`, agent);
    const first = await amend(policy, 2);
    const expected = Math.max(100, Math.floor((cents(first.due.net) + 5) / 10));
    expect(cents(first.due.fee)).toBe(Math.min(expected, 600));
    expect(cents(first.due.gross)).toBe(
      [first.due.net, first.due.fee, first.due.tax, first.due.levy].reduce((sum, part) => sum + cents(part), 0),
    );
    expect(await listPaidFees(policy)).toEqual([first.due.fee]);
    const act = (await listDocuments(agent, policy.id, ACT)).at(-1)!;
    expect(await readDocumentText(agent, policy.id, act)).toContain(`${first.due.gross.toFixed(2).replace('.', ',')} €`);

    const second = await amend(policy, 3);
    expect(cents(first.due.fee) + cents(second.due.fee)).toBe(600);
    expect((await amend(policy, 0.5)).due.fee).toBe(0);
  });

  it('goes back with a reversal, which leaves the books as they were', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo(`${CHANGE_DAY}T08:00:00Z`, agent);
    const { no, due } = await amend(policy, 2);
    const reversed = await issuing.staff.post(`applications/${policy.id}/amendments/${no}/reversal`, { reason: 'Λάθος' });
    expectStatus(200, reversed);

    const own = (await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'ENDORSEMENT');
    expect(own.map(({ fee, gross }) => [fee, gross])).toEqual([
      [due.fee, due.gross],
      [-due.fee, -due.gross],
    ]);
  });

  it('is kept when the policy is cancelled', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await issuing.moveTo(`${CHANGE_DAY}T08:00:00Z`, agent);
    await amend(policy, 2);
    expectStatus(200, await issuing.cancel(policy.id, CHANGE_DAY));
    const refunds = (await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'REFUND');
    expect(refunds.map(({ fee }) => fee)).toEqual(refunds.map(() => 0));
    expect(refunds).toHaveLength(2);
  });
});
