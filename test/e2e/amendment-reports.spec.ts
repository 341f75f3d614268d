import { charge, createPolicy, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';

type Row = Readonly<Record<string, string | number | null>>;

const YEAR = 'from=2026-06-01&to=2027-06-01';
const CHANGE_DAY = '2027-02-01';
const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };
const PARTS = ['net', 'fee', 'tax', 'levy', 'gross'];
/** Percents of the kinds NEW and AMENDMENT, so that what is taken back shows where it was earned. */
const RATES = [
  { agentType: 'AGENCY', kind: 'NEW', percent: 20 },
  { agentType: 'AGENCY', kind: 'AMENDMENT', percent: 10 },
];

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set('2026-11-20T08:00:00Z');
  agent = (await app.createAgent({ code: 'A720', commissionType: 'AGENCY' })).production;
  issuing = await LocalCollectionClient.open(app);
  await app.query(
    'production',
    `INSERT INTO commission_version (line, version, valid_from, content, sha256, loaded_by) VALUES ('fire', 99, '2026-11-20', '{}', '', 'test')`,
  );
  for (const [index, { agentType, kind, percent }] of RATES.entries())
    await app.query(
      'production',
      `INSERT INTO commission_rate (line, version, position, agent_type, kind, percent) VALUES ('fire', 99, $1, $2, $3, $4)`,
      [index + 1, agentType, kind, percent],
    );
});
afterAll(() => app.stop());
afterEach(() => issuing.expectBalancedLedger());

const at = (day: string): Promise<void> => issuing.moveTo(`${day}T08:00:00Z`, agent);
const pathOf = ({ id }: FireEntity, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const read = async (name: string, query = YEAR): Promise<Row[]> =>
  expectStatus(200, await issuing.staff.get(`reports/${name}?${query}`, JSON_LINES))
    .text.split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
const of = ({ id }: FireEntity, rows: readonly Row[]): Row[] => rows.filter(({ applicationId }) => applicationId === id);
const total = (rows: readonly Row[], field: string): number => rows.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0);

/** Amends the sum of the first object, and charges an increase. */
async function amend(policy: FireEntity, factor: number, day = CHANGE_DAY): Promise<void> {
  const { objects_insured: objects } = await agent.get(policy.id);
  const changed = objects.map((object) => ({
    ...object,
    insured_values: object.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * factor })),
  }));
  const body = { kind: 'CHANGE', effective_date: day, reason: 'Κεφάλαιο', changes: { objects_insured: changed } };
  const { amendment_no: no, status } = expectStatus(201, await agent.client.post(pathOf(policy), body)).json<{
    amendment_no: number;
    status: string;
  }>();
  if (status === '01') expectStatus(200, await agent.client.put(pathOf(policy, `/${no}/charge`)));
}

const reverse = async ({ id }: FireEntity, no: number): Promise<void> =>
  void expectStatus(200, await issuing.staff.post(`applications/${id}/amendments/${no}/reversal`, { reason: 'Λάθος' }));

/** Compares the production of all policies with what is paid and pending, and the commissions with the books. */
async function expectSums(): Promise<void> {
  const [books] = await app.query<Record<string, string>>(
    'production',
    `SELECT ${PARTS.map((part) => `sum(${part}) AS ${part}`).join(', ')} FROM receipt WHERE status IN ('PAID', 'PENDING')`,
  );
  const production = await read('production');
  for (const part of PARTS) expect([part, total(production, part)]).toEqual([part, Math.round(Number(books![part]) * 100)]);
  const [earned] = await app.query<{ sum: string }>('production', 'SELECT sum(amount) AS sum FROM commission');
  expect(total(await read('commissions'), 'commission')).toBe(Math.round(Number(earned!.sum) * 100));
  const [income] = await app.query<{ sum: string }>('production', `SELECT sum(net) AS sum FROM receipt WHERE status = 'PAID'`);
  for (const [name, field] of [
    ['receipts', 'net'],
    ['commissions', 'base'],
  ] as const)
    expect([name, total(await read(name), field)]).toEqual([name, Math.round(Number(income!.sum) * 100)]);
}

