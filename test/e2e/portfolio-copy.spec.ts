import { jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import type { HttpResponse } from '../support/client.js';
import { CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { createRandom, getRounds, readSeed } from '../support/depth.js';
import { expectViolations } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { JSON_LINES, PORTFOLIO, PortfolioCopy, readPortfolio } from '../support/portfolio-copy.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { RandomBusiness } from '../support/random-business.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(1_800_000);

const SEED = readSeed('PORTFOLIO_SEED', 41);
const MOMENTS = getRounds({ everyday: 4, deep: 30 });
/** A month, and days after the end of some policies. */
const DAYS = 46;

let app: FireApp;
let agents: readonly FireAgent[];
let issuing: LocalCollectionClient;
let staff: { underwriter: StaffClient; issuing: StaffClient };

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const agent of agents) await issuing.moveTo(instant, agent);
  for (const one of Object.values(staff)) await one.renewSession();
}

beforeAll(async () => {
  app = await FireApp.start();
  agents = [(await app.createAgent({ type: 'broker' })).production, (await app.createAgent({ code: 'B200' })).production];
  issuing = await LocalCollectionClient.open(app);
  staff = { underwriter: await StaffClient.open(app.running, 'underwriter'), issuing: await StaffClient.open(app.running, 'issuing') };
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  await moveTo(CHARGE_TIME);
});
afterAll(() => app.stop());

it('a copy that follows the changes has the digest at each moment of a random month (reports.42)', async () => {
  const [agent, other] = agents as [FireAgent, FireAgent];
  await createPolicy(agent, QUARTERLY);
  const copies = [new PortfolioCopy(agent), new PortfolioCopy(other)] as const;
  for (const copy of copies) await copy.begin();
  const business = new RandomBusiness({ app, agents, issuing, staff, moveTo });
  const sizes: unknown[] = [];
  await business.run({
    random: createRandom(SEED),
    steps: MOMENTS,
    days: DAYS,
    after: async () => {
      for (const [place, copy] of copies.entries()) {
        await app.publishEvents('production');
        await copy.follow();
        const digest = await readPortfolio(agents[place]!, '/digest');
        expect(digest.at(-1)).toEqual(copy.calculateTotal(app.clock.today()));
        sizes.push(digest.at(-1)!['policies']);
      }
    },
  });
  expect(Math.max(...sizes.map(Number))).toBeGreaterThan(3);
});

describe('the portfolio', () => {
  it('has the policies of the token’s agent alone, with everything that belongs to them', async () => {
    const [agent, other] = agents as [FireAgent, FireAgent];
    const { id } = await createPolicy(agent);
    const rows = await readPortfolio(agent, '');
    const policy = rows.find(({ application_id }) => application_id === id)!;
    expect(policy).toMatchObject({
      line: 'fire',
      agent_code: agent.access.agentCode,
      status: '50',
      persons: { client: { afm: expect.any(String) as string }, insured: expect.any(Object) as object },
      contract: { objects_insured: [{ object_id: expect.any(Number) as number }] },
      receipts: [{ kind: 'NEW', status: 'PAID', number: expect.any(Number) as number }],
      instalments: [{ no: 1 }],
      amendments: [],
    });
    expect(policy['covers']).toContainEqual(expect.objectContaining({ object: 1, net: expect.any(Number) as number }));
    const [document] = policy['documents'] as { href: string; sha256: string }[];
    const file = expectStatus(200, await agent.client.get(`${agent.root}${document!.href}`));
    expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(document!.sha256);
    expect((await readPortfolio(other, '')).map(({ application_id }) => application_id)).not.toContain(id);
    expect(rows.every(({ policy_no }) => policy_no !== null)).toBe(true);
  });

  it('is CSV by default, with JSON in the cells of lists', async () => {
    const [agent] = agents as [FireAgent];
    const response = expectStatus(200, await agent.client.get(`${agent.root}${PORTFOLIO}`, { headers: { 'Accept-Language': 'en' } }));
    const records = parse<Record<string, string>>(response.text, { bom: true, columns: true });
    const rows = await readPortfolio(agent, '');
    expect(
      records.map((record) => [Number(record['Application']), record['Policy number'], JSON.parse(record['Receipts']!) as unknown]),
    ).toEqual(rows.map((row) => [row.application_id, row.policy_no, row['receipts']]));
  });

  it('has each policy in the digest with the hash of its line', async () => {
    const [agent] = agents as [FireAgent];
    const rows = await readPortfolio(agent, '');
    const digest = await readPortfolio(agent, '/digest');
    expect(digest.slice(0, -1).map(({ application_id, sha256 }) => [application_id, sha256])).toEqual(
      rows.map(({ application_id, sha256 }) => [application_id, sha256]),
    );
  });

  it('refuses a cursor that is none, and changes without one', async () => {
    const [agent] = agents as [FireAgent];
    const read = (query: string): Promise<HttpResponse> => agent.client.get(`${agent.root}${PORTFOLIO}/changes${query}`, JSON_LINES);
    await expectViolations(app, () => read('?after=yesterday'), ['after', '-102']);
    await expectViolations(app, () => read(''), ['after', '-105']);
  });
});
