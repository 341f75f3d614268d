import type { HttpResponse } from '../support/client.js';
import { CHARGE_TIME, createPolicy } from '../support/collection.js';
import { readPrintedText } from '../support/documents.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import type { Changes } from '../support/json-changes.js';
import { MOTOR_CLIENT, MotorAgent, type MotorEntity } from '../support/motor.js';
import { createAfm } from '../support/party-client.js';
import { readPdf } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

const NOT_HELD = 'Δεν τηρείται · Not held';

let app: FireApp;
let agent: MotorAgent;
let other: MotorAgent;
let supervisor: MotorAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent } = await MotorAgent.create(app));
  ({ production: other } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
  ({ production: supervisor } = await MotorAgent.create(app, { code: 'S300', name: 'Επόπτης' }, ['A100']));
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => at(CHARGE_TIME));

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent.agent);
  await underwriter.renewSession();
  for (const one of [other, supervisor]) await one.agent.renewToken();
}

const ask = (id: number, who = agent): Promise<HttpResponse> => who.call('GET', `policies/${id}/claimsHistory`);

async function textOf(response: HttpResponse, name: string): Promise<string> {
  const { bytes, headers } = expectStatus(200, response);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-language': 'el, en',
    'content-length': String(bytes.length),
  });
  expect(headers['content-disposition']).toContain('claims-history.pdf');
  return readPrintedText(response, `history-${name}.pdf`);
}

const read = async (id: number, name: string): Promise<string> => textOf(await ask(id), name);

/** Reads the claims history as staff sees it for the person. */
async function readOf(afm: string, name: string): Promise<string> {
  return textOf(await issuing.staff.get(`parties/${await app.getParty('production', afm)}/claims-history`), name);
}

function expectTexts(text: string, present: readonly string[], absent: readonly string[] = []): void {
  for (const part of present) expect(text).toContain(part);
  for (const part of absent) expect(text).not.toContain(part);
}

interface Reported {
  readonly bonusMalus: number;
  readonly claimsLastYear: number;
  readonly claimsLast5Years: number;
}

const register = (plateNo: string, afm: string, reported: Reported): Promise<void> =>
  app.running.parts.bonusMalus.add('production', [{ plateNo, afm, ...reported, source: 'ΑΡΧΕΙΟ', asOf: '2026-06-30' }]);

/** Issues a policy for another policyholder. */
async function insured(plateNo: string, changes: Changes = {}, who = agent): Promise<MotorEntity & { readonly afm: string }> {
  const afm = createAfm();
  return { ...(await who.createPolicy({ plateNo, 'client.afm': afm, ...changes })), afm };
}

const row = (plateNo: string, ...cells: (string | number)[]): string => `1 ${plateNo} ${cells.join(' ')}`;

