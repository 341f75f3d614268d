import { addDays } from '../../src/common/athens.js';
import type { HttpResponse } from '../support/client.js';
import { charge, createPolicy, QUARTERLY, START } from '../support/collection.js';
import type { LocalCollectionClient } from '../support/collection-client.js';
import { listDocuments, readDocumentText, readPrintedText, startDocumentFixture } from '../support/documents.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus, type FireAgent, type FireApp, type FireEntity } from '../support/fire-app.js';
import type { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

interface Decided {
  readonly status: string;
  readonly due: { readonly gross: number };
  readonly after: unknown;
}

const ACT = 33;
const [FIRST_DAY, SECOND_DAY] = ['2027-02-01', '2027-04-01'];

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, fire);
  await motor.agent.renewToken();
  await underwriter.renewSession();
}

const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const staffPathOf = (id: number, rest: string): string => `applications/${id}/amendments${rest}`;
const print = (id: number, query: string, language = 'el', by: FireAgent = fire): Promise<HttpResponse> =>
  by.client.get(by.root + pathOf(id, `/consolidated?${query}`), { headers: { 'Accept-Language': language } });
const euro = (amount: number): string => `${amount.toLocaleString('el-GR', { minimumFractionDigits: 2 })} €`;
const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;

async function read(response: HttpResponse): Promise<string> {
  expect(expectStatus(200, response).headers['content-type']).toBe('application/pdf');
  return readPrintedText(response, `${String(response.headers['content-language'])}-contract.pdf`);
}

/** Requests a change of the first object, from the day. */
async function change({ id, objects_insured: [object] }: FireEntity, day: string, changed: object): Promise<string> {
  const changes = { objects_insured: [{ ...object, ...changed }] };
  const body = { kind: 'CHANGE', effective_date: day, reason: 'Αίτημα του πελάτη', changes };
  return expectStatus(201, await fire.client.post(pathOf(id), body)).json<{ status: string }>().status;
}

function multiplySum({ objects_insured: [object] }: FireEntity, factor: number): object {
  return {
    insured_values: object!.insured_values.map((value, index) =>
      index === 0 ? { ...value, insured_value: value.insured_value * factor } : value,
    ),
  };
}

/** Issues two amendments: a higher sum from the first day, a lower one from the second. */
async function amendTwice(policy: FireEntity): Promise<void> {
  await at(FIRST_DAY);
  expect(await change(policy, FIRST_DAY, multiplySum(policy, 2))).toBe('01');
  expectStatus(200, await fire.client.put(pathOf(policy.id, '/1/charge')));
  await at(SECOND_DAY);
  expect(await change(policy, SECOND_DAY, multiplySum(policy, 1.5))).toBe('50');
}

describe('a policy as it covers a day', () => {
  it('is printed with the sum, the price and the amendments of that day, in both languages (amendments.18)', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    await amendTwice(policy);
    const unchanged = await read(await print(policy.id, `on=${addDays(FIRST_DAY, -1)}`));
    for (const part of ['Ασφαλιστήριο όπως ισχύει στις 31/01/2027', euro(sumOf(policy)), 'το ασφαλιστήριο είναι όπως εκδόθηκε'])
      expect(unchanged).toContain(part);
    const first = await read(await print(policy.id, `on=${FIRST_DAY}`));
    for (const part of [
      'όπως ισχύει στις 01/02/2027',
      euro(sumOf(policy) * 2),
      'Περιλαμβάνονται οι πρόσθετες πράξεις: 1.',
      'Ετήσια ασφάλιστρα',
    ])
      expect(first).toContain(part);
    const english = await read(await print(policy.id, `on=${SECOND_DAY}`, 'en'));
    for (const part of ['Insurance policy as of 01/04/2027', 'Including amendments: 1, 2.', '01/04/2027 – ', 'Yearly premium'])
      expect(english).toContain(part);
    expect(english).not.toMatch(/undefined|null|NaN/);
    const { pricing } = await fire.get(policy.id);
    expect(english).toContain(pricing!.gross.toFixed(2));
    const response = await print(policy.id, '');
    expect(response.headers['content-disposition']).toContain(`${policy.policy_no}-${SECOND_DAY}.pdf`);
  });

  it('is printed as it was known earlier, and without an amendment that is reversed', async () => {
    const policy = await createPolicy(fire, QUARTERLY);
    await amendTwice(policy);
    const known = await read(await print(policy.id, `on=${SECOND_DAY}&asOf=${FIRST_DAY}T12:00:00`));
    for (const part of ['Όπως ήταν γνωστό στις', euro(sumOf(policy) * 2), 'Περιλαμβάνονται οι πρόσθετες πράξεις: 1.'])
      expect(known).toContain(part);
    expectStatus(200, await issuing.staff.post(staffPathOf(policy.id, '/2/reversal'), { reason: 'Λάθος' }));
    expect(await read(await print(policy.id, `on=${SECOND_DAY}`))).toContain('Περιλαμβάνονται οι πρόσθετες πράξεις: 1.');
  });

  it('is printed for vehicles, for staff and in the sandbox', async () => {
    const { id, policyNo } = await motor.createPolicy({ plateNo: 'YYX4201' });
    const text = await read(await motor.call('GET', `policies/${id}/amendments/consolidated?on=2026-12-10`));
    expect(text).toContain('YYX4201');
    const printed = await issuing.staff.get(staffPathOf(id, '/consolidated?on=2026-12-10'));
    expect(await read(printed)).toContain(policyNo!);
    const { sandbox } = await app.createAgent({ code: 'B200' });
    const policy = await createPolicy(sandbox);
    expect(await read(await print(policy.id, `on=${START}`, 'el', sandbox))).toContain('ΔΟΚΙΜΑΣΤΙΚΟ ΠΕΡΙΒΑΛΛΟΝ');
  });

  it('is refused for a day without cover, for an application, and for the policy of another agent', async () => {
    const policy = await createPolicy(fire);
    const notCovered = { code: '-105', violations: [['on', '-105']] as const };
    for (const on of [addDays(START, -1), policy.end_date]) expectError(await print(policy.id, `on=${on}`), notCovered);
    expectError(await print(policy.id, `on=${START}&asOf=2026-11-01T10:00:00`), notCovered);
    expectError(await print(policy.id, 'on=2027-02-30'), notCovered);
    expectError(await print((await fire.insert()).id, `on=${START}`), { code: '-400' });
    const { production: other } = await app.createAgent({ code: 'B300' });
    expectError(await print(policy.id, `on=${START}`, 'el', other), { code: '-300' });
    await at(FIRST_DAY);
    expectStatus(200, await issuing.staff.post(`applications/${policy.id}/cancellation`, issuing.buildCancellation(FIRST_DAY)));
    expectError(await print(policy.id, `on=${SECOND_DAY}`), notCovered);
    await read(await print(policy.id, `on=${addDays(FIRST_DAY, -1)}`));
  });
});

