import type { HttpResponse } from '../support/client.js';
import { createPrepaid } from '../support/collection.js';
import { PDF } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, createUnknownCode } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { createAfm } from '../support/party-client.js';
import { PayoutClient, PAYOUT_IBAN } from '../support/payout-client.js';
import { findInconsistencies } from '../support/record-checks.js';
import { StaffClient, createStaff } from '../support/staff-client.js';
import { WebhookClient } from '../support/webhook-client.js';

/** A person whose texts occur nowhere else. */
const PERSON = {
  last_name: 'Ξεχασμένου',
  first_name: 'Λήθη',
  father_name: 'Ωκεανός',
  birth_date: '1971-03-04',
  afm: '094019245',

  address: 'Οδός Λησμονιάς 7',
  phone: '2109876543',
  mobile: '6987654321',
  email: 'lethe@forgotten.example',
  identity_number: 'ΑΒ987654',
};
const TRACES = [...Object.values(PERSON), 'ξεχασμενου', 'Ξεχάστρα', 'Οδός Κινδύνου', 'lost@forgotten.example', 'ληθη'];

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
});
afterAll(() => app.stop());

/** The document that the system prints for an inserted application. */
const PRINTED = `
  INSERT INTO document (application_id, category_id, file_name, mime_type, size, sha256, is_system, created_by, created_at)
  SELECT id, 28, 'printed.pdf', 'application/pdf', 1, sha256('x'), true, 'system', created_at FROM application WHERE id = $1`;

/** Lists the tables of all schemas that contain one of the texts. */
async function traces(texts: readonly string[] = TRACES): Promise<string[]> {
  const tables = await app.query<{ name: string }>(
    'production',
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('production', 'sandbox', 'gateway') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    // Includes bytes, such as uploads and cached responses.
    const rows = await app.query<{ text: string }>(
      'production',
      `SELECT t::text || coalesce((SELECT string_agg(encode(decode(substr(c[1], 3), 'hex'), 'escape'), ' ')
         FROM regexp_matches(t::text, '\\\\x(?:[0-9a-f]{2})+', 'g') AS m(c)), '') AS text FROM ${name} t`,
    );
    for (const text of texts) if (rows.some((row) => row.text.includes(text))) found.push(`${name}: ${text}`);
  }
  return found;
}

const partyOf = (afm: string): Promise<number> => app.getParty('production', afm);

const erase = (id: number | string) => admin.erase(id);
const asPerson = (part: 'client' | 'insured'): Record<string, string> =>
  Object.fromEntries(Object.entries(PERSON).map(([field, value]) => [`${part}.${field}`, value]));

