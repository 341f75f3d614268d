import { expectStatus, FireApp, MORNING, type FireAgent } from '../support/fire-app.js';
import type { Changes } from '../support/json-changes.js';
import { newAfm, PartyCalls, partyBody } from '../support/party.js';
import { recordFaults } from '../support/record-checks.js';
import { StaffCalls } from '../support/staff-calls.js';

/** Texts in which a planted name would be found if it were searched everywhere. */
const SUBJECT = 'Ερώτηση και απάντηση';
const BODY = 'Το αυτοκίνητο και το σπίτι, και το σκάφος. Γράψτε στο info@insurer.example ή στο 210 000 0000 e e e.';

let app: FireApp;
let agent: FireAgent;
let attacker: FireAgent;
let admin: StaffCalls;
let issuing: StaffCalls;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  attacker = (await app.agent({ code: 'B200' })).production;
  admin = await StaffCalls.open(app.running, 'admin');
  issuing = await StaffCalls.open(app.running, 'issuing');
  const insurer = { email: 'info@insurer.example', phone: '+30 210 0000000' };
  const { insurer: known } = expectStatus(200, await admin.get('settings')).json<{ insurer: object }>();
  expectStatus(200, await admin.put('settings', { insurer: { ...known, ...insurer } }));
});
afterAll(() => app.stop());
afterEach(async () => expect(await recordFaults(app.running.parts.store, 'production')).toEqual([]));

/** A cancelled application of the agent, with the person as co-owner. */
async function name(who: FireAgent, person: Record<string, unknown>, changes: Changes = {}): Promise<number> {
  const { insured } = who.body().fire_application as unknown as { insured: object };
  const { id } = await who.insert(who.body({ 'objects_insured[0].co-owners': [{ ...insured, ...person }], ...changes }));
  expectStatus(204, await who.act(id, 'DELETE'));
  return id;
}

const requests = (id = '') => `/service-requests-api/resources/srs${id && `/${id}`}`;

async function ask(who: FireAgent, body = BODY, subject = SUBJECT): Promise<string> {
  const asked = expectStatus(201, await who.client.post(requests(), { category: 'GDPR', subject, body }));
  return asked.json<{ serviceRequestId: string }>().serviceRequestId;
}
const answer = async (id: string, text: string) => expectStatus(200, await issuing.patch(`service-requests/${id}`, { answer: text }));
const read = async (who: FireAgent, id: string) => (await who.client.get(requests(id))).text;

/** What the agent and staff wrote, which no erasure of a planted person may change. */
async function writeTexts(): Promise<() => Promise<unknown>> {
  const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: BODY };
  const { id } = await agent.insertIn('25', { 'objects_insured[0].claims_history': [claim] });
  const request = await ask(agent);
  await answer(request, BODY);
  return async () => [await agent.get(id), await read(agent, request), await app.rows('production', 'SELECT * FROM service_request_event')];
}

