import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { createAfm } from '../support/party-client.js';
import { findInconsistencies } from '../support/record-checks.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let attacker: FireAgent;
let admin: StaffClient;
let issuing: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  attacker = (await app.createAgent({ code: 'B200' })).production;
  admin = await StaffClient.open(app.running, 'admin');
  issuing = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
afterEach(async () => expect(await findInconsistencies(app.running.parts.store, 'production')).toEqual([]));

/** Inserts and cancels an application of the agent with the person as a co-owner. */
async function name(who: FireAgent, person: Record<string, unknown>): Promise<number> {
  const { insured } = who.body().fire_application as unknown as { insured: object };
  const { id } = await who.insert(who.body({ 'objects_insured[0].co-owners': [{ ...insured, ...person }] }));
  expectStatus(204, await who.act(id, 'DELETE'));
  return id;
}

const claimOf = (text: string) => ({ claim_date: '2024-05-01', claim_amount: 100, job_description: text });

const requests = (id = '') => `/service-requests-api/resources/srs${id && `/${id}`}`;

async function ask(who: FireAgent, body: string): Promise<string> {
  const asked = expectStatus(201, await who.client.post(requests(), { category: 'GDPR', subject: 'Ερώτηση', body }));
  return asked.json<{ serviceRequestId: string }>().serviceRequestId;
}
const read = async (who: FireAgent, id: string) => (await who.client.get(requests(id))).text;

it('an agent that names another agent’s customer erases nothing of that agent’s applications, texts and cached responses', async () => {
  const afm = createAfm();
  const post = () => agent.client.with({ 'Idempotency-Key': 'of another' }).post(agent.path(), agent.body());
  const first = expectStatus(201, await post());
  const text = 'Για τη Μαρία Παπαδοπούλου και το σπίτι.';
  const request = await ask(agent, text);
  const { id } = await agent.insertIn('25', { 'objects_insured[0].claims_history': [claimOf(text)] });
  await name(attacker, { afm, last_name: 'Παπαδοπούλου', first_name: 'Μαρία' });
  await name(attacker, { afm: createAfm(), last_name: 'και', first_name: 'το' });
  const before = [await agent.get(id), await read(agent, request)];
  expectStatus(200, await admin.erase(await app.getParty('production', afm)));
  expect([await agent.get(id), await read(agent, request)]).toEqual(before);
  const again = await post();
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
});

it('a co-owner is erased in an object that an amendment adds, and its removals stay removals', async () => {
  const afm = createAfm();
  const id = await name(agent, { afm });
  const objectOf = (owner: object) => ({ path: 'objects_insured[9]', value: { city: 'Βόλος', 'co-owners': [owner] } });
  const removal = { path: 'objects_insured[7].co-owners[4]' };
  const instructions = JSON.stringify([removal, objectOf({ afm, last_name: 'Δευτέρου' })]);
  await app.query(
    'production',
    `INSERT INTO amendment (application_id, amendment_no, agent_code, kind, status, effective_date, reason, instructions, base_issue, created_by, created_at, updated_at)
     SELECT id, 1, agent_code, 'CHANGE', '02', start_date, 'Αλλαγή', $2::jsonb, 0, 'test', created_at, created_at FROM application WHERE id = $1`,
    [id, instructions],
  );
  expectStatus(200, await admin.erase(await app.getParty('production', afm)));
  expect(await app.query('production', 'SELECT instructions FROM amendment WHERE application_id = $1', [id])).toEqual([
    { instructions: [removal, objectOf({ afm: '000000000', last_name: '—' })] },
  ]);
});

it('the client and the insured of one application are erased at once, each with their own data', async () => {
  const [client, insured] = [createAfm(), createAfm()];
  const changes = { 'client.afm': client, 'client.last_name': 'Πρώτου', 'insured.afm': insured, 'insured.last_name': 'Δευτέρου' };
  const { id } = await agent.insert(agent.body(changes));
  expectStatus(204, await agent.act(id, 'DELETE'));
  const parties = [await app.getParty('production', client), await app.getParty('production', insured)];
  // Both erasures are listed before either is done; the second one finds the version that the first one wrote.
  await app.query('production', 'ALTER TABLE erasure ADD CONSTRAINT hold CHECK (after = 0) NOT VALID');
  for (const party of parties) expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
  await app.query('production', 'ALTER TABLE erasure DROP CONSTRAINT hold');
  await app.query('production', 'UPDATE erasure SET retry_at = started_at');
  for (const party of parties) expect((await admin.waitForErasure(party)).json()).toMatchObject({ state: 'done', fault: null });
  const states = `SELECT state::text AS state FROM application_version WHERE application_id = $1
    UNION ALL SELECT to_jsonb(a)::text FROM application a WHERE id = $1`;
  const found = await app.query<{ state: string }>('production', states, [id]);
  expect(found).toHaveLength(4);
  for (const { state } of found) expect(state).not.toMatch(new RegExp(`${client}|${insured}|Πρώτου|Δευτέρου`));
});