describe('terms of approval', () => {
  const decide = (id: number, no: number, terms: object, rest = ''): Promise<HttpResponse> =>
    underwriter.post(staffPathOf(id, `/${no}/decisions${rest}`), { decision: 'approve_with_terms', terms });

  it('of the issue and of amendments are printed on the act and on the policy of later days (amendments.18)', async () => {
    const { id } = await fire.insert(fire.body({ 'objects_insured[0].illegal': '1' }));
    expectStatus(205, await fire.act(id, 'request_approval'));
    const terms = { loadingPercent: 10, note: 'Συναγερμός σε λειτουργία.' };
    expectStatus(200, await underwriter.post(`applications/${id}/decisions`, { decision: 'approve_with_terms', terms }));
    expectStatus(205, await fire.act(id, 'prepay'));
    expectStatus(205, await charge(fire, id));
    const policy = await fire.get(id);
    await at(FIRST_DAY);
    expect(await change(policy, FIRST_DAY, { illegal: '0' })).toBe('50');
    await at(SECOND_DAY);
    expect(await change(policy, SECOND_DAY, { ...multiplySum(policy, 2), illegal: '1' })).toBe('25');
    expectStatus(200, await fire.client.put(pathOf(id, '/2/request_approval')));
    expectError(await decide(id, 2, { excludedCovers: ['999'] }), { code: '-102', violations: [['terms.excludedCovers[0]', '-102']] });
    const previewed = expectStatus(200, await decide(id, 2, { loadingPercent: 25 }, '/preview')).json<Decided>();
    expect((await issuing.staff.get(staffPathOf(id, '/2'))).json<Decided>().status).toBe('30');
    const decided = expectStatus(200, await decide(id, 2, { loadingPercent: 25 })).json<Decided>();
    expect([decided.status, decided.due.gross, decided.after]).toEqual(['01', previewed.due.gross, previewed.after]);
    expectStatus(200, await fire.client.put(pathOf(id, '/2/charge')));
    const first = await read(await print(id, `on=${FIRST_DAY}`));
    for (const part of ['Όροι έγκρισης', '10%', 'Συναγερμός σε λειτουργία.']) expect(first).toContain(part);
    const second = await read(await print(id, `on=${SECOND_DAY}`));
    for (const part of ['Όροι έγκρισης', '25%', 'Συναγερμός σε λειτουργία.']) expect(second).toContain(part);
    const acts = await listDocuments(fire, id, ACT);
    const texts = await Promise.all(acts.map((act) => readDocumentText(fire, id, act)));
    expect(texts.map((text) => text.includes('Όροι έγκρισης'))).toEqual([false, true]);
    expect(texts[1]).toContain('25%');
  });

  it('end with an update of the amendment, which needs an approval again', async () => {
    const policy = await createPolicy(fire);
    await at(FIRST_DAY);
    expect(await change(policy, FIRST_DAY, { illegal: '1' })).toBe('25');
    expectStatus(200, await fire.client.put(pathOf(policy.id, '/1/request_approval')));
    const { underwriting } = expectStatus(200, await underwriter.get(`overview?agentCode=${policy.agent_code}`)).json<{
      underwriting: { amendments: object };
    }>();
    expect(underwriting.amendments).toEqual({ count: 1, oldest: `${FIRST_DAY}T10:00:00` });
    const approved = expectStatus(200, await decide(policy.id, 1, { loadingPercent: 25 }));
    expect(approved.json<{ status: string }>().status).toBe('01');
    const [object] = policy.objects_insured;
    const changes = { objects_insured: [{ ...object, ...multiplySum(policy, 3), illegal: '1' }] };
    const body = { kind: 'CHANGE', effective_date: FIRST_DAY, reason: 'Άλλο αίτημα', changes };
    for (const response of [await fire.client.put(pathOf(policy.id, '/1'), body), await fire.client.put(pathOf(policy.id, '/1/calc'))])
      expect(expectStatus(200, response).json<{ status: string }>().status).toBe('25');
  });
});