describe('the claims-history statement of a vehicle policy', () => {
  it('names insurer, policyholder, vehicle and cover in both languages, and says what is not held', async () => {
    const { id, policyNo, afm } = await insured('HAA1001', { frameNumber: 'VF7SC8HR4JA000001' });
    expectTexts(await read(id, 'plain'), [
      'Βεβαίωση ιστορικού αξιώσεων HAA1001',
      'Claims-history statement',
      'Article 16 of Directive 2009/103/EC',
      'Υπόδειγμα Ασφαλιστική Α.Ε. Sample Insurance S.A.',
      'Date of issue 25/11/2026',
      'Παπαδοπούλου Μαρία',
      'Date of birth 14/05/1980',
      afm,
      'Λεωφόρος Κηφισίας 100, 11526 Αθήνα',
      'VF7SC8HR4JA000001',
      'A – Επιβατικό ιδιωτικής χρήσης · Private passenger car',
      `1 ${policyNo} 01/12/2026 01/12/2027 Σε ισχύ · In force 10`,
      'intermediaries with code: A100.',
      row('HAA1001', NOT_HELD, NOT_HELD, NOT_HELD),
      'Date, type of damage (property damage or personal injury), share of fault and outcome of each claim: not held.',
      'Claims before the registry started: not held.',
      'For the insurance undertaking Υπόδειγμα Ασφαλιστική Α.Ε.',
    ]);
  });

  it.each<[string, string, Reported]>([
    ['without a claim', 'HAB1001', { bonusMalus: 4, claimsLastYear: 0, claimsLast5Years: 0 }],
    ['with claims', 'HAB1002', { bonusMalus: 12, claimsLastYear: 1, claimsLast5Years: 3 }],
  ])('shows what the registry reports about a driver %s', async (name, plateNo, reported) => {
    const { id, afm } = await insured(plateNo);
    await register(plateNo, afm, reported);
    expectTexts(await read(id, name), [
      row(plateNo, reported.claimsLast5Years, reported.claimsLastYear, '30/06/2026'),
      row(plateNo, reported.bonusMalus, 'ΑΡΧΕΙΟ', '30/06/2026'),
    ]);
  });

  it('identifies a company, and says what is not recorded about it', async () => {
    const { id } = await insured('HAZ1001', {
      'client.personTypeCode': '2',
      'client.lastName': 'Μεταφορική Α.Ε.',
      'client.firstName': null,
      'client.fathersName': null,
      'client.birthdate': null,
      'client.genderCode': null,
      'client.jobCode': null,
      'client.amka': null,
      'client.email': null,
    });
    expectTexts(
      await read(id, 'company'),
      ['Μεταφορική Α.Ε.', 'Date of birth Νομικό πρόσωπο · Legal person', `Email ${NOT_HELD}`],
      ['1980'],
    );
  });

  it('covers the years of a renewed contract, and does not count a renewal as a claim', async () => {
    const { id, policyNo, afm } = await insured('HAH1001');
    await register('HAH1001', afm, { bonusMalus: 8, claimsLastYear: 1, claimsLast5Years: 2 });
    const clean = await insured('HAH1002');
    await at('2027-11-01T08:00:00Z');
    const next = expectStatus(205, await agent.call('PUT', `policies/${id}/issueCharge`)).json<MotorEntity>();
    expect(next.id).not.toBe(id);
    const text = await read(next.id, 'renewed');
    expectTexts(
      text,
      [
        `1 ${next.policyNo} 01/12/2027 01/12/2028 Σε ισχύ · In force`,
        `1 ${policyNo} 01/12/2026 01/12/2027`,
        row('HAH1001', '2 (από προηγούμενο έτος · carried over)', NOT_HELD, NOT_HELD),
        'Ανανέωση · Renewal 01/12/2027',
      ],
      ['RENEWAL'],
    );
    // The previous year has the same history.
    expect(await read(id, 'renewed-before')).toBe(text);

    expectStatus(205, await agent.call('PUT', `policies/${clean.id}/issueCharge`));
    expectTexts(await read(clean.id, 'renewed-clean'), [row('HAH1002', NOT_HELD, NOT_HELD)], [row('HAH1002', 0)]);
  });

  it.each([
    ['in the middle of its year', 'HAE1001', '2027-03-10', '01/12/2026 11/03/2027 Ακυρώθηκε πριν από τη λήξη · Cancelled mid-term'],
    ['before it began', 'HAE1002', '2026-11-25', '01/12/2026 Χωρίς κάλυψη · No cover Ακυρώθηκε πριν από τη λήξη'],
  ])('shows the end of cover of a policy cancelled %s', async (name, plateNo, date, expected) => {
    const { id, policyNo } = await insured(plateNo);
    await at(`${date}T10:00:00Z`);
    expectStatus(200, await issuing.cancel(id, date));
    expectTexts(await read(id, name), [`1 ${policyNo} ${expected}`]);
  });

  it('shows an agent the vehicle in the path, and staff all vehicles of the person', async () => {
    const afm = createAfm();
    const [car, second, elsewhere] = [
      await agent.createPolicy({ plateNo: 'HAI1001', 'client.afm': afm }),
      await agent.createPolicy({ plateNo: 'HAI1002', 'client.afm': afm }),
      await other.createPolicy({ plateNo: 'HAI1003', 'client.afm': afm, policyStartDate: '2026-12-02' }),
    ];
    expectTexts(await read(car.id, 'one'), ['HAI1001', car.policyNo!], ['HAI1002', 'HAI1003', second.policyNo!, elsewhere.policyNo!]);
    const whole = await readOf(afm, 'all');
    expectTexts(whole, [
      `Βεβαίωση ιστορικού αξιώσεων ${afm}`,
      '1 HAI1003',
      '2 HAI1002',
      '3 HAI1001',
      `1 ${elsewhere.policyNo} 02/12/2026`,
      'It covers all the policyholder’s motor policies with the undertaking.',
    ]);
    const path = `parties/${await app.getParty('production', afm)}/claims-history`;
    expect(await textOf(await underwriter.get(path), 'underwriter')).toBe(whole);
  });

  it('continues over pages for a fleet, and each head stays with its rows', async () => {
    const afm = createAfm();
    const first = await agent.createPolicy({ plateNo: 'HAK1001', 'client.afm': afm });
    const columns = await app.query<{ name: string }>(
      'production',
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = 'application'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const names = columns.map(({ name }) => name).join();
    await app.query(
      'production',
      `INSERT INTO application (${names}) SELECT ${names} FROM (SELECT (jsonb_populate_record(a, jsonb_build_object('id', 900000 + n,
         'application_no', 'M26090' || (1000 + n), 'policy_no', 'P26090' || (1000 + n), 'plate_no', 'HAM' || (1000 + n), 'payment_code', NULL,
         'policy_document_id', NULL))).* FROM application a, generate_series(1, 320) n WHERE a.id = $1) rows`,
      [first.id],
    );
    const response = await issuing.staff.get(`parties/${await app.getParty('production', afm)}/claims-history`);
    await textOf(response, 'fleet');
    const { pages, text } = await readPdf(response.bytes);
    expect(pages.length).toBeGreaterThan(20);
    expect(text).toContain('21 earlier policies are not stated.');
    pages.forEach((page, index) => expect(page).toContain(`Σελίδα ${index + 1} από ${pages.length}`));
  });
});

describe('a claims-history statement that is not possible', () => {
  it.each<[string, () => Promise<HttpResponse>, number, string]>([
    ['of what was never issued', async () => ask((await agent.insert({ plateNo: 'HBA1001' })).id), 400, '-301'],
    ['of a fire policy', async () => ask((await createPolicy(agent.agent)).id), 400, '-301'],
    ["of another agent's policy", async () => ask((await insured('HBA1002')).id, other), 400, '-301'],
    ['of none', () => ask(999_999), 400, '-301'],
    ['of a person without a vehicle policy', async () => issuing.staff.get(`parties/${await unissued()}/claims-history`), 400, '-301'],
    ['of a person who was erased', async () => issuing.staff.get(`parties/${await erased()}/claims-history`), 400, '-304'],
    ['of a person who is none', () => issuing.staff.get('parties/x/claims-history'), 400, '-304'],
    ['to administrators', async () => (await StaffClient.open(app.running, 'admin')).get('parties/1/claims-history'), 403, '-203'],
  ])('is refused %s', async (_what, call, status, code) => {
    const before = await app.readFingerprint();
    const response = await call();
    expect([response.status, response.json().error]).toEqual([status, code]);
    expect(before).toBeDefined();
  });

  it('is not stored: nothing is written, and a supervisor of the agent reads the same vehicle', async () => {
    const { id } = await insured('HBE1001');
    const before = await app.readFingerprint();
    expectTexts(await read(id, 'own'), ['intermediaries with code: A100.']);
    expectTexts(await textOf(await ask(id, supervisor), 'supervised'), ['HBE1001', 'S300']);
    expect(await app.readFingerprint()).toEqual(before);
  });
});

async function unissued(): Promise<number> {
  const afm = createAfm();
  await agent.insert({ plateNo: 'HBB1001', 'client.afm': afm });
  return app.getParty('production', afm);
}

async function erased(): Promise<number> {
  const afm = createAfm();
  const { id } = await agent.insert({ plateNo: 'HBB1002', 'client.afm': afm });
  expectStatus(204, await agent.call('DELETE', `applications/${id}`));
  const party = await app.getParty('production', afm);
  expectStatus(202, await (await StaffClient.open(app.running, 'admin')).post(`parties/${party}/erasure`, {}));
  await app.waitForErasures();
  return party;
}

it('a statement in the sandbox uses the sandbox registry of the agent', async () => {
  const { sandbox } = await MotorAgent.create(app, { code: 'C400', name: 'Δοκιμή' });
  const { id } = await sandbox.createPolicy({ plateNo: 'HBH1001' });
  expectTexts(await textOf(await ask(id, sandbox), 'sandbox'), ['ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ', MOTOR_CLIENT.afm, 'HBH1001']);
});