describe('the reports on amended policies', () => {
  it('show an increase and its reversal as movements and receipts of the amendment, which add up to nothing', async () => {
    await at('2026-11-25');
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await amend(policy, 2);
    const production = of(policy, await read('production'));
    expect(production.map(({ movement, amendmentNo }) => [movement, amendmentNo])).toEqual([
      ['ISSUED', null],
      ['AMENDED', 1],
    ]);
    await at('2027-02-03');
    await reverse(policy, 1);
    const reversed = of(policy, await read('production'));
    expect(reversed.slice(0, 2)).toEqual(production);
    expect(reversed[2]).toMatchObject({ movement: 'AMENDMENT_REVERSED', amendmentNo: 1, gross: -Number(production[1]!['gross']) });
    const receipts = of(policy, await read('receipts'));
    expect(receipts.map(({ kind, amendmentNo, gross }) => [kind, amendmentNo, gross])).toEqual([
      ['NEW', null, production[0]!['gross']],
      ['ENDORSEMENT', 1, production[1]!['gross']],
      ['ENDORSEMENT', 1, reversed[2]!['gross']],
    ]);
    await expectSums();
  });

  it('show replaced instalments once, also when they are paid or the amendment is reversed', async () => {
    await at('2026-11-25');
    const policy = await createPolicy(agent, QUARTERLY);
    await at(CHANGE_DAY);
    await amend(policy, 2);
    await expectSums();
    await at('2027-03-05');
    expectStatus(205, await charge(agent, policy.id));
    await expectSums();
    await reverse(policy, 1);
    const movements = of(policy, await read('production'));
    expect(movements.map(({ movement }) => movement)).toEqual(['ISSUED', 'AMENDED', 'AMENDMENT_REVERSED']);
    expect(total(movements.slice(1), 'gross')).toBe(0);
    await expectSums();
  });

  it('add up after a cancellation that follows two amendments', async () => {
    await at('2026-11-25');
    const policy = await createPolicy(agent, QUARTERLY);
    await amend(policy, 2, '2026-12-20');
    await at('2027-01-10');
    await amend(policy, 0.5, '2027-01-10');
    await at('2027-01-20');
    expectStatus(200, await issuing.cancel(policy.id, app.clock.today(), { reasonCode: 'SALE', text: null, claims: false }));
    await expectSums();
  });
});

describe('the commission of an amendment', () => {
  it('has the rate of its kind, and what is taken back is a part of all that the cover earned in the period', async () => {
    await at('2026-11-25');
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await amend(policy, 2);
    const [first, more] = of(policy, await read('commissions'));
    expect(first!['commission']).toBeCloseTo(Number(first!['base']) * 0.2, 1);
    expect(more!['commission']).toBeCloseTo(Number(more!['base']) * 0.1, 1);
    await at('2027-02-02');
    await amend(policy, 0.5, '2027-02-02');
    const back = of(policy, await read('commissions')).filter(({ amendmentNo }) => amendmentNo === 2);
    const [earned, base] = ['commission', 'base'].map((field) => total([first!, more!], field));
    expect(total(back, 'commission')).toBeLessThan(0);
    expect(total(back, 'commission') / total(back, 'base')).toBeCloseTo(earned! / base!, 2);
    await expectSums();
  });
});

describe('the list of the property tax', () => {
  it('has the sum insured of the segment that covers the end of the year, once for each property', async () => {
    await at('2026-11-25');
    const policy = await createPolicy(agent);
    const sums = (rows: readonly Row[]): unknown[] => of(policy, rows).map(({ buildingSum, insuredTo }) => [buildingSum, insuredTo]);
    const before = sums(await read('enfia', 'year=2026'));
    expect(before).toHaveLength(1);
    await at(CHANGE_DAY);
    await amend(policy, 2);
    expect(sums(await read('enfia', 'year=2026'))).toEqual(before);
    const [[sum]] = before as [[number, string]];
    expect(sums(await read('enfia', 'year=2027'))).toEqual([[sum * 2, policy.end_date]]);
  });
});