describe('the erasure of a person without a contract', () => {
  it('leaves no trace of the person in the database, and keeps the records complete', async () => {
    const risk = { 'objects_insured[0].address': 'Οδός Κινδύνου' };
    const inserted = await agent.insert(agent.body({ ...asPerson('client'), ...asPerson('insured'), ...risk }));
    const { client, insured, objects_insured } = inserted;
    expectStatus(200, await agent.act(inserted.id, 'edit'));
    await agent.update(inserted.id, { client: { ...client, email: 'lost@forgotten.example' }, insured, objects_insured });
    expectStatus(204, await agent.act(inserted.id, 'DELETE'));
    // A changed record has a history. The person is also insured in an application of another client, who continued
    // without.
    const upsert = { afm: PERSON.afm, lastName: PERSON.last_name, firstName: PERSON.first_name, birthdate: PERSON.birth_date };
    const posted = await agent.client.post('/parties-api/resources/parties', { ...upsert, fathersName: 'Ξεχάστρα' });
    expect(posted.status).toBeLessThan(300);
    const others = await agent.insert(agent.body(asPerson('insured')));
    expectStatus(200, await agent.act(others.id, 'edit'));
    const { client: other, objects_insured: objects } = others;
    await agent.update(others.id, {
      client: other,
      insured: { ...other, phone: '2101234567', identity_number: 'ΑΒ123456', father_name: 'Άλλος' },
      objects_insured: objects,
    });
    const before = await agent.get(others.id);
    expect((await traces()).length).toBeGreaterThan(10);

    const id = await partyOf(PERSON.afm);
    const response = await erase(id);
    expect([response.status, response.json()['state']]).toEqual([200, 'done']);
    expect(await traces()).toEqual([]);

    expect(await agent.get(others.id)).toEqual(before);
    const cancelled = await agent.get(inserted.id);
    expect(cancelled).toMatchObject({ status_code: '02', client: { afm: '000000000', last_name: '—' } });
    expect(cancelled.objects_insured[0]?.kind_of_risk).toBe(objects_insured[0]?.kind_of_risk);
    expect(await findInconsistencies(app.running.parts.store, 'production')).toEqual([]);
    const audit = await app.query(
      'production',
      `SELECT action, subject_type, subject_id, environment, details FROM gateway.audit_entry ORDER BY id`,
    );
    const named = { action: 'erase', subject_type: 'party', subject_id: String(id), environment: 'production' };
    expect(audit).toEqual([
      { ...named, details: { state: 'started' } },
      { ...named, details: expect.objectContaining({ state: 'finished', party_record: 1, application_of_client: 1 }) as object },
    ]);
    const [row] = await app.query('production', 'SELECT * FROM erasure WHERE party_id = $1', [id]);
    expect(row).toMatchObject({ state: 'done', afm: null, actor: null, requested_by: 'Staff admin' });
    expect(await app.query('production', 'SELECT FROM erasure_application')).toEqual([]);
    expect((await erase(id)).json()).toMatchObject({ error: '-304' });
  });

  it('keeps dates and codes of the person’s applications, and no text that looks like a date or code', async () => {
    const mtr = new MotorAgent(agent);
    const car = await mtr.insert({ 'client.afm': PERSON.afm, comments: '2026-01-05 μένει Κρυφής 5', rateCode: 'Αγνή-Δ-κινητό' });
    expectStatus(204, await mtr.call('DELETE', `applications/${car.id}`));
    const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: '2024-05-01 διάρρηξη όσο έλειπε' };
    const house = await agent.insert(agent.body({ ...asPerson('client'), 'objects_insured[0].claims_history': [claim] }));
    expectStatus(204, await agent.act(house.id, 'DELETE'));
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await traces(['Κρυφής', 'Αγνή', 'όσο έλειπε'])).toEqual([]);
    const { makeCode, modelCode, usageCode, policyStartDate, regionPostcode } = car;
    const kept = { makeCode, modelCode, usageCode, policyStartDate, regionPostcode };
    expect(await mtr.get(car.id)).toMatchObject({ ...kept, comments: '—', rateCode: '—', client: { afm: '000000000' } });
    const { objects_insured } = await agent.get(house.id);
    expect(objects_insured[0]?.claims_history).toMatchObject([{ claim_date: '2024-05-01', claim_amount: 100, job_description: '—' }]);
  });

  it('keeps the history closed for everybody else', async () => {
    for (const text of ['DELETE FROM application_version', `UPDATE party_version SET state = '{}'`, 'DELETE FROM party'])
      await expect(app.query('production', text)).rejects.toThrow(/append-only/);
  });
});

