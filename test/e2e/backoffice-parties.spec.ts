import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { PartyClient, buildPartyBody } from '../support/party-client.js';
import { expectViolations, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let one: FireAgent;
let two: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  one = (await app.createAgent({ code: 'P1' })).production;
  two = (await app.createAgent({ code: 'P2' })).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());

interface Party {
  readonly afm: string;
  readonly lastName: string;
  readonly records: readonly { readonly agentCode: string }[];
}

async function find(query: Record<string, string>): Promise<Party[]> {
  await app.registerParties();
  return [...(await issuing.list<Party>(`parties?${new URLSearchParams(query).toString()}`)).items];
}

describe('the register of persons for staff', () => {
  it('shows a person completely, with the record of every agent', async () => {
    await one.insert();
    await two.insert(two.body({ 'client.first_name': 'Μαίρη' }));
    const record = (agentCode: string, firstName: string) => ({
      agentCode,
      partyId: expect.any(Number) as number,
      personType: '1',
      lastName: 'Παπαδοπούλου',
      firstName,
      birthdate: '1980-05-14',
      addresses: [{ type: 'HOME', inUse: true }],
      contacts: [{ type: 'EMAIL' }, { type: 'MOBILE' }].map((contact) => ({
        ...contact,
        inUse: true,
        preferred: false,
      })),
      createdAt: '2026-11-20T10:00:00',
      updatedAt: '2026-11-20T10:00:00',
    });
    const [party, ...others] = await find({ afm: '123456783' });
    expect(others).toEqual([]);
    expect(party).toMatchObject({
      afm: '123456783',
      lastName: 'Παπαδοπούλου',
      firstName: 'Μαρία',
      birthdate: '1980-05-14',
      isDecided: false,
      records: [record('P1', 'Μαρία'), record('P2', 'Μαίρη')],
    });
  });

  it.each(['παπαδοπουλ', 'ΠΑΠΑΔΟΠΟΎΛΟΥ', 'ουλου μαρ', 'μαρία'])('finds a person by part of the name: %s', async (name) => {
    await one.insert();
    expect((await find({ name })).map(({ afm }) => afm)).toContain('123456783');
    expect(await find({ name, afm: '000000000' })).toEqual([]);
  });

  it.each(['%', '_', '\\', "'"])('treats %s as a literal character in a search', async (name) => {
    expect(await find({ name })).toEqual([]);
  });

  it('separates the environments, and has pages', async () => {
    const sandbox = await StaffClient.open(app.running, 'issuing', '/dev');
    expect((await sandbox.get('parties')).json()).toMatchObject({ items: [], total: 0 });
    const page = await issuing.list<Party>('parties?limit=1');
    expect([page.items.length, page.total]).toEqual([1, (await find({})).length]);
  });
});

