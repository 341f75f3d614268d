import { prepaid } from '../support/collection.js';
import { PDF } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { IssuingStaff, newUnknownCode } from '../support/issuing-staff.js';
import { MotorAgent } from '../support/motor.js';
import { newAfm } from '../support/party.js';
import { PayoutCalls, PAYOUT_IBAN } from '../support/payouts.js';
import { recordFaults } from '../support/record-checks.js';
import { StaffCalls } from '../support/staff-calls.js';
import { staffOf } from '../support/staff.js';
import { WebhookOwner } from '../support/webhooks.js';

/** A person of whom every text is found nowhere else. */
const PERSON = {
  ...{ last_name: 'Ξεχασμένου', first_name: 'Λήθη', father_name: 'Ωκεανός', birth_date: '1971-03-04', afm: '094019245' },
  ...{
    address: 'Οδός Λησμονιάς 7',
    phone: '2109876543',
    mobile: '6987654321',
    email: 'lethe@forgotten.example',
    identity_number: 'ΑΒ987654',
  },
};
const TRACES = [...Object.values(PERSON), 'ξεχασμενου', 'Ξεχάστρα', 'Οδός Κινδύνου', 'lost@forgotten.example', 'ληθη'];

let app: FireApp;
let agent: FireAgent;
let admin: StaffCalls;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  admin = await StaffCalls.open(app.running, 'admin');
});
afterAll(() => app.stop());

/** The tables of both environments, and the gateway's, in which one of the texts stands. */
async function traces(texts: readonly string[] = TRACES): Promise<string[]> {
  const tables = await app.rows<{ name: string }>(
    'production',
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('production', 'sandbox', 'gateway') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    // Bytes are looked at as they are: the document of an upload, a response that is kept.
    const rows = await app.rows<{ text: string }>(
      'production',
      `SELECT t::text || coalesce((SELECT string_agg(encode(decode(substr(c[1], 3), 'hex'), 'escape'), ' ')
         FROM regexp_matches(t::text, '\\\\x(?:[0-9a-f]{2})+', 'g') AS m(c)), '') AS text FROM ${name} t`,
    );
    for (const text of texts) if (rows.some((row) => row.text.includes(text))) found.push(`${name}: ${text}`);
  }
  return found;
}

const partyOf = (afm: string): Promise<number> => app.partyOf('production', afm);

const erase = (id: number | string) => admin.erase(id);
const asPerson = (part: 'client' | 'insured'): Record<string, string> =>
  Object.fromEntries(Object.entries(PERSON).map(([field, value]) => [`${part}.${field}`, value]));