describe('an agent that names somebody else’s customer', () => {
  it('by common words takes no word of another agent’s texts, nor of staff’s', async () => {
    const afm = newAfm();
    await new PartyCalls(agent).insert(partyBody({ afm, lastName: 'Ξεχασμένου', firstName: 'Λήθη' }));
    const texts = await writeTexts();
    const naming = await ask(agent, `Για τον ΑΦΜ ${afm} και το συμβόλαιο.`);
    await name(attacker, { afm, last_name: 'και', first_name: 'το' });
    const planted = await ask(attacker);
    await answer(planted, BODY);
    const before = await texts();

    expectStatus(200, await admin.erase(await app.partyOf('production', afm)));
    expect(await texts()).toEqual(before);
    expect(await read(agent, naming)).toContain('Για τον ΑΦΜ [erased] και το συμβόλαιο.');
    // What is the attacker's own is searched: the two names side by side, none of them alone.
    expect(JSON.parse(await read(attacker, planted))).toMatchObject({ subject: SUBJECT, answer: BODY });
    expect(await read(attacker, planted)).toContain('Το αυτοκίνητο [erased] σπίτι, [erased] σκάφος.');
  });

  it('by the insurer’s mail address and telephone takes them from nobody, the agent itself included', async () => {
    const texts = await writeTexts();
    const afm = newAfm();
    const contacts = { email: 'INFO@insurer.example', phone: '2100000000' };
    await name(attacker, { afm, last_name: 'Κανένας', first_name: 'Τίποτα', ...contacts });
    const planted = await ask(attacker);
    await answer(planted, BODY);
    const before = [await texts(), await read(attacker, planted)];
    const party = await app.partyOf('production', afm);
    const { stays } = expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<{ stays: object[] }>();
    expect(stays).toContainEqual(expect.objectContaining({ place: 'insurer_contact' }));
    expectStatus(200, await admin.erase(party));
    expect([await texts(), await read(attacker, planted)]).toEqual(before);
  });

  it.each([
    ['e', 'e', 'short'],
    ['Μαρία', 'Παπαδοπούλου', 'of a client'],
  ])('by the name %s takes no kept answer of others: a repeated call writes nothing again', async (first_name, last_name, key) => {
    const post = () => agent.client.with({ 'Idempotency-Key': key }).post(agent.path(), agent.body());
    const first = expectStatus(201, await post());
    const afm = newAfm();
    await name(attacker, { afm, last_name, first_name });
    const own = { afm: newAfm(), last_name, first_name };
    const keyed = attacker.client.with({ 'Idempotency-Key': key });
    const upsert = () => keyed.post(new PartyCalls(attacker).path(), partyBody({ afm, lastName: last_name, firstName: first_name }));
    expectStatus(200, await upsert());
    await name(attacker, own);
    expectStatus(200, await admin.erase(await app.partyOf('production', afm)));

    const before = await app.fingerprint();
    const again = await post();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
    // Of the record that was erased the response is refused, and the record is not made again.
    expect([(await upsert()).status, (await upsert()).json()['error']]).toEqual([410, '-306']);
    expect(await app.fingerprint()).toEqual(before);
  });

  it('does the same to nobody by age, unattended', async () => {
    const texts = await writeTexts();
    const afm = newAfm();
    await name(attacker, { afm, last_name: 'και', first_name: 'το', email: 'info@insurer.example' });
    await app.partyOf('production', afm);
    const before = (await texts()) as [object, string, object];
    expectStatus(200, await admin.put('settings', { retentionYears: 2 }));
    try {
      app.clock.set('2029-01-01T08:00:00Z');
      await app.running.parts.deleteForgotten();
      await Promise.all([agent.renewToken(), attacker.renewToken(), admin.renew(), issuing.renew()]);
      const [row] = await app.rows<{ party_id: string }>(
        'production',
        `SELECT party_id FROM erasure WHERE requested_by = 'clock' ORDER BY party_id DESC`,
      );
      const done = await admin.awaitErasure(Number(row?.party_id));
      expect(done.json()).toMatchObject({ state: 'done', requestedBy: 'clock' });
      expect(await texts()).toEqual(before);
    } finally {
      app.clock.set(MORNING);
      await Promise.all([agent.renewToken(), attacker.renewToken(), admin.renew(), issuing.renew()]);
      expectStatus(200, await admin.put('settings', { retentionYears: 0 }));
    }
  });
});

it('a person of a thousand long names is erased, and it is said what was not searched for', async () => {
  const afm = newAfm();
  await name(attacker, { afm, last_name: 'Ξεχασμένου', first_name: 'Λήθη' });
  const party = await app.partyOf('production', afm);
  const long = `SELECT 'Ονομα' || n || repeat('ξ', 90)`;
  await app.rows(
    'production',
    `INSERT INTO party_version (party_id, agent_code, subject, subject_id, valid_from, valid_until, state)
     SELECT r.id, r.agent_code, 'party_record', r.id, now() - n * interval '1 day', now() - n * interval '1 day',
       jsonb_build_object('last_name', (${long}), 'first_name', (${long}))
     FROM party_record r, generate_series(1, 1000) AS n WHERE r.afm = $1`,
    [afm],
  );
  await app.rows(
    'production',
    `INSERT INTO service_request (number, category, subject, body, agent_code, user_id, user_name, created_at)
     SELECT 'L' || n, 'GDPR', 'Ερώτηση', 'Για Ξεχασμένου Λήθη ' || repeat('ξ', 500), 'B200', 1, 'x', now() FROM generate_series(1, 1200) AS n`,
  );
  const preview = expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<{
    notSearched: unknown[];
    isPossible: boolean;
  }>();
  expect(preview).toMatchObject({ isPossible: true, notSearched: [{ agentCode: 'B200', count: expect.any(Number) as number }] });
  const done = expectStatus(200, await admin.erase(party)).json<{ notSearched: { count: number }[]; places: object[]; failures: number }>();
  expect(done.notSearched.map(({ count }) => count > 900)).toEqual([true]);
  expect(done.places).toContainEqual({ place: 'service_request_body', agentCode: 'B200', count: 1200 });
  expect(await app.rows('production', `SELECT DISTINCT left(body, 12) AS body FROM service_request WHERE number LIKE 'L%'`)).toEqual([
    { body: 'Για [erased]' },
  ]);
});

