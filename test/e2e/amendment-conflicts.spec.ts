import { addDays } from '../../src/common/athens.js';
import { createPolicy, listReceipts } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectError, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';
import type { HttpResponse } from '../support/client.js';

interface Amendment {
  readonly amendmentNo: number;
  readonly status: string;
  readonly effectiveDate: string;
  readonly reinstates: number | null;
  readonly due: { readonly gross: number };
  readonly payBy: string | null;
  readonly conflicts: readonly { readonly path: string; readonly amendmentNo: number; readonly keep: string | null }[];
}

const CHANGE_DAY = '2027-02-01';
const LATER = '2027-03-01';
const EARLIER = '2027-02-10';
/** Titles of the roofs 02 and 03. */
const ROOFS = {
  el: ['Κεραμοσκεπή πάνω σε πλάκα', 'Κεραμοσκεπή σε ξύλινο ζευκτό'],
  en: ['Tiles on concrete slab', 'Tiles on timber truss'],
};

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let second: StaffClient;
let policy: FireEntity;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A720' })).production;
  issuing = await LocalCollectionClient.open(app);
  second = await StaffClient.open(app.running, 'issuing');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await at('2026-11-25');
  policy = await createPolicy(agent);
  await at(CHANGE_DAY);
});
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await second.renewSession();
}

const staff = (rest = ''): string => `applications/${policy.id}/amendments${rest}`;
const post = (rest: string, body: object): Promise<HttpResponse> => issuing.staff.post(staff(rest), body);
const charge = (no: number): Promise<HttpResponse> => issuing.staff.put(staff(`/${no}/charge`), {});
const change = (effectiveDate: string, objects_insured: readonly object[], more: object = {}): object => ({
  kind: 'CHANGE',
  effectiveDate,
  reason: 'Αίτημα',
  changes: { objects_insured },
  ...more,
});

/** The first object with another sum. */
function withSum(amount: number): object {
  const [object] = policy.objects_insured;
  const values = object!.insured_values.map((value, index) => (index === 0 ? { ...value, insured_value: amount } : value));
  return { ...object, insured_values: values };
}

/** A second object, like the first. */
function addedObject(): object {
  return { ...policy.objects_insured[0], object_id: undefined, address_number: '99' };
}

async function issue(body: object): Promise<Amendment> {
  const created = expectStatus(201, await post('', body)).json<Amendment>();
  return created.status === '50' ? created : expectStatus(200, await charge(created.amendmentNo)).json<Amendment>();
}

async function listSums(day: string): Promise<number[]> {
  const on = expectStatus(200, await agent.client.get(`/fire-api/rsc/applications/${policy.id}?on=${day}`)).json<FireEntity>();
  return on.objects_insured.map((object) => object.insured_values[0]!.insured_value);
}

describe('a conflict with a later amendment', () => {
  const sum = (): number => policy.objects_insured[0]!.insured_values[0]!.insured_value;
  const earlier = (more: object = {}): object => change(EARLIER, [withSum(sum() * 1.5)], more);

  async function findConflict(body: object): Promise<{ readonly path: string; readonly amendmentNo: number }> {
    const { conflicts } = expectStatus(200, await post('/price', body)).json<Amendment>();
    expect(conflicts).toMatchObject([{ amendmentNo: 1, keep: null, title: expect.stringContaining('Ασφαλιζόμενο κεφάλαιο') as string }]);
    return { path: conflicts[0]!.path, amendmentNo: 1 };
  }

  it('is resolved by staff: YOURS keeps the value until the end, and a reversal brings back the other one', async () => {
    await issue(change(LATER, [withSum(sum() * 2)]));
    const conflict = await findConflict(earlier());
    const issued = await issue(earlier({ resolutions: [{ ...conflict, keep: 'YOURS' }] }));
    expect(issued).toMatchObject({ status: '50', conflicts: [{ ...conflict, keep: 'YOURS' }] });
    expect([await listSums(CHANGE_DAY), await listSums(EARLIER), await listSums(LATER)]).toEqual([[sum()], [sum() * 1.5], [sum() * 1.5]]);
    expectStatus(200, await post('/2/reversal', { reason: 'Λάθος' }));
    expect([await listSums(EARLIER), await listSums(LATER)]).toEqual([[sum()], [sum() * 2]]);
  });

  it('is resolved by staff: THEIRS lets the later value count from its day', async () => {
    await issue(change(LATER, [withSum(sum() * 2)]));
    const conflict = await findConflict(earlier());
    await issue(earlier({ resolutions: [{ ...conflict, keep: 'THEIRS' }] }));
    expect([await listSums(EARLIER), await listSums(LATER)]).toEqual([[sum() * 1.5], [sum() * 2]]);
  });

  it('is not resolved by a choice that names another path, or a wrong value', async () => {
    await issue(change(LATER, [withSum(sum() * 2)]));
    const { path } = await findConflict(earlier());
    const send = (resolution: object) => () => post('', earlier({ resolutions: [resolution] }));
    await expectRefused(app, send({ path: 'objects_insured[1].city', amendmentNo: 1, keep: 'YOURS' }), {
      code: '-102',
      violations: [['resolutions[0]', '-102']],
    });
    await expectRefused(app, send({ path, amendmentNo: 1, keep: 'MINE' }), { code: '-102', violations: [['resolutions[0].keep', '-102']] });
    await expectRefused(app, send({ path, amendmentNo: 0, keep: 'YOURS' }), {
      code: '-102',
      violations: [['resolutions[0].amendmentNo', '-102']],
    });
  });

  it('shows the title of the field and both values in words, in the language of the call (amendments.8)', async () => {
    const [object] = policy.objects_insured;
    const built = (roof: string): object => ({ ...object, roof_construction: roof });
    await issue(change(LATER, [built('02')]));
    const body = change(EARLIER, [built('03')]);
    const price = async (language: string): Promise<object> => {
      const headers = { 'Accept-Language': language };
      const priced = expectStatus(200, await issuing.staff.send('POST', staff('/price'), { json: body, headers })).json<Amendment>();
      return priced.conflicts[0]!;
    };
    const path = `objects_insured[${object!.object_id}].roof_construction`;
    expect(await price('el')).toMatchObject({ path, title: 'Ασφαλιζόμενο αντικείμενο 1 · Στέγη', theirs: ROOFS.el[0], yours: ROOFS.el[1] });
    expect(await price('en')).toMatchObject({ theirs: ROOFS.en[0], yours: ROOFS.en[1] });
  });

  it('about an object that it removes is shown with the path, and THEIRS is refused', async () => {
    await issue(change(CHANGE_DAY, [withSum(sum()), addedObject()]));
    const [first, added] = (await agent.get(policy.id)).objects_insured;
    await issue(change(LATER, [first!, { ...added, city: 'Βόλος' }]));
    const remove = change(EARLIER, [first!]);
    const { conflicts } = expectStatus(200, await post('/price', remove)).json<Amendment>();
    const path = `objects_insured[${added!.object_id}]`;
    expect(conflicts).toMatchObject([{ path, amendmentNo: 2, theirs: 'Πόλη: Βόλος', yours: null }]);
    await expectRefused(app, () => post('', remove), { status: 412, code: '-402', violations: [[path, '-402']] });
    const resolve = (keep: string): object => ({ ...remove, resolutions: [{ path, amendmentNo: 2, keep }] });
    await expectRefused(app, () => post('', resolve('THEIRS')), { status: 412, code: '-402', violations: [[`${path}.city`, '-402']] });
    await issue(resolve('YOURS'));
    expect([await listSums(EARLIER), await listSums(LATER)]).toEqual([[sum()], [sum()]]);
  });

  it('refuses the reversal of an amendment whose object a later one changes', async () => {
    await issue(change(CHANGE_DAY, [withSum(sum()), addedObject()]));
    const [first, added] = (await agent.get(policy.id)).objects_insured;
    await issue(change(LATER, [first!, { ...added, city: 'Βόλος' }]));
    const violations = [[`objects_insured[${added!.object_id}].city`, '-402']] as const;
    await expectRefused(app, () => post('/1/reversal', { reason: 'Λάθος' }), { status: 412, code: '-402', violations });
    expectStatus(200, await post('/2/reversal', { reason: 'Λάθος' }));
    expectStatus(200, await post('/1/reversal', { reason: 'Λάθος' }));
  });
});

