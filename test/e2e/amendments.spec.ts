import { addDays } from '../../src/common/athens.js';
import { createPolicy, listReceipts, QUARTERLY, START, type ReceiptEntity } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused, expectError, expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';
import type { HttpResponse } from '../support/client.js';

interface Amendment {
  readonly amendment_no: number;
  readonly status: string;
  readonly effective_date: string;
  readonly version: number;
  readonly due: { readonly gross: number };
  readonly receipts: readonly { readonly kind: string; readonly gross: number; readonly covers: readonly { readonly delta: number }[] }[];
  readonly conflicts: readonly { readonly path: string; readonly amendment_no: number }[];
  readonly messages: readonly { readonly code: string }[];
  readonly payment_code: string | null;
  readonly pay_by: string | null;
  readonly actions: readonly string[];
}
type StaffAmendment = { readonly [Field in keyof Amendment as Field extends 'amendment_no' ? 'amendmentNo' : Field]: Amendment[Field] };

const CHANGE_DAY = '2027-02-01';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'A710' })).production;
  other = (await app.createAgent({ code: 'A711' })).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(() => at('2026-11-25'));
afterEach(() => issuing.expectBalancedLedger());

async function at(day: string): Promise<void> {
  await issuing.moveTo(`${day}T08:00:00Z`, agent);
  await other.renewToken();
  await underwriter.renewSession();
}

const pathOf = (id: number, rest = ''): string => `/fire-api/rsc/applications/${id}/amendments${rest}`;
const send = (id: number, body: object, by = agent): Promise<HttpResponse> => by.client.post(pathOf(id), body);
const act = (id: number, no: number, step: string): Promise<HttpResponse> => agent.client.put(pathOf(id, `/${no}/${step}`));
const read = async (id: number, no: number): Promise<Amendment> =>
  expectStatus(200, await agent.client.get(pathOf(id, `/${no}`))).json<Amendment>();

/** A request that changes the sum insured of the first object. */
function changeSum({ objects_insured: [object] }: FireEntity, amount: number, effective_date = CHANGE_DAY, more: object = {}): object {
  const values = object!.insured_values.map((value, index) => (index === 0 ? { ...value, insured_value: amount } : value));
  return {
    kind: 'CHANGE',
    effective_date,
    reason: 'Αλλαγή κεφαλαίου',
    changes: { objects_insured: [{ ...object, insured_values: values }] },
    ...more,
  };
}

const sumOf = ({ objects_insured: [object] }: FireEntity): number => object!.insured_values[0]!.insured_value;
const key = ({ kind, period_from, period_to, net, gross, status }: ReceiptEntity): string =>
  [kind, period_from, period_to, net, gross, status].join(' ');

async function create(id: number, body: object): Promise<Amendment> {
  return expectStatus(201, await send(id, body)).json<Amendment>();
}

/** Creates an increase and charges it. */
async function charge(id: number, body: object): Promise<Amendment> {
  const { amendment_no: no } = await create(id, body);
  return expectStatus(200, await act(id, no, 'charge')).json<Amendment>();
}