describe('the texts about an erased person', () => {
  const TEXT = `Η Λήθη Ξεχασμένου (ΑΦΜ ${PERSON.afm}) το είπε.`;
  const NAMING = { 'objects_insured[0].claims_history': [{ claim_date: '2024-05-01', claim_amount: 100, job_description: TEXT }] };
  const requests = (id = '') => `${agent.root}/service-requests-api/resources/srs${id && `/${id}`}`;
  const documentsOf = async (id: number) =>
    expectStatus(200, await agent.client.get(`${agent.root}/docs-api/policy/applications/${id}/documents`)).json<{ system: string }[]>();
  let staff: StaffClient;

  beforeAll(async () => {
    staff = await StaffClient.open(app.running, 'underwriter');
  });

  function upload(id: number, comments = TEXT): Promise<HttpResponse> {
    const query = { file_name: 'a.pdf', mime_type: 'application/pdf', category_id: '2', comments };
    const path = `${agent.root}/docs-api/policy/applications/${id}/documents?${new URLSearchParams(query).toString()}`;
    return agent.client.call('POST', path, { body: PDF, headers: { 'Content-Type': 'application/octet-stream' } });
  }

  it('stay outside the person’s applications: in requests, webhooks and applications of others', async () => {
    const afm = createAfm();
    const person = { 'client.afm': afm, 'client.last_name': 'Θυμωμένου', 'client.first_name': 'Μνήμη' };
    const { id } = await agent.insert(agent.body(person));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const text = `Η Μνήμη Θυμωμένου (ΑΦΜ ${afm}) ρώτησε.`;
    const asked = { category: 'GDPR', subject: 'Μνήμη Θυμωμένου', body: text };
    const { serviceRequestId } = expectStatus(201, await agent.client.post(requests(), asked)).json<{ serviceRequestId: string }>();
    const issuing = await createStaff(app.running, 'issuing');
    expectStatus(200, await issuing.client.patch(`/backoffice-api/service-requests/${serviceRequestId}`, { answer: text }));
    const owner = new WebhookClient(agent);
    const webhook = await owner.create({ description: text });
    const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: text };
    const other = await agent.insertIn('25', { 'objects_insured[0].claims_history': [claim] });
    expectStatus(201, await upload(other.id, text));
    const read = async () => [
      await agent.get(other.id),
      await documentsOf(other.id),
      (await agent.client.get(requests(serviceRequestId))).json(),
      await owner.get(webhook.id),
    ];
    const before = await read();
    expectStatus(200, await erase(await partyOf(afm)));
    expect((await agent.get(id)).client.last_name).toBe('—');
    expect(await read()).toEqual(before);
    await owner.deleteAll();
  });

  it('are erased with another person’s cancelled application that names the person; other data of that person stays', async () => {
    const spouse = { 'client.phone': '2101112223', 'client.email': 'spouse@other.example' };
    const other = await agent.insertIn('25', { ...asPerson('insured'), ...spouse, ...NAMING });
    expectStatus(201, await upload(other.id));
    expectStatus(201, await staff.post(`applications/${other.id}/notes`, { text: TEXT }));
    expectStatus(205, await agent.act(other.id, 'request_approval'));
    expectStatus(200, await staff.decide(other.id, 'return', { messages: [{ text: TEXT }] }));
    expectStatus(204, await agent.act(other.id, 'DELETE'));
    const before = await agent.get(other.id);
    const { places } = expectStatus(200, await erase(await partyOf(PERSON.afm))).json<{ places: object[] }>();
    expect(places).toEqual(
      expect.arrayContaining([
        { place: 'application_naming', agentCode: 'A100', count: 1 },
        { place: 'application_note', agentCode: 'A100', count: 1 },
        { place: 'document', agentCode: 'A100', count: 1 },
      ]),
    );
    expect(await traces([...TRACES, 'το είπε'])).toEqual([]);
    const after = await agent.get(other.id);
    expect(after.client).toEqual(before.client);
    expect(after.objects_insured[0]).toMatchObject({
      address: before.objects_insured[0]?.address,
      claims_history: [{ claim_date: '2024-05-01', claim_amount: 100, job_description: '—' }],
    });
    expect(await documentsOf(other.id)).toEqual([]);
  });

  it('are erased from the underwriter’s messages on the application, and the decision stays', async () => {
    const { id } = await agent.insertIn('25', asPerson('client'));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await staff.decide(id, 'return', { messages: [{ text: 'Κρυφή κουβέντα.' }] }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect(await traces(['Κρυφή κουβέντα'])).toContain('gateway.audit_entry: Κρυφή κουβέντα');
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await traces(['Κρυφή κουβέντα'])).toEqual([]);
    const audit = `SELECT details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1`;
    expect(await app.query('production', audit, [String(id)])).toEqual([{ details: { decision: 'return' } }]);
  });

  it('are erased from documents printed while a previous version named the person; the current documents remain', async () => {
    const { id, client, objects_insured } = await agent.insert(agent.body({ ...asPerson('insured'), ...NAMING }));
    await app.query('production', PRINTED, [id]);
    expect((await documentsOf(id)).map((one) => one.system)).toEqual(['1']);
    expectStatus(201, await upload(id));
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    expectStatus(200, await agent.act(id, 'edit'));
    const insured = { ...client, identity_number: 'ΑΒ123456', father_name: 'Άλλος' };
    await agent.update(id, { client, insured, objects_insured });
    const before = await agent.get(id);
    const party = await partyOf(PERSON.afm);
    const { stays } = expectStatus(200, await admin.get(`parties/${party}/erasure/preview`)).json<{ stays: object[] }>();
    expect(stays).toMatchObject([
      { place: 'application_formerly_naming', count: 1 },
      { place: 'uploaded_file', count: 1 },
    ]);
    expectStatus(200, await erase(party));
    expect(await agent.get(id)).toEqual(before);
    expect((await documentsOf(id)).map((one) => one.system)).toEqual(['0']);
    const states = await app.query('production', 'SELECT state::text AS state FROM application_version WHERE application_id = $1', [id]);
    expect(states.length).toBeGreaterThan(0);
    for (const { state } of states) expect(state).not.toMatch(/Ξεχασμένου|094019245/);
    expectStatus(204, await agent.act(id, 'DELETE'));
  });
});