describe('a reinstatement', () => {
  const sum = (): number => policy.objects_insured[0]!.insured_values[0]!.insured_value;

  it('creates an amendment from the same day, which staff charge with a second person', async () => {
    const { due } = await issue(change(CHANGE_DAY, [withSum(sum() * 2)]));
    expectStatus(200, await post('/1/reversal', { reason: 'Λάθος' }));
    await at(addDays(CHANGE_DAY, 3));
    const twice = await Promise.all([1, 2].map(() => post('/1/reinstatement', { reason: 'Ο αντιλογισμός ήταν λάθος' })));
    const created = expectStatus(
      201,
      twice.find(({ status }) => status === 201)!,
    ).json<Amendment>();
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(created).toMatchObject({ amendmentNo: 2, reinstates: 1, status: '01', effectiveDate: CHANGE_DAY, due });
    expect(created.payBy! > addDays(CHANGE_DAY, 3)).toBe(true);
    expectError(await post('/1/reinstatement', { reason: 'Ξανά' }), { code: '-400' });
    const byAgent = (step: string) => () => agent.client.put(`/fire-api/rsc/applications/${policy.id}/amendments/2/${step}`);
    await expectRefused(app, byAgent('charge'), { code: '-400' });
    expect((await byAgent('charge')()).text).toContain('Την εκδίδει η ασφαλιστική εταιρεία.');
    await expectRefused(app, byAgent('prepay'), { code: '-400' });
    const { id } = expectStatus(202, await charge(2)).json<{ readonly id: number }>();
    expect(await listSums(CHANGE_DAY)).toEqual([sum()]);
    expectStatus(200, await second.put(`pending-actions/${id}/approve`, undefined));
    expect(await listSums(CHANGE_DAY)).toEqual([sum() * 2]);
    expect((await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'ENDORSEMENT').map(({ gross }) => gross)).toEqual([
      due.gross,
      -due.gross,
      due.gross,
    ]);
  });

  it('is refused for an amendment that is not reversed, and without a reason', async () => {
    await issue(change(CHANGE_DAY, [withSum(sum() * 2)]));
    await expectRefused(app, () => post('/1/reinstatement', { reason: 'Λάθος' }), { code: '-401' });
    expectStatus(200, await post('/1/reversal', { reason: 'Λάθος' }));
    await expectRefused(app, () => post('/1/reinstatement', {}), { code: '-101', violations: [['reason', '-101']] });
  });
});

it('changes with an unknown field are refused, and fields of a response may be sent back', async () => {
  const wrong = { ...withSum(1000), bundelCode: '104' };
  await expectRefused(app, () => post('', change(CHANGE_DAY, [wrong])), {
    code: '-102',
    violations: [['changes.objects_insured[0].bundelCode', '-102']],
  });
  const shown = await agent.get(policy.id);
  const echoed = { ...shown, contact_way_code: '02' };
  expectStatus(200, await post('/price', { kind: 'CHANGE', effectiveDate: CHANGE_DAY, reason: 'Αίτημα', changes: echoed }));
});