describe('an increase', () => {
  it('is in force when it is charged: the policy shows the new sum, the receipt the difference of the rest of the year', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const body = changeSum(policy, sumOf(policy) * 2);
    const priced = expectStatus(200, await agent.client.post(pathOf(policy.id, '/price'), body)).json<Amendment>();
    expect(priced).toMatchObject({ amendment_no: 0, status: '01', pay_by: CHANGE_DAY, actions: [] });
    const created = await create(policy.id, body);
    expect(created).toMatchObject({ amendment_no: 1, status: '01', due: priced.due });
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy));
    const issued = expectStatus(200, await act(policy.id, 1, 'charge')).json<Amendment>();
    expect(issued).toMatchObject({ status: '50', due: priced.due });
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy) * 2);
    const endorsements = (await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'ENDORSEMENT');
    expect(endorsements).toMatchObject([
      { status: 'PAID', period_from: CHANGE_DAY, period_to: policy.end_date, gross: priced.due.gross, fee: 0 },
    ]);
  });

  it('that is paid a day late by its code goes to suspense, and its next price begins today', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const { amendment_no: no } = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    const asked = expectStatus(200, await act(policy.id, no, 'prepay')).json<Amendment>();
    await at(addDays(CHANGE_DAY, 1));
    const late = expectStatus(200, await issuing.sendPayment(asked.payment_code ?? '', asked.due.gross));
    expect(late.json()).toMatchObject({ outcome: 'SUSPENDED', reason: { code: '-704' } });
    expect([sumOf(await agent.get(policy.id)), (await read(policy.id, no)).status]).toEqual([sumOf(policy), '45']);
    const again = expectStatus(200, await act(policy.id, no, 'calc')).json<Amendment>();
    expect(again).toMatchObject({ status: '01', effective_date: addDays(CHANGE_DAY, 1), payment_code: null });
    expect(again.due.gross).toBeLessThan(asked.due.gross);
  });

  it('is paid by its code in time although the file of the bank comes days later', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const { amendment_no: no } = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    const asked = expectStatus(200, await act(policy.id, no, 'prepay')).json<Amendment>();
    await at(addDays(CHANGE_DAY, 2));
    await app.runDueWork('production');
    const paid = expectStatus(200, await issuing.sendPayment(asked.payment_code ?? '', asked.due.gross, undefined, CHANGE_DAY));
    expect(paid.json()).toMatchObject({ outcome: 'INSTALMENT_PAID', applicationId: policy.id });
    expect([sumOf(await agent.get(policy.id)), (await read(policy.id, no)).status]).toEqual([sumOf(policy) * 2, '50']);
  });

  it('that nobody paid returns to its price when the grace is over', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const { amendment_no: no } = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    expectStatus(200, await act(policy.id, no, 'prepay'));
    await at(addDays(CHANGE_DAY, 10));
    await app.runDueWork('production');
    expect(await read(policy.id, no)).toMatchObject({ status: '01', payment_code: null, pay_by: CHANGE_DAY });
    expectError(await act(policy.id, no, 'charge'), { code: '-605' });
  });

  it('of a later day changes the policy on that day', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const later = addDays(CHANGE_DAY, 5);
    expect(await charge(policy.id, changeSum(policy, sumOf(policy) * 2, later))).toMatchObject({ status: '50' });
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy));
    await at(later);
    expect(await app.runDueWork('production')).toBe(1);
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy) * 2);
  });

  it('shows the policy of another day with on, and as it was known earlier with asOf', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await charge(policy.id, changeSum(policy, sumOf(policy) * 2));
    const read = async (query: string): Promise<number> =>
      sumOf(expectStatus(200, await agent.client.get(`/fire-api/rsc/applications/${policy.id}?${query}`)).json<FireEntity>());
    const [before, after] = [sumOf(policy), sumOf(policy) * 2];
    expect(await read(`on=${addDays(CHANGE_DAY, -1)}`)).toBe(before);
    expect(await read(`on=${CHANGE_DAY}`)).toBe(after);
    expect(await read(`on=${CHANGE_DAY}&asOf=2027-01-31T10:00:00`)).toBe(before);
    const outside = (): Promise<HttpResponse> => agent.client.get(`/fire-api/rsc/applications/${policy.id}?on=${policy.end_date}`);
    await expectRefused(app, outside, { code: '-105', violations: [['on', '-105']] });
  });

  it('replaces the receipts that are not paid, and leaves untouched covers as they are', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await at('2027-01-15');
    const before = await listReceipts(agent, policy.id);
    await charge(policy.id, changeSum(policy, sumOf(policy) * 2, '2027-01-15'));
    const after = await listReceipts(agent, policy.id);
    expect(after.filter(({ status }) => status === 'CANCELLED').map(({ receipt_no: no }) => no)).toEqual(
      before.slice(1).map(({ receipt_no: no }) => no),
    );
    expect(after.filter(({ status }) => status === 'PENDING').map(({ period_from: from }) => from)).toEqual(
      before.slice(1).map(({ period_from: from }) => from),
    );
  });
});

describe('a decrease', () => {
  it('is issued at once and given back to the agent; twice the same change gives back once', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const body = changeSum(policy, sumOf(policy) / 2);
    expect(await create(policy.id, body)).toMatchObject({ amendment_no: 1, status: '50' });
    const [refund] = (await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'ENDORSEMENT');
    expect(refund!.gross).toBeLessThan(0);
    await expectRefused(app, () => send(policy.id, body), { code: '-102', violations: [['changes', '-102']] });
  });

  it('and the increase back on the same day cost nothing together', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await at(CHANGE_DAY);
    await create(policy.id, changeSum(policy, sumOf(policy) / 2));
    await charge(policy.id, changeSum(policy, sumOf(policy)));
    const open = (await listReceipts(agent, policy.id)).filter(({ status }) => status !== 'CANCELLED');
    const cents = open.filter(({ kind }) => kind === 'ENDORSEMENT').reduce((sum, { gross }) => sum + Math.round(gross * 100), 0);
    expect(cents).toBe(0);
  });
});