describe('while an erasure is under way', () => {
  it('what an agent writes of the AFM is a new record, and stays; the work ends on what it listed', async () => {
    const afm = newAfm();
    const person = { 'client.afm': afm, 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη' };
    const { id } = await agent.insert(agent.body(person));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await app.partyOf('production', afm);
    // Held at its first part by somebody who writes to a row of it.
    await app.rows('production', 'ALTER TABLE erasure ADD CONSTRAINT hold CHECK (step = 0) NOT VALID');
    const begun = expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
    expect(begun.headers.location).toMatch(new RegExp(`/backoffice-api/parties/${party}/erasure$`));
    const again = await agent.insert(agent.body(person));
    const request = await ask(agent, `Νέος πελάτης: Ξεχασμένου Λήθη, ΑΦΜ ${afm}.`);
    expect(await app.partyOf('production', afm)).not.toBe(party);
    expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
    expect((await admin.get(`parties/${party}/erasure`)).json()).toMatchObject({ state: 'running', stepsDone: 0, finishedAt: null });

    await app.rows('production', 'ALTER TABLE erasure DROP CONSTRAINT hold');
    await app.rows('production', 'UPDATE erasure SET retry_at = started_at WHERE party_id = $1', [party]);
    const done = (await admin.awaitErasure(party)).json();
    expect(done).toMatchObject({ state: 'done', failures: 0, fault: null });
    expect((await agent.get(id)).client).toMatchObject({ afm: '000000000', last_name: '—' });
    expect((await agent.get(again.id)).client).toMatchObject({ afm, last_name: 'Ξεχασμένου', first_name: 'Λήθη' });
    expect(await read(agent, request)).toContain(`Νέος πελάτης: Ξεχασμένου Λήθη, ΑΦΜ ${afm}.`);
    expect((await admin.get(`parties/${await app.partyOf('production', afm)}/erasure`)).json()).toMatchObject({ error: '-304' });
  });
});

describe('the preview', () => {
  it('tells what the erasure then does, and stores nothing', async () => {
    const afm = newAfm();
    const person = { 'client.afm': afm, 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη' };
    const { id, application_no } = await agent.insert(agent.body(person));
    const party = await app.partyOf('production', afm);
    const preview = async () => expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<Record<string, unknown>>();
    expect(await preview()).toMatchObject({ isPossible: false, reasons: [expect.stringContaining(application_no)], isComplete: true });
    expectStatus(204, await agent.act(id, 'DELETE'));
    const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: 'Η Λήθη Ξεχασμένου' };
    await agent.insert(agent.body({ 'objects_insured[0].claims_history': [claim] }));
    await answer(await ask(agent, `Ξεχασμένου Λήθη, ${afm}`), 'Η κυρία Λήθη Ξεχασμένου');
    expectStatus(
      201,
      await agent.client.with({ 'Idempotency-Key': 'preview' }).post(requests(), { category: 'GDPR', subject: afm, body: 'x' }),
    );

    const before = await app.fingerprint();
    const told = await preview();
    expect(told).toMatchObject({ partyId: party, isPossible: true, reasons: [], applicationsTotal: 1, notSearched: [], isComplete: true });
    expect(told).toMatchObject({ name: 'Ξεχασμένου Λήθη', afm, policies: [] });
    expect(told['applications']).toEqual([{ id, applicationNo: application_no, agentCode: 'A100', status: '02', isClient: true }]);
    expect(await app.fingerprint()).toEqual(before);
    const done = expectStatus(200, await admin.erase(party)).json<{ places: object[] }>();
    expect(done.places).toEqual(told['places']);
    expect(done.places).toEqual(
      expect.arrayContaining([
        { place: 'party_record', agentCode: 'A100', count: 1 },
        { place: 'application_of_client', agentCode: 'A100', count: 1 },
        { place: 'application_text', agentCode: 'A100', count: 1 },
        { place: 'service_request_answer', agentCode: 'A100', count: 1 },
      ]),
    );
  });

  it('of nobody is not found, and issuing may not see it', async () => {
    expect((await admin.get('parties/999999/erasure/preview')).json()).toMatchObject({ error: '-304' });
    expect((await issuing.get('parties/1/erasure/preview')).status).toBe(403);
    expect((await issuing.get('parties/1/erasure')).status).toBe(403);
  });
});
