import type { SearchResponse } from '../../src/backoffice/administration/search/search.dto.js';
import { listClientConditions, listContractConditions } from '../../src/backoffice/administration/search/contract-conditions.js';
import type { Role } from '../../src/identity/user.service.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

describe('the meaning of a searched text', () => {
  it.each([
    ['F26', 'a.application_no LIKE $1', 'F26%'],
    ['Φ 26', 'a.application_no LIKE $1', 'F26%'],
    ['p260000001', 'a.policy_no LIKE $1', 'P260000001%'],
    ['123456783', 'a.client_afm = $1', '123456783'],
    ['izx-4821', 'a.plate_no = $1', 'IZX4821'],
    ['ΙΖΧ 4821', 'a.plate_no = $1', 'IZX4821'],
    ['Παπαδοπούλου', 'a.client_search LIKE ALL ($1)', ['%παπαδοπουλου%']],
  ])('reads %s', (typed, text, value) => {
    expect(listContractConditions(typed, 2026)[0]).toEqual({ text, value });
  });

  it('reads a running number as that of three years', () => {
    const [condition] = listContractConditions('42', 2026);
    expect(condition!.value).toHaveLength(9);
    expect(condition!.value).toEqual(expect.arrayContaining(['F260000042', 'M250000042', 'P240000042']));
  });

  it('reads a person by AFM and by name', () => {
    expect(listClientConditions('123 456 783')).toEqual([{ text: 'p.afm = $1', value: '123456783' }]);
    expect(listClientConditions('Παπαδοπούλου')).toEqual([{ text: 'p.name_search LIKE ALL ($1)', value: ['%παπαδοπουλου%'] }]);
    expect(listClientConditions('42')).toEqual([]);
  });

  it('reads a Latin name also in Greek letters, and nothing in a short one', () => {
    expect(listContractConditions('Papadopoulou', 2026)).toHaveLength(2);
    expect(listContractConditions('ab', 2026)).toEqual([]);
  });
});

describe('GET /backoffice-api/search', () => {
  let app: FireApp;
  let own: FireAgent;
  let other: FireAgent;

  beforeAll(async () => {
    app = await FireApp.start();
    app.clock.set(CHARGE_TIME);
    [own, other] = [(await app.createAgent({ code: '20001' })).production, (await app.createAgent({ code: '20002' })).production];
  });
  afterAll(() => app.stop());

  const findAs = async (role: Role, q: string): Promise<SearchResponse> => {
    const client = await StaffClient.open(app.running, role);
    return expectStatus(200, await client.get(`search?q=${encodeURIComponent(q)}`)).json<SearchResponse>();
  };

  it('finds a contract by number, code, AFM and name, for the roles that see contracts', async () => {
    const { id } = await createPrepaid(own);
    const { application_no: number, client } = await own.get(id);
    const { payment_code: code } = await getPaymentCode(own, id);
    for (const q of [
      number,
      String(Number(number.slice(3))),
      code,
      client.afm,
      client.last_name,
      `${client.last_name} ${client.first_name}`,
    ])
      for (const role of ['underwriter', 'issuing', 'auditor'] as const)
        expect([q, (await findAs(role, q)).contracts.map((found) => found.id)]).toEqual([q, [id]]);
    for (const role of ['admin', 'accounting'] as const) expect((await findAs(role, number)).contracts).toEqual([]);
  });

  it('finds a payment by its reference for the roles that see money, agents for all staff, and users for administrators', async () => {
    const issuing = await LocalCollectionClient.open(app);
    const { id } = await createPrepaid(own);
    const { payment_code: code } = await getPaymentCode(own, id);
    const reference = 'NBG-SEARCHED-1';
    await issuing.bookPayment(code, 332.64, reference);
    for (const role of ['issuing', 'accounting', 'auditor'] as const)
      expect((await findAs(role, reference)).payments).toMatchObject([{ applicationId: id, suspenseId: null, reference, amount: 332.64 }]);
    expect((await findAs('underwriter', reference)).payments).toEqual([]);
    for (const role of ['admin', 'underwriter', 'issuing', 'accounting', 'auditor'] as const)
      expect((await findAs(role, '20002')).agents).toMatchObject([{ code: '20002' }]);
    expect((await findAs('admin', 'staff')).users.length).toBe(5);
    expect((await findAs('issuing', 'staff')).users).toEqual([]);
  });

  it('finds for an agent’s user the contracts of its own agent only, once its console is granted', async () => {
    const { store, users, consolePrograms } = app.running.parts;
    const [{ id }] = [await own.insertIn('01'), await other.insertIn('01')];
    const email = 'finder@agency.example';
    const userId = await store.transaction('gateway', async (tx) => {
      const created = await users.create(tx, { email, name: 'Finder', role: 'agent', agentCode: '20001', delegates: [] });
      await consolePrograms.createIfMissing(tx, { userId: created, email });
      return created;
    });
    const { token } = await store.transaction('gateway', (tx) => app.running.parts.sessions.open(tx, userId));
    const client = app.running.client.withToken(token);
    const find = async (): Promise<SearchResponse> =>
      expectStatus(200, await client.get('/backoffice-api/search?q=F26')).json<SearchResponse>();
    expect((await find()).contracts).toEqual([]);
    await app.query(
      'production',
      `UPDATE gateway.api_key SET environments = '{production,sandbox}'
       WHERE program_id = (SELECT id FROM gateway.program WHERE console_user_id = $1)`,
      [userId],
    );
    const { contracts, payments, agents, users: people } = await find();
    expect(contracts[0]?.id).toBe(id);
    expect(new Set(contracts.map(({ agentCode }) => agentCode))).toEqual(new Set(['20001']));
    expect([payments, agents, people]).toEqual([[], [], []]);
  });
});