describe('several amendments', () => {
  it('of which one is issued: the other is told and can be priced again', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const first = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    const second = await create(policy.id, changeSum(policy, sumOf(policy) * 1.5));
    expectStatus(200, await act(policy.id, first.amendment_no, 'charge'));
    expectError(await act(policy.id, second.amendment_no, 'charge'), { status: 412, code: '-402' });
    const rebased = expectStatus(200, await act(policy.id, second.amendment_no, 'calc')).json<Amendment>();
    expect(rebased.status).toBe('50');
    expect(rebased.due.gross).toBeLessThan(0);
  });

  it('that write the same field out of order conflict, with the path and both values', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await charge(policy.id, changeSum(policy, sumOf(policy) * 2, '2027-03-01'));
    const earlier = changeSum(policy, sumOf(policy) * 1.5, '2027-02-10');
    const priced = expectStatus(200, await agent.client.post(pathOf(policy.id, '/price'), earlier)).json<Amendment>();
    expect(priced.conflicts).toMatchObject([{ amendment_no: 1, effective_date: '2027-03-01' }]);
    const { path } = priced.conflicts[0]!;
    await expectRefused(app, () => send(policy.id, earlier), { status: 412, code: '-402', violations: [[path, '-402']] });
  });

  it('at the same moment: exactly one is issued', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const { amendment_no: no } = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(policy.id, no, 'charge')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await listReceipts(agent, policy.id)).filter(({ kind }) => kind === 'ENDORSEMENT')).toHaveLength(1);
  });
});

