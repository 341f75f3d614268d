import { FireApp, type FireAgent } from '../support/fire-app.js';
import { IssuingDesk } from '../support/issuing-desk.js';
import { StaffCalls } from '../support/staff-calls.js';

let app: FireApp;
let one: FireAgent;
let two: FireAgent;
let desk: IssuingDesk;

beforeAll(async () => {
  app = await FireApp.start();
  one = (await app.agent({ code: 'P1' })).production;
  two = (await app.agent({ code: 'P2' })).production;
  desk = await IssuingDesk.open(app);
});
afterAll(() => app.stop());

interface Party {
  readonly afm: string;
  readonly lastName: string;
  readonly records: readonly { readonly agentCode: string }[];
}

async function find(query: Record<string, string>): Promise<Party[]> {
  await app.registerParties();
  return [...(await desk.list<Party>(`parties?${new URLSearchParams(query).toString()}`)).items];
}

describe('the register as staff reads it', () => {
  it('shows a person whole, with the record that every agent keeps of it', async () => {
    await one.insert();
    await two.insert(two.body({ 'client.first_name': 'Μαίρη' }));
    const record = (agentCode: string, firstName: string) => ({
      ...{
        agentCode,
        partyId: expect.any(Number) as number,
        personType: '1',
        lastName: 'Παπαδοπούλου',
        firstName,
        birthdate: '1980-05-14',
      },
      addresses: [{ type: 'HOME', inUse: true }],
      contacts: [{ type: 'EMAIL' }, { type: 'MOBILE' }].map((contact) => ({
        ...contact,
        inUse: true,
        preferred: false,
      })),
      ...{ createdAt: '2026-11-20T10:00:00', updatedAt: '2026-11-20T10:00:00' },
    });
    const [party, ...others] = await find({ afm: '123456783' });
    expect(others).toEqual([]);
    expect(party).toMatchObject({
      ...{ afm: '123456783', lastName: 'Παπαδοπούλου', firstName: 'Μαρία', birthdate: '1980-05-14', isDecided: false },
      records: [record('P1', 'Μαρία'), record('P2', 'Μαίρη')],
    });
  });

  it.each(['παπαδοπουλ', 'ΠΑΠΑΔΟΠΟΎΛΟΥ', 'ουλου μαρ', 'μαρία'])('finds a person by part of the name: %s', async (name) => {
    await one.insert();
    expect((await find({ name })).map(({ afm }) => afm)).toContain('123456783');
    expect(await find({ name, afm: '000000000' })).toEqual([]);
  });

  it.each(['%', '_', '\\', "'"])('takes %s for itself', async (name) => {
    expect(await find({ name })).toEqual([]);
  });

  it('knows each environment for itself, and pages', async () => {
    const sandbox = await StaffCalls.open(app.running, 'issuing', '/dev');
    expect((await sandbox.get('parties')).json()).toMatchObject({ items: [], total: 0 });
    const page = await desk.list<Party>('parties?limit=1');
    expect([page.items.length, page.total]).toEqual([1, (await find({})).length]);
  });
});

describe('the list of applications', () => {
  const ids = async (query: string): Promise<number[]> =>
    (await desk.list<{ id: number }>(`applications?${query}`)).items.map(({ id }) => id);

  it('is filtered by agent, time of entry, number, name and AFM', async () => {
    const agent = (await app.agent({ code: 'P3' })).production;
    app.clock.set('2026-11-20T21:59:59Z');
    await agent.renewToken();
    const first = await agent.insert();
    app.clock.set('2026-11-20T22:00:00Z');
    await desk.staff.renew();
    const second = await agent.insert();
    const both = [second.id, first.id];
    expect(await ids('agent=P3')).toEqual(both);
    expect(await ids('agent=P3&status=01')).toEqual(both.toReversed());
    expect(await ids('agent=P3&from=2026-11-21')).toEqual([second.id]);
    expect(await ids('agent=P3&to=2026-11-21')).toEqual([first.id]);
    expect(await ids(`number=${first.application_no}`)).toEqual([first.id]);
    expect(await ids(`agent=P3&number=${first.application_no.slice(0, 3).toLowerCase()}`)).toEqual(both);
    expect(await ids(`agent=P3&name=${encodeURIComponent('παπαδοπουλου')}`)).toEqual(both);
    expect(await ids('agent=P3&afm=123456783')).toEqual(both);
    for (const nothing of ['agent=P9', 'agent=P3&afm=094014201', 'agent=P3&name=%25', 'agent=P3&line=motor', 'number=%25'])
      expect(await ids(nothing)).toEqual([]);
    expect(await ids('agent=P3&start=2&limit=1')).toEqual([first.id]);
    const refused = await desk.staff.get('applications?from=soon');
    expect([refused.status, refused.json()['error']]).toEqual([400, '-105']);
  });
});
