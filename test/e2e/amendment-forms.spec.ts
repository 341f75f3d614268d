import { addDays } from '../../src/common/athens.js';
import { createPolicy } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectError, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

const DAY = '2027-02-01';
const BEFORE = '2027-01-31';
const TWICE = 2;

interface Form {
  readonly on: string;
  readonly kinds: readonly { readonly kind: string; readonly from: string; readonly to: string; readonly fields: readonly string[] }[];
  readonly bundles: readonly { readonly code: string; readonly addable: readonly { readonly code: string }[] }[];
  readonly questionnaire: FireEntity;
  readonly amended: FireEntity | null;
}
interface Comparison {
  readonly changes: readonly { readonly label: string; readonly before: string | null; readonly after: string | null }[];
  readonly before: { readonly gross: number };
  readonly after: { readonly gross: number };
}

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;
let policy: FireEntity;

const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;
const pathOf = (rest: string): string => `/fire-api/rsc/applications/${policy.id}/amendments${rest}`;
const staffPathOf = (rest: string): string => `applications/${policy.id}/amendments${rest}`;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A720' })).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  await issuing.moveTo('2026-11-25T08:00:00Z', agent);
  policy = await createPolicy(agent);
  await issuing.moveTo(`${DAY}T08:00:00Z`, agent);
  await underwriter.renewSession();
});
afterAll(() => app.stop());

/** A request that doubles the sum insured of the first object. */
function raiseSum(): object {
  const [object] = policy.objects_insured;
  const values = object!.insured_values.map((value, index) =>
    index === 0 ? { ...value, insured_value: value.insured_value * TWICE } : value,
  );
  return { objects_insured: [{ object_id: object!.object_id, insured_values: values }] };
}

it('the form of an agent has the contract, the kinds of agents with their days and fields, and the covers of the tariff', async () => {
  const form = expectStatus(200, await agent.client.get(pathOf('/form'))).json<Form>();
  expect(form).toMatchObject({ on: DAY, amended: null });
  expect(sumOf(form.questionnaire)).toBe(sumOf(policy));
  expect(form.kinds.map(({ kind, from }) => [kind, from])).toEqual([
    ['CHANGE', DAY],
    ['CLAUSE', DAY],
  ]);
  const [change, clause] = form.kinds;
  expect(change!.fields).toEqual(expect.arrayContaining(['objects_insured', 'objects_insured[].insured_values', 'client.mobile']));
  expect(change!.fields).not.toEqual(expect.arrayContaining(['client.afm']));
  expect(clause!.fields).toContain('objects_insured[].mortgages_loans');
  expect(clause!.fields).not.toContain('objects_insured');
  expect(form.bundles.find(({ code }) => code === policy.objects_insured[0]!.bundle_code)?.addable.length).toBeGreaterThan(0);
});

it('the form of staff has corrections too, which begin at the start of the term', async () => {
  const form = expectStatus(200, await issuing.staff.get(staffPathOf('/form'))).json<Form>();
  const correction = form.kinds.find(({ kind }) => kind === 'CORRECTION');
  expect(correction).toMatchObject({ from: policy.start_date, to: policy.start_date });
  expect(correction!.fields).toContain('client.afm');
  expectError(await underwriter.get(staffPathOf('/form')), { status: 403, code: '-203' });
});

it('the form of a vehicle policy offers its replacement, and its suspension until it is suspended', async () => {
  const vehicle = await new MotorAgent(agent).createPolicy({ policyStartDate: DAY });
  const form = expectStatus(200, await agent.client.get(`/mtr-api/resources/policies/${vehicle.id}/amendments/form`)).json<Form>();
  expect(form.kinds.map(({ kind }) => kind)).toEqual(['CHANGE', 'REPLACEMENT', 'CLAUSE', 'SUSPENSION']);
  expect(form.kinds[1]!.fields).toEqual(expect.arrayContaining(['plateNo', 'modelCode']));
  const path = `/mtr-api/resources/policies/${vehicle.id}/amendments`;
  expectStatus(201, await agent.client.post(path, { kind: 'SUSPENSION', effectiveDate: DAY, reason: 'Κατάθεση πινακίδων' }));
  const suspended = expectStatus(200, await agent.client.get(`${path}/form`)).json<Form>();
  expect(suspended.kinds.at(-1)).toMatchObject({ kind: 'REACTIVATION', from: addDays(DAY, 30), fields: [] });
});

