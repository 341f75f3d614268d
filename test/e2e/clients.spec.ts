import type { ClientResponse } from '../../src/backoffice/underwriting/clients/client.dto.js';
import type { Role } from '../../src/identity/user.service.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { OTHER_AFMS } from '../support/fire.js';
import { PAYOUT_IBAN, PayoutClient } from '../support/payout-client.js';
import { StaffClient } from '../support/staff-client.js';

const [AFM, OTHER] = OTHER_AFMS;
const TODAY = CHARGE_TIME.slice(0, 10);
const CLIENT = { 'client.afm': AFM, 'insured.afm': AFM };

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let issuing: LocalCollectionClient;
let policy: FireEntity;
let prepaid: FireEntity;
let id: number;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  [agent, other] = [(await app.createAgent({ code: 'C1' })).production, (await app.createAgent({ code: 'C2' })).production];
  issuing = await LocalCollectionClient.open(app);
  policy = await createPolicy(agent, { ...CLIENT, start_date: TODAY });
  prepaid = await createPrepaid(agent, CLIENT);
  id = await app.getParty('production', AFM);
});
afterAll(() => app.stop());

const readAs = async (role: Role, query = ''): Promise<ClientResponse> =>
  expectStatus(200, await (await StaffClient.open(app.running, role)).get(`clients/${id}${query}`)).json<ClientResponse>();

async function request(by: FireAgent, subject: string, body: string): Promise<string> {
  const path = '/service-requests-api/resources/srs';
  return expectStatus(201, await by.client.post(path, { category: 'MOTOR-CLAIMS', subject, body })).json<{ serviceRequestId: string }>()
    .serviceRequestId;
}

describe('GET /backoffice-api/clients/{id}', () => {
  it('shows issuing the contact details, contracts of all agents, claims, refunds and requests of a client', async () => {
    const named = await other.insert(other.body({ 'client.afm': OTHER, 'insured.afm': AFM }));
    const claim = { date: TODAY, atFault: true, reserved: 1500, paid: 20.5 };
    expectStatus(200, await issuing.staff.put(`applications/${policy.id}/claims/Z-1`, claim));
    expectStatus(200, await issuing.resolve(await issuing.createSuspense(agent, prepaid.id), { refund: true }));
    const byNumber = await request(agent, 'Συμβόλαιο', `Για το ${policy.policy_no}, παρακαλώ.`);
    const byAfm = await request(agent, `ΑΦΜ ${AFM}`, 'Αλλαγή διεύθυνσης');
    await request(agent, 'Άλλος πελάτης', 'Χωρίς αριθμό');
    await request(other, 'Άλλος συνεργάτης', `Για το ${policy.policy_no}`);

    const client = await readAs('issuing');
    expect(client).toMatchObject({ id, afm: AFM, name: `${policy.client.last_name} ${policy.client.first_name}` });
    expect(client.records?.map(({ agentCode }) => agentCode)).toEqual(['C1', 'C2']);
    expect(client.contracts).toMatchObject({ start: 1, limit: 50, total: 3 });
    expect(client.contracts?.items.map((row) => [row.id, row.agentCode, row.roles.map(({ role }) => role)])).toEqual([
      [named.id, 'C2', ['insured']],
      [prepaid.id, 'C1', ['client', 'insured']],
      [policy.id, 'C1', ['client', 'insured']],
    ]);
    expect(client.claims).toMatchObject({
      total: 1,
      items: [{ claimNo: 'Z-1', ...claim, applicationId: policy.id, policyNo: policy.policy_no }],
    });
    expect(client.refunds).toMatchObject({
      total: 1,
      items: [{ kind: 'SUSPENSE', status: 'OWED', applicationId: prepaid.id, batchId: null }],
    });
    expect(client.serviceRequests.items.map(({ serviceRequestId }) => serviceRequestId)).toEqual([byAfm, byNumber]);
  });

  it('shows each role only the parts that it sees elsewhere', async () => {
    const seenBy = async (role: Role): Promise<string[]> => {
      const client = await readAs(role);
      return Object.entries(client).flatMap(([part, value]) => (value === null ? [] : [part]));
    };
    const known = ['id', 'afm', 'name'];
    const all = [...known, 'records', 'contracts', 'claims', 'refunds', 'serviceRequests'];
    expect(await seenBy('issuing')).toEqual(all);
    expect(await seenBy('auditor')).toEqual(all);
    expect(await seenBy('underwriter')).toEqual([...known, 'contracts', 'claims', 'serviceRequests']);
    expect(await seenBy('admin')).toEqual([...known, 'serviceRequests']);
  });

  it('pages the contracts alone', async () => {
    const { contracts } = await readAs('underwriter', '?start=2&limit=1');
    expect(contracts).toMatchObject({ start: 2, limit: 1, total: 3, items: [{ id: prepaid.id }] });
  });

  it('refuses other roles, unknown persons and unknown parameters, and changes nothing', async () => {
    const [accounting, underwriter, inSandbox] = [
      await StaffClient.open(app.running, 'accounting'),
      await StaffClient.open(app.running, 'underwriter'),
      await StaffClient.open(app.running, 'underwriter', '/dev'),
    ];
    await expectAllRefused(app, [
      [() => accounting.get(`clients/${id}`), { status: 403, code: '-203' }],
      [() => underwriter.get('clients/999999'), { code: '-304' }],
      [() => underwriter.get('clients/abc'), { code: '-304' }],
      [() => inSandbox.get(`clients/${id}`), { code: '-304' }],
      [() => underwriter.get(`clients/${id}?limit=501`), { code: '-105', violations: [['limit', '-105']] }],
      [() => underwriter.get(`clients/${id}?agent=C1`), { code: '-102', violations: [['agent', '-102']] }],
    ]);
  });
});

describe('the number of a client in the register', () => {
  it('is shown with an application, a refund and a payout', async () => {
    const clerk = new PayoutClient(issuing.staff);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    const application = expectStatus(200, await issuing.staff.get(`applications/${policy.id}`)).json<{ clientId: number | null }>();
    expect(application.clientId).toBe(id);
    const [refund] = (await clerk.list(`applicationId=${prepaid.id}`)).items;
    expect(refund).toMatchObject({ clientId: id });
    expect((await clerk.prepareBatch([refund!.id])).payouts).toMatchObject([{ refundId: refund!.id, clientId: id }]);
    expect((await readAs('issuing')).refunds?.items).toMatchObject([{ status: 'PREPARED', batchId: expect.any(Number) as number }]);
  });

  it('is found by AFM and by name for the roles that see the page', async () => {
    const find = async (role: Role, q: string): Promise<number[]> => {
      const staff = await StaffClient.open(app.running, role);
      const found = expectStatus(200, await staff.get(`search?q=${encodeURIComponent(q)}`)).json<{ clients: { id: number }[] }>();
      return found.clients.map((client) => client.id);
    };
    for (const role of ['admin', 'underwriter', 'issuing', 'auditor'] as const) {
      expect([role, await find(role, AFM)]).toEqual([role, [id]]);
      expect(await find(role, policy.client.last_name)).toContain(id);
    }
    expect(await find('admin', 'Papadopoulou')).toContain(id);
    expect(await find('accounting', AFM)).toEqual([]);
    expect(await find('issuing', 'F26')).toEqual([]);
  });
});