describe('a decision of staff about a person', () => {
  const HOLDS = { personType: '1', lastName: ' Σωστή ', firstName: 'Μαρία', birthdate: '1980-05-14', fathersName: null };
  const openMessages = () =>
    app.query('production', `SELECT party_id::int FROM staff_message WHERE kind = 'PARTY_MISMATCH' AND resolved_at IS NULL ORDER BY 1`);

  async function differing(): Promise<{ afm: string; id: number; mine: PartyClient; theirs: PartyClient; body: Record<string, unknown> }> {
    const body = buildPartyBody();
    const afm = String(body['afm']);
    const [mine, theirs] = [new PartyClient(one), new PartyClient(two)];
    await mine.insert({ ...body, lastName: 'Ψεύτικη' });
    await theirs.insert(body);
    return { afm, id: await app.getParty('production', afm), mine, theirs, body };
  }

  it('is stored, closes the message, and changes nothing that agents see', async () => {
    const { afm, id, mine, theirs, body } = await differing();
    expect(await openMessages()).toContainEqual({ party_id: id });
    const before = [(await mine.search({ afm })).text, (await theirs.search({ afm })).text];
    const found = expectStatus(200, await issuing.staff.get(`parties/${id}`)).json<Party & { version: number }>();
    expect(found).toMatchObject({ id, afm, lastName: 'Ψεύτικη', isDecided: false, version: 1 });
    const decided = expectStatus(200, await issuing.staff.put(`parties/${id}`, { ...HOLDS, version: 1 })).json();
    expect(decided).toMatchObject({
      id,
      lastName: 'Σωστή',
      firstName: 'Μαρία',
      fathersName: null,
      birthdate: '1980-05-14',
      genderCode: '1',
      version: 2,
      isDecided: true,
      records: [{ lastName: 'Ψεύτικη' }, { lastName: 'Παπαδόπουλος' }],
    });
    expect(await openMessages()).not.toContainEqual({ party_id: id });
    const audited = `SELECT actor_id IS NOT NULL AS known, details FROM gateway.audit_entry WHERE subject_type = 'party' AND action = 'decide' AND subject_id = $1`;
    expect(await app.query('production', audited, [String(id)])).toEqual([
      { known: true, details: { fields: ['lastName', 'firstName', 'fathersName', 'birthdate'] } },
    ]);
    // A decided difference is hidden, and an agent with new data is shown.
    await theirs.update({ ...body, firstName: 'Πέτρος' });
    await app.registerParties();
    expect(expectStatus(200, await issuing.staff.get(`parties/${id}`)).json()).toMatchObject({
      lastName: 'Σωστή',
      firstName: 'Μαρία',
      version: 2,
    });
    expect(await openMessages()).not.toContainEqual({ party_id: id });
    expect((await mine.search({ afm })).text).toBe(before[0]);
    await theirs.update({ ...body, lastName: 'Τρίτη' });
    await app.registerParties();
    expect(await openMessages()).toContainEqual({ party_id: id });
  });

  it('removes the data of an individual when the person becomes a company', async () => {
    const { id } = await differing();
    const company = { personType: '2', lastName: 'Υπόδειγμα Α.Ε.', firstName: 'x', genderCode: '1' };
    expect(expectStatus(200, await issuing.staff.put(`parties/${id}`, company)).json()).toMatchObject({
      personType: '2',
      lastName: 'Υπόδειγμα Α.Ε.',
      firstName: null,
      fathersName: null,
      birthdate: null,
      genderCode: null,
    });
  });

  it('is refused as a whole', async () => {
    const { id } = await differing();
    const put = (body: unknown) => () => issuing.staff.put(`parties/${id}`, body);
    await expectViolations(app, put({ personType: '1' }), ['lastName', '-101'], ['firstName', '-101'], ['birthdate', '-101']);
    await expectViolations(app, put({ ...HOLDS, genderCode: 'x' }), ['genderCode', '-103']);
    await expectViolations(app, put({ ...HOLDS, birthdate: '2027-01-01' }), ['birthdate', '-104']);
    await expectRefused(app, put({ ...HOLDS, version: 9 }), { status: 412, code: '-402' });
    await expectRefused(app, () => issuing.staff.put('parties/999999', HOLDS), { code: '-304' });
  });
});

describe('the list of applications for staff', () => {
  const ids = async (query: string): Promise<number[]> =>
    (await issuing.list<{ id: number }>(`applications?${query}`)).items.map(({ id }) => id);

  it('is filtered by agent, time of entry, number, name and AFM', async () => {
    const agent = (await app.createAgent({ code: 'P3' })).production;
    app.clock.set('2026-11-20T21:59:59Z');
    await agent.renewToken();
    const first = await agent.insert();
    app.clock.set('2026-11-20T22:00:00Z');
    await issuing.staff.renewSession();
    const second = await agent.insert();
    const both = [second.id, first.id];
    expect(await ids('agent=P3')).toEqual(both);
    expect(await ids('agent=P3&status=01')).toEqual(both);
    expect(await ids('agent=P3&from=2026-11-21')).toEqual([second.id]);
    expect(await ids('agent=P3&to=2026-11-21')).toEqual([first.id]);
    expect(await ids(`number=${first.application_no}`)).toEqual([first.id]);
    expect(await ids(`agent=P3&number=${first.application_no.slice(0, 3).toLowerCase()}`)).toEqual(both);
    expect(await ids(`agent=P3&name=${encodeURIComponent('παπαδοπουλου')}`)).toEqual(both);
    expect(await ids('agent=P3&afm=123456783')).toEqual(both);
    for (const nothing of ['agent=P9', 'agent=P3&afm=094014201', 'agent=P3&name=%25', 'agent=P3&line=motor', 'number=%25'])
      expect(await ids(nothing)).toEqual([]);
    expect(await ids('agent=P3&start=2&limit=1')).toEqual([first.id]);
    const refused = await issuing.staff.get('applications?from=soon');
    expect([refused.status, refused.json()['error']]).toEqual([400, '-105']);
  });
});