describe('staff', () => {
  const staff = (id: number, rest = ''): string => `applications/${id}/amendments${rest}`;

  it('reverse an amendment, and premium and contract are as they were', async () => {
    const policy = await createPolicy(agent, QUARTERLY);
    await at(CHANGE_DAY);
    const before = (await listReceipts(agent, policy.id)).filter(({ status }) => status !== 'CANCELLED').map(key);
    await charge(policy.id, changeSum(policy, sumOf(policy) * 2));
    const preview = expectStatus(200, await issuing.staff.post(staff(policy.id, '/1/reversal/preview'), {})).json<StaffAmendment>();
    const reversed = expectStatus(200, await issuing.staff.post(staff(policy.id, '/1/reversal'), { reason: 'Λάθος συμβόλαιο' }));
    expect(reversed.json<StaffAmendment>()).toMatchObject({ status: '70' });
    expect(preview.due.gross).toBeLessThan(0);
    expect(sumOf(await agent.get(policy.id))).toBe(sumOf(policy));
    const left = (await listReceipts(agent, policy.id))
      .filter(({ status, kind }) => status !== 'CANCELLED' && kind !== 'ENDORSEMENT')
      .map(key);
    expect(left).toEqual(before);
    expectError(await issuing.staff.post(staff(policy.id, '/1/reversal'), { reason: 'Ξανά' }), { code: '-401' });
  });

  it('correct the AFM of the client with a second person, and a property number alone', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const correct = (changes: object): object => ({ kind: 'CORRECTION', effectiveDate: CHANGE_DAY, reason: 'Διόρθωση', changes });
    const objects_insured = [{ ...policy.objects_insured[0], atak: '01234567890' }];
    const alone = expectStatus(201, await issuing.staff.post(staff(policy.id), correct({ objects_insured }))).json<StaffAmendment>();
    expect(alone).toMatchObject({ amendmentNo: 1, status: '50', effectiveDate: START });
    expect((await agent.get(policy.id)).objects_insured).toMatchObject([{ atak: '01234567890' }]);
    const client = { ...policy.client, afm: '332079258' };
    const afm = expectStatus(201, await issuing.staff.post(staff(policy.id), correct({ client }))).json<StaffAmendment>();
    expect(afm).toMatchObject({ amendmentNo: 2, status: '01' });
    expectStatus(202, await issuing.staff.put(staff(policy.id, '/2/charge'), {}));
    expect((await agent.get(policy.id)).client).toMatchObject({ afm: policy.client.afm });
  });

  it('of the AFM need a second person after an approval too, and check If-Match', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const changes = { client: { ...policy.client, afm: '332079258' }, objects_insured: [{ ...policy.objects_insured[0], illegal: '1' }] };
    const body = { kind: 'CORRECTION', effectiveDate: CHANGE_DAY, reason: 'Διόρθωση', changes };
    const created = expectStatus(201, await issuing.staff.post(staff(policy.id), body));
    expect(created.json<StaffAmendment>()).toMatchObject({ status: '25' });
    const path = staff(policy.id, '/1/request_approval');
    const etag = String(created.headers['etag']);
    expect((await issuing.staff.get(staff(policy.id, '/1'))).headers['etag']).toBe(etag);
    expectStatus(200, await issuing.staff.put(path, {}, { headers: { 'If-Match': etag } }));
    const decide = { json: { decision: 'approve' }, headers: { 'If-Match': etag } };
    expectError(await underwriter.send('POST', staff(policy.id, '/1/decisions'), decide), { status: 412, code: '-402' });
    const approved = expectStatus(200, await underwriter.post(staff(policy.id, '/1/decisions'), { decision: 'approve' }));
    expect(approved.json<StaffAmendment>()).toMatchObject({ status: '01', due: { gross: 0 } });
    expectStatus(202, await issuing.staff.put(staff(policy.id, '/1/charge'), {}));
    expect((await agent.get(policy.id)).client).toMatchObject({ afm: policy.client.afm });
  });

  it('increase cover for past days with a declaration, an approval, and a payment in the days after it', async () => {
    const policy = await createPolicy(agent);
    const asked = addDays(CHANGE_DAY, -5);
    await at(CHANGE_DAY);
    const { changes } = changeSum(policy, sumOf(policy) * 2) as { changes: object };
    const body = { kind: 'CHANGE', effectiveDate: asked, receivedOn: asked, reason: 'Αίτημα', changes };
    expectError(await issuing.staff.post(staff(policy.id), body), { code: '-104', violations: [['effectiveDate', '-104']] });
    const created = expectStatus(201, await issuing.staff.post(staff(policy.id), { ...body, isLossUnknown: true }));
    expect(created.json<StaffAmendment>()).toMatchObject({ status: '25', payBy: null, messages: [{ code: 'BACKDATED_INCREASE' }] });
    expectStatus(200, await issuing.staff.put(staff(policy.id, '/1/calc'), {}));
    expectStatus(200, await issuing.staff.put(staff(policy.id, '/1/request_approval'), {}));
    const approved = expectStatus(200, await underwriter.post(staff(policy.id, '/1/decisions'), { decision: 'approve' }));
    const { payBy, ...stored } = approved.json<StaffAmendment & { readonly payBy: string }>();
    expect(stored).toMatchObject({ status: '01', effectiveDate: asked });
    expect(payBy).toMatch(/^2027-02-(0[2-9]|[1-2]\d)$/);
    await at(addDays(CHANGE_DAY, 3));
    expect(expectStatus(200, await act(policy.id, 1, 'charge')).json<Amendment>()).toMatchObject({ status: '50', effective_date: asked });
    expect((await listReceipts(agent, policy.id)).at(-1)).toMatchObject({ kind: 'ENDORSEMENT', period_from: asked });
  });

  it('lose the past days of an increase that is not paid in time after its approval', async () => {
    const policy = await createPolicy(agent);
    const asked = addDays(CHANGE_DAY, -5);
    await at(CHANGE_DAY);
    const { changes } = changeSum(policy, sumOf(policy) * 2) as { changes: object };
    const body = { kind: 'CHANGE', effectiveDate: asked, receivedOn: asked, reason: 'Αίτημα', isLossUnknown: true, changes };
    expectStatus(201, await issuing.staff.post(staff(policy.id), body));
    expectStatus(200, await issuing.staff.put(staff(policy.id, '/1/request_approval'), {}));
    expectStatus(200, await underwriter.post(staff(policy.id, '/1/decisions'), { decision: 'approve' }));
    const late = addDays(CHANGE_DAY, 60);
    await at(late);
    expectError(await act(policy.id, 1, 'charge'), { code: '-605' });
    expect(expectStatus(200, await act(policy.id, 1, 'calc')).json<Amendment>()).toMatchObject({ effective_date: late, pay_by: late });
  });

  it('of underwriting approve a reduction only with the consent of the mortgagee', async () => {
    const policy = await createPolicy(agent, { 'objects_insured[0].mortgages_loans': [{ bank_id: '011', amount_loan: 50_000 }] });
    await at(CHANGE_DAY);
    const referred = await create(policy.id, changeSum(policy, sumOf(policy) / 2));
    expect([referred.status, referred.messages.some(({ code }) => code === 'MORTGAGEE_CONSENT')]).toEqual(['25', true]);
    expectStatus(200, await act(policy.id, 1, 'request_approval'));
    expectError(await underwriter.post(staff(policy.id, '/1/decisions'), { decision: 'approve' }), {
      code: '-101',
      violations: [['documents', '-101']],
    });
    expectStatus(200, await underwriter.post(staff(policy.id, '/1/decisions'), { decision: 'decline' }));
    expect((await read(policy.id, 1)).status).toBe('31');
  });

  it('cancel an amended policy: what is given back is what was paid for the days after', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    await charge(policy.id, changeSum(policy, sumOf(policy) * 2));
    await create(policy.id, changeSum(policy, sumOf(policy) * 1.5, addDays(CHANGE_DAY, 20)));
    await at('2027-06-01');
    expectStatus(200, await issuing.cancel(policy.id, '2027-06-01'));
    const receipts = await listReceipts(agent, policy.id);
    const [taken, given] = [receipts.filter(({ gross }) => gross > 0), receipts.filter(({ gross }) => gross < 0)].map((side) =>
      side.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0),
    );
    expect(taken! + given!).toBeGreaterThan(0);
    expect(receipts.filter(({ kind }) => kind === 'REFUND').length).toBeGreaterThan(0);
  });
});

