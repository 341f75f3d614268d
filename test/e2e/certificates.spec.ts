import { addDays } from '../../src/common/athens.js';
import type { HttpResponse } from '../support/client.js';
import { createPolicy, QUARTERLY, START } from '../support/collection.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { readPrintedText, startDocumentFixture } from '../support/documents.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from '../support/fire-app.js';
import { createAfm } from '../support/party-client.js';
import type { MotorAgent } from '../support/motor.js';

/** documents.55. */
const CHANGE_DAY = '2027-02-01';
const COMPANY = {
  'client.afm': createAfm(),
  'client.person_type_code': '2',
  'client.last_name': 'Αποθήκες Αττικής Μονοπρόσωπη Ανώνυμη Εταιρεία',
  'client.first_name': undefined,
  'client.father_name': undefined,
  'client.birth_date': undefined,
  'client.gender_code': undefined,
};

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, fire);
  await motor.agent.renewToken();
}

const print = (id: number, query: string, language = 'el', by: FireAgent = fire): Promise<HttpResponse> =>
  by.client.get(`${by.root}/fire-api/rsc/applications/${id}/certificate?${query}`, { headers: { 'Accept-Language': language } });
const euro = (amount: number): string => `${amount.toLocaleString('el-GR', { minimumFractionDigits: 2 })} €`;
const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;

async function read(response: HttpResponse): Promise<string> {
  expect(expectStatus(200, response).headers['content-type']).toBe('application/pdf');
  return readPrintedText(response, `${String(response.headers['content-language'])}-certificate.pdf`);
}

describe('a certificate of insurance', () => {
  it('states parties, objects and cover of the day without a premium, in both languages', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    await at(CHANGE_DAY);
    const [object] = policy.objects_insured;
    const values = object!.insured_values.map((value) => ({ ...value, insured_value: value.insured_value * 2 }));
    const changes = { objects_insured: [{ ...object, insured_values: values }] };
    const body = { kind: 'CHANGE', effective_date: CHANGE_DAY, reason: 'Κεφάλαιο', changes };
    expectStatus(201, await fire.client.post(`/fire-api/rsc/applications/${policy.id}/amendments`, body));
    expectStatus(200, await fire.client.put(`/fire-api/rsc/applications/${policy.id}/amendments/1/charge`));

    const before = await read(await print(policy.id, `kind=COVER&on=${addDays(CHANGE_DAY, -1)}`));
    for (const part of ['Βεβαίωση ασφάλισης', policy.policy_no!, 'ισχύει στις 31/01/2027', euro(sumOf(policy))])
      expect(before).toContain(part);
    const now = await print(policy.id, 'kind=COVER', 'en');
    expect(now.headers['content-disposition']).toContain(`${policy.policy_no}-cover-${CHANGE_DAY}.pdf`);
    const english = await read(now);
    for (const part of ['Certificate of insurance', `We certify that policy ${policy.policy_no} is in force on 01/02/2027`])
      expect(english).toContain(part);
    expect(english).not.toMatch(/undefined|null|NaN|Net premium|Total to pay/);
    const staff = await issuing.staff.get(`applications/${policy.id}/certificate?kind=COVER&on=${CHANGE_DAY}`);
    expect(await read(staff)).toContain(euro(sumOf(policy) * 2));
  });

  it('is printed for vehicles and in the sandbox', async () => {
    const { id, policyNo } = await motor.createPolicy({ plateNo: 'YYX4301' });
    const text = await read(await motor.call('GET', `policies/${id}/certificate?kind=COVER&on=2026-12-10`));
    for (const part of ['YYX4301', policyNo!]) expect(text).toContain(part);
    const { sandbox } = await app.createAgent({ code: 'B200' });
    const policy = await createPolicy(sandbox);
    expect(await read(await print(policy.id, `kind=COVER&on=${START}`, 'el', sandbox))).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ');
  });

  it('is refused without cover on the day, for an application, for another agent, and without a kind', async () => {
    const policy = await createPolicy(fire);
    for (const on of [addDays(START, -1), policy.end_date])
      expectError(await print(policy.id, `kind=COVER&on=${on}`), { code: '-105', violations: [['on', '-105']] });
    expectError(await print(policy.id, `on=${START}`), { code: '-105', violations: [['kind', '-105']] });
    expectError(await print(policy.id, `kind=LOSS&on=${START}`), { code: '-105', violations: [['kind', '-105']] });
    expectError(await print((await fire.insert()).id, `kind=COVER&on=${START}`), { code: '-400' });
    const { production: other } = await app.createAgent({ code: 'B300' });
    expectError(await print(policy.id, `kind=COVER&on=${START}`, 'el', other), { code: '-300' });
  });
});

describe('a certificate of natural catastrophe insurance', () => {
  it("lists the catastrophes that a company's policy covers, and those that it does not", async () => {
    const policy = await createPolicy(fire, COMPANY);
    const greek = await read(await print(policy.id, `kind=NATURAL_CATASTROPHE&on=${START}`));
    for (const part of ['Βεβαίωση ασφάλισης φυσικών καταστροφών', 'Αποθήκες Αττικής', 'Σεισμός', 'Πλημμύρα', 'Πυρκαγιά από δάσος'])
      expect(greek).toContain(part);
    expect(greek).not.toContain('Καιρικά φαινόμενα');
    expect(greek).not.toContain('Δεν καλύπτονται');
  });

  it('is refused for the policy of an individual, and for a vehicle', async () => {
    const policy = await createPolicy(fire);
    expectError(await print(policy.id, `kind=NATURAL_CATASTROPHE&on=${START}`), { code: '-400' });
    const { id } = await motor.createPolicy({ plateNo: 'YYX4302' });
    expectError(await motor.call('GET', `policies/${id}/certificate?kind=NATURAL_CATASTROPHE&on=2026-12-10`), { code: '-400' });
  });
});