it('an amendment that waits is in its form, in the queue of underwriting, and can only be decided there', async () => {
  const request = {
    kind: 'CHANGE',
    effective_date: DAY,
    reason: 'Ρέμα',
    changes: { objects_insured: [{ ...policy.objects_insured[0], illegal: '1' }] },
  };
  const created = expectStatus(201, await agent.client.post(pathOf(''), request)).json<{
    amendment_no: number;
    status: string;
    actions: string[];
  }>();
  expect(created.status).toBe('25');
  const no = created.amendment_no;
  const form = expectStatus(200, await agent.client.get(pathOf(`/form?amendment=${no}`))).json<Form>();
  expect([form.questionnaire, form.amended].map((one) => one?.objects_insured[0]?.['illegal'])).toEqual([
    policy.objects_insured[0]!['illegal'],
    '1',
  ]);
  expectStatus(200, await agent.client.put(pathOf(`/${no}/request_approval`)));
  const queue = expectStatus(200, await underwriter.get('amendments')).json<{ items: { applicationId: number; reasons: object[] }[] }>();
  expect(queue.items).toMatchObject([{ applicationId: policy.id, amendmentNo: no, kind: 'CHANGE', status: '30' }]);
  expect(queue.items[0]!.reasons.length).toBeGreaterThan(0);
  const actionsOf = async (client: StaffClient): Promise<string[]> =>
    expectStatus(200, await client.get(staffPathOf(`/${no}`))).json<{ actions: string[] }>().actions;
  expect([await actionsOf(underwriter), await actionsOf(issuing.staff)]).toEqual([
    ['approve', 'return', 'request_documents', 'decline'],
    [],
  ]);
  expectStatus(200, await underwriter.post(staffPathOf(`/${no}/decisions`), { decision: 'decline' }));
  expect(expectStatus(200, await underwriter.get('amendments')).json()).toMatchObject({ items: [], total: 0 });
});

it('two days of a policy are compared with titles and premium, and staff read the policy of a day', async () => {
  const sum = sumOf(policy);
  const request = { kind: 'CHANGE', effective_date: DAY, reason: 'Αύξηση κεφαλαίου', changes: raiseSum() };
  const { amendment_no: no } = expectStatus(201, await agent.client.post(pathOf(''), request)).json<{ amendment_no: number }>();
  expectStatus(200, await agent.client.put(pathOf(`/${no}/charge`)));
  for (const found of [
    await agent.client.get(pathOf(`/comparison?from=${BEFORE}&to=${DAY}`)),
    await issuing.staff.get(staffPathOf(`/comparison?from=${BEFORE}&to=${DAY}`)),
  ]) {
    const { changes, before, after } = expectStatus(200, found).json<Comparison>();
    expect(changes.map((change) => [change.before, change.after])).toEqual([[String(sum), String(sum * TWICE)]]);
    expect(after.gross).toBeGreaterThan(before.gross);
  }
  const outside = () => agent.client.get(pathOf(`/comparison?from=${BEFORE}&to=${policy.end_date}`));
  await expectRefused(app, outside, { code: '-105', violations: [['to', '-105']] });
  const read = async (query: string): Promise<number> =>
    sumOf(
      expectStatus(200, await issuing.staff.get(`applications/${policy.id}?${query}`)).json<{ questionnaire: FireEntity }>().questionnaire,
    );
  expect([await read(`on=${BEFORE}`), await read(`on=${DAY}`), await read(`on=${DAY}&asOf=2027-01-31T10:00:00`)]).toEqual([
    sum,
    sum * TWICE,
    sum,
  ]);
  expectError(await issuing.staff.get(`applications/${policy.id}?on=${policy.end_date}`), { code: '-105', violations: [['on', '-105']] });
});

it('a field that the form sends as null is emptied, in both lines', async () => {
  const vehicle = await new MotorAgent(agent).createPolicy({
    policyStartDate: DAY,
    plateNo: 'ΙΖΧ-4823',
    extraCovers: 'M10',
    driverName: 'Νίκος Παππάς',
  });
  const price = async (path: string, changes: object, day: string): Promise<[string, string | null][]> => {
    const sent = { kind: 'CHANGE', [day]: DAY, reason: 'Αφαίρεση', changes };
    const { changes: found } = expectStatus(200, await agent.client.post(`${path}/amendments/price`, sent)).json<Comparison>();
    return found.map(({ before, after }) => [String(before), after]);
  };
  const motor = `/mtr-api/resources/policies/${vehicle.id}`;
  expect((await price(motor, { extraCovers: null, driverName: null }, 'effectiveDate')).map(([, after]) => after)).toEqual([null, null]);
  const owned = await createPolicy(agent, { start_date: DAY, 'objects_insured[0].atak': '01234567890' });
  const emptied = { objects_insured: [{ object_id: owned.objects_insured[0]!.object_id, atak: null }] };
  expect(await price(`/fire-api/rsc/applications/${owned.id}`, emptied, 'effective_date')).toEqual([['01234567890', null]]);
});