describe('a request is refused, and nothing changes,', () => {
  it('for each bad field, forbidden change, date and policy', async () => {
    const policy = await createPolicy(agent);
    const draft = await agent.insert(agent.body());
    await at(CHANGE_DAY);
    const good = changeSum(policy, sumOf(policy) * 2) as Record<string, unknown>;
    const sent = (more: object) => () => send(policy.id, { ...good, ...more });
    await expectAllRefused(app, [
      [sent({ kind: 'OTHER' }), { code: '-102', violations: [['kind', '-102']] }],
      [sent({ kind: 'CORRECTION' }), { code: '-102', violations: [['kind', '-102']] }],
      [sent({ kind: null }), { code: '-101', violations: [['kind', '-101']] }],
      [sent({ reason: ' ' }), { code: '-101', violations: [['reason', '-101']] }],
      [sent({ reason: 'α'.repeat(501) }), { code: '-102', violations: [['reason', '-102']] }],
      [sent({ effective_date: 'αύριο' }), { code: '-104', violations: [['effective_date', '-104']] }],
      [sent({ effective_date: addDays(CHANGE_DAY, -1) }), { code: '-104', violations: [['effective_date', '-104']] }],
      [sent({ effective_date: policy.end_date }), { code: '-104', violations: [['effective_date', '-104']] }],
      [sent({ received_on: CHANGE_DAY }), { code: '-102', violations: [['received_on', '-102']] }],
      [sent({ changes: 'τίποτα' }), { code: '-102', violations: [['changes', '-102']] }],
      [sent({ changes: {} }), { code: '-102', violations: [['changes', '-102']] }],
      [sent({ changes: { start_date: '2027-01-01' } }), { code: '-102', violations: [['changes.start_date', '-102']] }],
      [sent({ changes: { pay_frequency_in_months: 6 } }), { code: '-102', violations: [['changes.pay_frequency_in_months', '-102']] }],
      [() => send(draft.id, good), { code: '-400' }],
      [() => send(policy.id, good, other), { code: '-300' }],
      [() => act(policy.id, 7, 'charge'), { code: '-304' }],
    ]);
  });

  it('after the policy was cancelled, which closes what is open', async () => {
    const policy = await createPolicy(agent);
    await at(CHANGE_DAY);
    const { amendment_no: no } = await create(policy.id, changeSum(policy, sumOf(policy) * 2));
    expectStatus(200, await issuing.cancel(policy.id, CHANGE_DAY));
    expect((await read(policy.id, no)).status).toBe('02');
    await expectRefused(app, () => send(policy.id, changeSum(policy, sumOf(policy) * 3)), { code: '-401' });
  });
});