describe('the erasure of a person without a contract', () => {
  it('leaves no trace of it anywhere, and the record whole', async () => {
    const risk = { 'objects_insured[0].address': 'Οδός Κινδύνου' };
    const inserted = await agent.insert(agent.body({ ...asPerson('client'), ...asPerson('insured'), ...risk }));
    const { client, insured, objects_insured } = inserted;
    expectStatus(200, await agent.act(inserted.id, 'edit'));
    await agent.update(inserted.id, { client: { ...client, email: 'lost@forgotten.example' }, insured, objects_insured });
    expectStatus(204, await agent.act(inserted.id, 'DELETE'));
    // Changed once more, so that there is history; and once an insured of an application whose client is another person, who went on without.
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
    const answer = await erase(id);
    expect([answer.status, answer.json()['state']]).toEqual([200, 'done']);
    expect(await traces()).toEqual([]);

    expect(await agent.get(others.id)).toEqual(before);
    const cancelled = await agent.get(inserted.id);
    expect(cancelled).toMatchObject({ status_code: '02', client: { afm: '000000000', last_name: '—' } });
    expect(cancelled.objects_insured[0]?.kind_of_risk).toBe(objects_insured[0]?.kind_of_risk);
    expect(await recordFaults(app.running.parts.store, 'production')).toEqual([]);
    const audit = await app.rows(
      'production',
      `SELECT action, subject_type, subject_id, environment, details FROM gateway.audit_entry ORDER BY id`,
    );
    const named = { action: 'erase', subject_type: 'party', subject_id: String(id), environment: 'production' };
    expect(audit).toEqual([
      { ...named, details: { state: 'started' } },
      { ...named, details: expect.objectContaining({ state: 'finished', party_record: 1, application_of_client: 1 }) as object },
    ]);
    const [row] = await app.rows('production', 'SELECT * FROM erasure WHERE party_id = $1', [id]);
    expect(row).toMatchObject({ state: 'done', afm: null, plan: null, actor: null, requested_by: 'Staff admin' });
    expect(await app.rows('production', 'SELECT FROM erasure_application')).toEqual([]);
    expect((await erase(id)).json()).toMatchObject({ error: '-304' });
  });

  it('leaves dates and codes of its own applications, and no text that begins like a date or stands for a code', async () => {
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

  it('leaves history closed for everybody else', async () => {
    for (const text of ['DELETE FROM application_version', `UPDATE party_version SET state = '{}'`, 'DELETE FROM party'])
      await expect(app.rows('production', text)).rejects.toThrow(/append-only/);
  });
});

describe('what was freely written of the person', () => {
  const SPELLINGS = [
    'Η ληθη ΞΕΧΑΣΜΕΝΟΥ ρωτά.',
    `Ο ΑΦΜ της είναι ${PERSON.afm}, μη ξεχαστεί.`,
    'Κινητό: +30 698 765 43 21.',
    'Γράψτε στο LETHE@Forgotten.Example.',
  ];
  const ERASED = ['Η [erased] ρωτά.', 'Ο ΑΦΜ της είναι [erased], μη ξεχαστεί.', 'Κινητό: [erased].', 'Γράψτε στο [erased].'];
  /** Of somebody with the same surname, and with an AFM and an address that begin alike. */
  const OF_OTHERS = `Ξεχασμένου Μνήμη, ΑΦΜ ${PERSON.afm}1, lethe@forgotten.example.com`;
  const requests = (id = '') => `${agent.root}/service-requests-api/resources/srs${id && `/${id}`}`;
  let staff: StaffCalls;

  beforeAll(async () => {
    staff = await StaffCalls.open(app.running, 'underwriter');
  });

  async function ask(subject: string, body: string): Promise<string> {
    const answer = expectStatus(201, await agent.client.post(requests(), { category: 'GDPR', subject, body }));
    return answer.json<{ serviceRequestId: string }>().serviceRequestId;
  }
  const read = async (id: string) => expectStatus(200, await agent.client.get(requests(id))).json();

  it('is taken out of service requests and their answers, and nothing of others', async () => {
    const { id } = await agent.insert(agent.body(asPerson('client')));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const ids = await Promise.all(SPELLINGS.map((text) => ask('Ερώτηση', text)));
    const named = await ask('Λήθη Ξεχασμένου', `ΑΦΜ ${PERSON.afm}. ${OF_OTHERS}`);
    const { client } = await staffOf(app.running, 'issuing');
    for (const text of SPELLINGS) expectStatus(200, await client.patch(`/backoffice-api/service-requests/${named}`, { answer: text }));
    const unnamed = await ask('Άλλη', OF_OTHERS);
    const before = await read(unnamed);

    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await Promise.all(ids.map(async (one) => (await read(one))['body']))).toEqual(ERASED);
    expect(await read(named)).toMatchObject({ subject: '[erased]', body: `ΑΦΜ [erased]. ${OF_OTHERS}`, answer: SPELLINGS.at(-1) });
    expect(await read(unnamed)).toEqual(before);
    const events = await app.rows<{ answer: string }>('production', 'SELECT answer FROM service_request_event ORDER BY id');
    // What an agent noted as telephone or mail is searched in that agent's texts only.
    expect(events.map(({ answer }) => answer)).toEqual([...ERASED.slice(0, 2), ...SPELLINGS.slice(2)]);
  });

  it('is taken out of the descriptions of the agent’s webhooks, and of no other agent’s', async () => {
    const { id } = await agent.insert(agent.body(asPerson('client')));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const [owner, other] = [new WebhookOwner(agent), new WebhookOwner((await app.agent({ code: 'W200' })).production)];
    const webhooks = await Promise.all(SPELLINGS.map((description) => owner.made({ description })));
    const [plain, foreign] = [await owner.made({ description: OF_OTHERS }), await other.made({ description: SPELLINGS[0] })];
    const report = expectStatus(200, await erase(await partyOf(PERSON.afm))).json<{ places: object[] }>();
    expect(report.places).toContainEqual({ place: 'webhook_description', agentCode: 'A100', count: SPELLINGS.length });
    const read = await Promise.all([...webhooks, plain].map(async (webhook) => (await owner.get(webhook.id)).description));
    expect(read).toEqual([...ERASED, OF_OTHERS]);
    expect((await other.get(foreign.id)).description).toBe(SPELLINGS[0]);
    await owner.deleteAll();
    await other.deleteAll();
  });

  it('is found by the plate of a vehicle, unless somebody else has it too', async () => {
    const mtr = new MotorAgent(agent);
    for (const plateNo of ['ΥΝΜ-5173', 'ΥΝΜ-5174']) {
      const { id } = await mtr.insert({ 'client.afm': PERSON.afm, plateNo });
      expectStatus(204, await mtr.call('DELETE', `applications/${id}`));
    }
    const other = await mtr.insert({ plateNo: 'YNM5174' });
    const id = await ask('Το YNM-5173', 'Το υνμ 5173, όχι το ΥΝΜ-5174 ή το ΥΝΜ-51730.');
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await read(id)).toMatchObject({ subject: 'Το [erased]', body: 'Το [erased], όχι το ΥΝΜ-5174 ή το ΥΝΜ-51730.' });
    expect(await mtr.get(other.id)).toEqual(other);
  });

  it('is taken out of other applications with their documents, decisions and history; what is another person’s own stays', async () => {
    const { id } = await agent.insert(agent.body(asPerson('client')));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: `Η ΞΕΧΑΣΜΕΝΟΥ ΛΗΘΗ (ΑΦΜ ${PERSON.afm}) δήλωσε ζημία` };
    const spouse = { 'client.phone': PERSON.phone, 'client.email': PERSON.email };
    const other = await agent.insertIn('25', { ...spouse, 'objects_insured[0].claims_history': [claim] });
    await write(other.id);
    expectStatus(204, await agent.act(other.id, 'DELETE'));
    const before = await agent.get(other.id);
    expect((await traces([...TRACES, 'ΞΕΧΑΣΜΕΝΟΥ'])).length).toBeGreaterThan(5);

    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    const left = [PERSON.phone, PERSON.email];
    const found = await traces([...TRACES.filter((text) => !left.includes(text)), 'ΞΕΧΑΣΜΕΝΟΥ']);
    expect(found.filter((one) => !one.includes('service_request'))).toEqual([]);
    const after = await agent.get(other.id);
    expect(after.client).toEqual(before.client);
    expect(JSON.stringify(after)).toContain('[erased] (ΑΦΜ [erased]) δήλωσε ζημία');
    expect({ ...after, status_message: null, objects_insured: null, messages: null }).toEqual({
      ...{ ...before, version: before.version + 1 },
      ...{ status_message: null, objects_insured: null, messages: null },
    });
    const document = await agent.client.get(`${agent.root}/docs-api/policy/applications/${other.id}/documents`);
    expect(document.json()).toMatchObject([{ file_name: '[erased].pdf', comments: 'Για: [erased].' }]);
  });

  it('takes what the underwriter said of the person’s own application with it, and leaves that it was decided', async () => {
    const { id } = await agent.insertIn('25', asPerson('client'));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await staff.decide(id, 'return', { messages: [{ text: 'Κρυφή κουβέντα.' }] }));
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect(await traces(['Κρυφή κουβέντα'])).toContain('gateway.audit_entry: Κρυφή κουβέντα');
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await traces(['Κρυφή κουβέντα'])).toEqual([]);
    const audit = `SELECT details FROM gateway.audit_entry WHERE subject_type = 'application' AND subject_id = $1`;
    expect(await app.rows('production', audit, [String(id)])).toEqual([{ details: { decision: 'return' } }]);
  });

  it('erases the kept responses that name the person', async () => {
    const { id } = await agent.insert(agent.body(asPerson('client')));
    expectStatus(204, await agent.act(id, 'DELETE'));
    const claim = { claim_date: '2024-05-01', claim_amount: 100, job_description: 'Όπως είπε η\nΛΗΘΗ Ξεχασμένου' };
    const changesOf = { unnamed: {}, named: { 'objects_insured[0].claims_history': [claim] } };
    const post = (key: keyof typeof changesOf) =>
      agent.client.with({ 'Idempotency-Key': key }).post(agent.path(), agent.body(changesOf[key]));
    const first = { unnamed: expectStatus(201, await post('unnamed')), named: expectStatus(201, await post('named')) };
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    const before = await app.fingerprint();
    expect((await post('unnamed')).text).toBe(first.unnamed.text);
    const again = await post('named');
    expect([again.status, again.json()['error'], again.headers.location]).toEqual([410, '-306', undefined]);
    expect(await app.fingerprint()).toEqual(before);
  });

  it('refuses the kept responses of staff that name the person, and lets the others be given again', async () => {
    const { id } = await agent.insert(agent.body({ ...asPerson('client'), 'objects_insured[0].illegal': '1' }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    const underwriter = await staffOf(app.running, 'underwriter');
    const { client: byAdmin } = await staffOf(app.running, 'admin');
    const decide = () =>
      underwriter.client
        .with({ 'Idempotency-Key': 'decided' })
        .post(`/backoffice-api/applications/${id}/decisions`, { decision: 'return', messages: [{ text: 'Ελλιπή.' }] });
    const program = () =>
      byAdmin.with({ 'Idempotency-Key': 'program' }).post('/backoffice-api/programs', { name: 'Portal', owner: 'portal@broker.example' });
    const party = await partyOf(PERSON.afm);
    const eraseOnce = () => byAdmin.with({ 'Idempotency-Key': 'erasure' }).post(`/backoffice-api/parties/${party}/erasure`);
    const first = { decided: expectStatus(200, await decide()), program: expectStatus(201, await program()) };
    expect(first.decided.text).toContain(PERSON.afm);
    expectStatus(204, await agent.act(id, 'DELETE'));
    const erased = expectStatus(202, await eraseOnce());
    await app.untilErased();
    const before = await app.fingerprint();
    const again = await decide();
    expect([again.status, again.json()['error'], again.text.includes(PERSON.afm)]).toEqual([410, '-306', false]);
    expect([(await program()).text, (await eraseOnce()).text]).toEqual([first.program.text, erased.text]);
    expect(await app.fingerprint()).toEqual(before);
    expect((await traces()).filter((trace) => trace.includes('kept'))).toEqual([]);
  });

  it('takes what was printed of another’s cancelled application with it', async () => {
    const { id } = await prepaid(agent, asPerson('insured'));
    const documents = async () => (await agent.client.get(`${agent.root}/docs-api/policy/applications/${id}/documents`)).json<unknown[]>();
    expect(await documents()).toHaveLength(1);
    expectStatus(204, await agent.act(id, 'DELETE'));
    expect(await documents()).toHaveLength(1);
    expectStatus(200, await erase(await partyOf(PERSON.afm)));
    expect(await documents()).toEqual([]);
  });

  /** The person's name where an agent, the underwriter and the customer may write it. */
  async function write(id: number): Promise<void> {
    const query = { file_name: 'Ξεχασμενου_Ληθη.pdf', mime_type: 'application/pdf', category_id: '2', comments: 'Για: ΛΗΘΗ Ξεχασμένου.' };
    const path = `${agent.root}/docs-api/policy/applications/${id}/documents?${new URLSearchParams(query).toString()}`;
    const headers = { 'Content-Type': 'application/octet-stream' };
    expectStatus(201, await agent.client.call('POST', path, { body: PDF, headers }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await staff.decide(id, 'return', { messages: [{ text: 'Ρωτήστε την Ξεχασμένου Λήθη.' }] }));
  }
});

describe('it is refused, and nothing changes', () => {
  async function refused(id: number | string, error: string, message: RegExp): Promise<void> {
    const before = await app.fingerprint();
    const answer = await erase(id);
    expect([answer.status, answer.json()['error']]).toEqual([400, error]);
    expect(answer.json()['message']).toMatch(message);
    expect(await app.fingerprint()).toEqual(before);
  }

  it.each(['client', 'insured'] as const)('for the %s of a policy', async (part) => {
    await agent.insertIn('50', asPerson(part));
    await refused(await partyOf(PERSON.afm), '-400', /συμβόλαιο|δεν έχει ακυρωθεί/);
  });

  it('for the co-owner of an application that may still proceed', async () => {
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

  it('for money in suspense of an application, or owed and not paid; money of none stands against nobody', async () => {
    const issuing = await IssuingStaff.open(app);
    await issuing.advised(newUnknownCode(), 50);
    const afm = newAfm();
    const { id } = await prepaid(agent, { 'client.afm': afm });
    const item = await issuing.suspended(agent, id, 50);
    expectStatus(204, await agent.act(id, 'DELETE'));
    await refused(await partyOf(afm), '-400', /έχει χρήματα σε αναμονή/);
    expectStatus(200, await issuing.resolve(item, { refund: true }));
    await refused(await partyOf(afm), '-400', /ή προς επιστροφή/);

    const clerk = new PayoutCalls(issuing.staff);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    const [refund] = (await clerk.list(`applicationId=${id}`)).items;
    const batch = await clerk.prepared([refund!.id]);
    await refused(await partyOf(afm), '-400', /ή προς επιστροφή/);
    expectStatus(200, await new PayoutCalls(await StaffCalls.open(app.running, 'issuing')).confirm(batch.id));
    expect((await erase(await partyOf(afm))).status).toBe(200);
    expect(await traces([afm])).toEqual([]);
    expect(await clerk.refund(refund!.id)).toMatchObject({ status: 'PAID', account: null });
  });

  it.each(['999999', 'abc', '0', '1234567890123'])('for a party that is not there: %s', async (id) => refused(id, '-304', /./));

  it('for a party of the other environment', async () => {
    const id = await partyOf(PERSON.afm);
    const sandbox = await StaffCalls.open(app.running, 'admin', '/dev');
    expect((await sandbox.post(`parties/${id}/erasure`, {})).json()).toMatchObject({ error: '-304' });
  });
});