describe('the cached responses about an erased person', () => {
  const keyed = (key: string, client = agent.client) => client.with({ 'Idempotency-Key': key });
  const refusal = { status: 410, code: '-306' };
  const reported = (response: HttpResponse) => ({ status: response.status, code: response.json()['error'] });

  it('are refused afterwards for writes to the applications and records; others are returned again', async () => {
    const insert = () => keyed('insert').post(agent.path(), agent.body(asPerson('client')));
    const { id } = expectStatus(201, await insert()).json<{ id: number }>();
    const edit = () => keyed('edit').put(agent.path(`${id}/edit`));
    expectStatus(200, await edit());
    const upsert = { afm: PERSON.afm, lastName: PERSON.last_name, firstName: PERSON.first_name, birthdate: PERSON.birth_date };
    const post = () => keyed('record').post('/parties-api/resources/parties', upsert);
    expect(expectStatus(200, await post()).headers['content-location']).toMatch(/\/parties-api\/resources\/parties\/\d+$/);
    const others = () => keyed('others').post(agent.path(), agent.body());
    const first = expectStatus(201, await others());
    expectStatus(204, await agent.act(id, 'DELETE'));
    const { places } = expectStatus(200, await erase(await partyOf(PERSON.afm))).json<{ places: object[] }>();
    expect(places).toContainEqual({ place: 'kept_answer', agentCode: 'A100', count: 3 });
    const before = await app.readFingerprint();
    for (const call of [insert, edit, post]) expect(reported(await call())).toEqual(refusal);
    expect((await others()).text).toBe(first.text);
    expect(await app.readFingerprint()).toEqual(before);
    expect((await traces()).filter((trace) => trace.includes('kept'))).toEqual([]);
  });

  it('are refused for staff too, except the one of the erasure itself', async () => {
    const { id } = await agent.insert(agent.body({ ...asPerson('client'), 'objects_insured[0].illegal': '1' }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    const underwriter = await createStaff(app.running, 'underwriter');
    const { client: byAdmin } = await createStaff(app.running, 'admin');
    const decision = { decision: 'return', messages: [{ text: 'Ελλιπή.' }] };
    const decide = () => keyed('decided', underwriter.client).post(`/backoffice-api/applications/${id}/decisions`, decision);
    const program = () => keyed('program', byAdmin).post('/backoffice-api/programs', { name: 'Portal', owner: 'portal@broker.example' });
    const party = await partyOf(PERSON.afm);
    const eraseOnce = () => keyed('erasure', byAdmin).post(`/backoffice-api/parties/${party}/erasure`);
    const first = { decided: expectStatus(200, await decide()), program: expectStatus(201, await program()) };
    expect(first.decided.text).toContain(PERSON.afm);
    expectStatus(204, await agent.act(id, 'DELETE'));
    const erased = expectStatus(202, await eraseOnce());
    await app.waitForErasures();
    const before = await app.readFingerprint();
    const again = await decide();
    expect(reported(again)).toEqual(refusal);
    expect(again.text).not.toContain(PERSON.afm);
    expect([(await program()).text, (await eraseOnce()).text]).toEqual([first.program.text, erased.text]);
    expect(await app.readFingerprint()).toEqual(before);
    expect((await traces()).filter((trace) => trace.includes('kept'))).toEqual([]);
  });
});

describe('an erasure that is not possible', () => {
  async function refused(id: number | string, error: string, message: RegExp): Promise<void> {
    const before = await app.readFingerprint();
    const response = await erase(id);
    expect([response.status, response.json()['error']]).toEqual([400, error]);
    expect(response.json()['message']).toMatch(message);
    expect(await app.readFingerprint()).toEqual(before);
  }

  it.each(['client', 'insured'] as const)('is refused without a change for the %s of a policy', async (part) => {
    await agent.insertIn('50', asPerson(part));
    await refused(await partyOf(PERSON.afm), '-400', /συμβόλαιο|δεν έχει ακυρωθεί/);
  });

  it('is refused without a change for the co-owner of an application that may still proceed', async () => {
    const afm = '090000045';
    const { insured } = agent.body().fire_application as unknown as { insured: object };
    const coOwner = { ...insured, ...PERSON, afm };
    const { id } = await agent.insert(agent.body({ 'objects_insured[0].co-owners': [coOwner] }));
    await refused(await partyOf(afm), '-400', /δεν έχει ακυρωθεί/);
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect((await erase(await partyOf(afm))).status).toBe(200);
    expect(await traces([afm])).toEqual([]);
    expect((await agent.get(id)).client.last_name).toBe('Παπαδοπούλου');
  });

  it('is refused without a change for money in suspense of an application or an unpaid refund, but not for unidentified money', async () => {
    const issuing = await LocalCollectionClient.open(app);
    await issuing.bookPayment(createUnknownCode(), 50);
    const afm = createAfm();
    const { id } = await createPrepaid(agent, { 'client.afm': afm });
    const item = await issuing.createSuspense(agent, id, 50);
    expectStatus(204, await agent.act(id, 'DELETE'));
    await refused(await partyOf(afm), '-400', /έχει χρήματα σε αναμονή/);
    expectStatus(200, await issuing.resolve(item, { refund: true }));
    await refused(await partyOf(afm), '-400', /ή προς επιστροφή/);

    const clerk = new PayoutClient(issuing.staff);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    const [refund] = (await clerk.list(`applicationId=${id}`)).items;
    const batch = await clerk.prepareBatch([refund!.id]);
    await refused(await partyOf(afm), '-400', /ή προς επιστροφή/);
    expectStatus(200, await new PayoutClient(await StaffClient.open(app.running, 'issuing')).confirm(batch.id));
    expect((await erase(await partyOf(afm))).status).toBe(200);
    expect(await traces([afm])).toEqual([]);
    expect(await clerk.getRefund(refund!.id)).toMatchObject({ status: 'PAID', account: null });
  });

  it.each(['999999', 'abc', '0', '1234567890123'])('is refused without a change for a missing party: %s', async (id) =>
    refused(id, '-304', /./),
  );

  it('is refused without a change for a party of the other environment', async () => {
    const id = await partyOf(PERSON.afm);
    const sandbox = await StaffClient.open(app.running, 'admin', '/dev');
    expect((await sandbox.post(`parties/${id}/erasure`, {})).json()).toMatchObject({ error: '-304' });
  });
});
