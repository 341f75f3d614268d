import { charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const CLOSED = '2027-02-20T08:00:00Z';

let app: FireApp;
let issuing: LocalCollectionClient;
let admin: StaffClient;
let agent: FireAgent;
let delegate: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  issuing = await LocalCollectionClient.open(app);
  admin = await StaffClient.open(app.running, 'admin');
  agent = (await app.createAgent({ code: 'X-1' })).production;
  delegate = (await app.createAgent({ code: 'X-2' }, ['X-1'])).production;
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await Promise.all([delegate.renewToken('X-1'), admin.renewSession()]);
}
const change = (terms: object): ReturnType<StaffClient['patch']> => admin.patch('agents/X-1', terms);

describe('an agent with dates of activity', () => {
  it.each([
    [{ activeFrom: '2027-02-01', activeUntil: '2027-01-01' }, ['activeUntil -104']],
    [{ accessUntil: '2027-01-01' }, ['accessUntil -104']],
    [{ activeUntil: '2027-01-01', accessUntil: '2026-12-31' }, ['accessUntil -104']],
    [{ commissionType: 'NOBODY' }, ['commissionType -103']],
    [{ withholding: null, nettingAllowed: null }, ['withholding -101', 'nettingAllowed -101']],
    [{ iban: 'GR00', afm: '1' }, ['iban -102', 'afm -110']],
    [{ status: 'closed' }, ['status -102']],
  ])('is not changed by %j (commission.21)', async (terms, violations) => {
    await moveTo(CHARGE_TIME);
    const before = await app.readFingerprint();
    const { details } = expectStatus(400, await change(terms)).json<{ details: { path: string; code: string }[] }>();
    expect(details.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([...violations].sort());
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('sells nothing from the day of closing on, and pays its instalments (commission.20)', async () => {
    await moveTo(CHARGE_TIME);
    const { id } = await createPolicy(agent, QUARTERLY);
    const prepaid = await createPrepaid(agent);
    const priced = await agent.insert();
    expectStatus(200, await change({ activeUntil: '2026-11-25', accessUntil: '2027-03-01' }));
    expect(expectStatus(403, await agent.post(agent.body())).json()).toMatchObject({ error: '-202' });
    expect(expectStatus(403, await agent.act(priced.id, 'prepay')).json()).toMatchObject({ error: '-202' });
    expect(expectStatus(403, await charge(agent, prepaid.id)).json()).toMatchObject({ error: '-202' });
    expect((await agent.get(prepaid.id)).status_code).toBe('45');
    expect((await issuing.pay(agent, prepaid.id)).outcome).toBe('ISSUED');
    await moveTo(CLOSED);
    expectStatus(205, await charge(agent, id));
    expectStatus(200, await agent.client.get(`${agent.root}/collection-api/account`));
  });

  it('renews only what staff allows', async () => {
    await moveTo(CHARGE_TIME);
    expectStatus(200, await change({ activeUntil: null, accessUntil: null }));
    const { id } = await createPolicy(agent);
    expectStatus(200, await change({ activeUntil: '2027-01-01', accessUntil: '2028-01-01' }));
    await moveTo('2027-11-20T08:00:00Z');
    expect(expectStatus(403, await charge(agent, id)).json()).toMatchObject({ error: '-202' });
    expectStatus(200, await change({ renewalsAllowed: true }));
    expectStatus(205, await charge(agent, id));
  });

  it('has keys that are refused from its last day of access on; those of delegates continue', async () => {
    await moveTo(CLOSED);
    expectStatus(200, await change({ activeUntil: '2027-02-20', accessUntil: null }));
    expect(expectStatus(401, await agent.client.get(`${agent.root}/collection-api/account`)).json()).toMatchObject({
      error: '-201',
      reason: 'DISABLED',
    });
    const request = { 'user-key': agent.access.userKey };
    const withKey = app.running.client.withKey(agent.access.apiKey);
    expect(expectStatus(401, await withKey.post('/auth-api/resources/tokens', request)).json()).toMatchObject({ error: '-201' });
    expectStatus(200, await delegate.client.get(`${delegate.root}/collection-api/account?agent_code=X-1`));
    expect(expectStatus(403, await delegate.post(delegate.body())).json()).toMatchObject({ error: '-202' });
  });
});