describe('a running erasure', () => {
  it('does not include what an agent writes about the AFM meanwhile, and ends on the listed records', async () => {
    const afm = createAfm();
    const person = { 'client.afm': afm, 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη' };
    const { id } = await agent.insert(agent.body(person));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const party = await app.getParty('production', afm);
    // The erasure is held at its first part.
    await app.query('production', 'ALTER TABLE erasure ADD CONSTRAINT hold CHECK (after = 0) NOT VALID');
    const begun = expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
    expect(begun.headers.location).toMatch(new RegExp(`/backoffice-api/parties/${party}/erasure$`));
    const again = await agent.insert(agent.body(person));
    const request = await ask(agent, `Νέος πελάτης: Ξεχασμένου Λήθη, ΑΦΜ ${afm}.`);
    expect(await app.getParty('production', afm)).not.toBe(party);
    expectStatus(202, await admin.post(`parties/${party}/erasure`, {}));
    expect((await admin.get(`parties/${party}/erasure`)).json()).toMatchObject({ state: 'running', rowsDone: 0, finishedAt: null });

    await app.query('production', 'ALTER TABLE erasure DROP CONSTRAINT hold');
    await app.query('production', 'UPDATE erasure SET retry_at = started_at WHERE party_id = $1', [party]);
    const done = (await admin.waitForErasure(party)).json();
    expect(done).toMatchObject({ state: 'done', failures: 0, fault: null });
    expect((await agent.get(id)).client).toMatchObject({ afm: '000000000', last_name: '—' });
    expect((await agent.get(again.id)).client).toMatchObject({ afm, last_name: 'Ξεχασμένου', first_name: 'Λήθη' });
    expect(await read(agent, request)).toContain(`Νέος πελάτης: Ξεχασμένου Λήθη, ΑΦΜ ${afm}.`);
    expect((await admin.get(`parties/${await app.getParty('production', afm)}/erasure`)).json()).toMatchObject({ error: '-304' });
  });
});

describe('the preview of an erasure', () => {
  it('lists what the erasure then does, and stores nothing', async () => {
    const afm = createAfm();
    const person = { 'client.afm': afm, 'client.last_name': 'Ξεχασμένου', 'client.first_name': 'Λήθη' };
    const keyed = agent.client.with({ 'Idempotency-Key': 'preview' });
    const { id, application_no } = expectStatus(201, await keyed.post(agent.path(), agent.body(person))).json<FireEntity>();
    const party = await app.getParty('production', afm);
    const preview = async () => expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<Record<string, unknown>>();
    expect(await preview()).toMatchObject({ isPossible: false, reasons: [expect.stringContaining(application_no)], isComplete: true });
    expectStatus(204, await agent.act(id, 'DELETE'));
    const before = await app.readFingerprint();
    const reported = await preview();
    expect(reported).toMatchObject({ partyId: party, isPossible: true, reasons: [], applicationsTotal: 1, isComplete: true });
    expect(reported).toMatchObject({ name: 'Ξεχασμένου Λήθη', afm, policies: [] });
    expect(reported['applications']).toEqual([{ id, applicationNo: application_no, agentCode: 'A100', status: '02', isClient: true }]);
    expect(await app.readFingerprint()).toEqual(before);
    const done = expectStatus(200, await admin.erase(party)).json<{ places: object[] }>();
    expect(done.places).toEqual(reported['places']);
    expect(done.places).toEqual(
      expect.arrayContaining([
        { place: 'party_record', agentCode: 'A100', count: 1 },
        { place: 'application_of_client', agentCode: 'A100', count: 1 },
        { place: 'former_state', agentCode: 'A100', count: 1 },
        { place: 'kept_answer', agentCode: 'A100', count: 1 },
      ]),
    );
  });

  it('is not found for a missing party, and not allowed for issuing', async () => {
    expect((await admin.get('parties/999999/erasure/preview')).json()).toMatchObject({ error: '-304' });
    expect((await issuing.get('parties/1/erasure/preview')).status).toBe(403);
    expect((await issuing.get('parties/1/erasure')).status).toBe(403);
  });
});
