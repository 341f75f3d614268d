import { jest } from '@jest/globals';
import { addDays } from '../../src/common/athens.js';
import { charge } from '../support/collection.js';
import type { HttpResponse } from '../support/client.js';
import { expectAllRefused, expectRefused, type ExpectedError } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

interface Authority {
  readonly id: number;
  readonly state: string;
  readonly userName: string;
  readonly maxSumInsured: number | null;
  readonly endedBy: string | null;
}
interface Preview {
  readonly status: string;
  readonly authority: {
    sufficient: boolean;
    exceeded: string[];
    mayDecide: { id: number; name: string }[];
    secondPersonReason: string | null;
  };
}

const TODAY = '2026-11-20';
const EXCEEDED = { status: 403, code: '-207' };
const FREE = { lines: ['fire', 'motor'], validFrom: '2026-01-01' };
const OPEN = {
  requireAuthority: true,
  secondPersonApprovalsAbove: null,
  secondPersonDeclines: false,
  secondPersonClosings: false,
  secondPersonAuthorities: false,
};

let app: FireApp;
let agent: FireAgent;
let admin: StaffClient;
/** Covers everything. */
let senior: StaffClient;
/** Has no authority, and gets one for each test. */
let junior: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  admin = await StaffClient.open(app.running, 'admin');
  senior = await open('Ελένη Σταύρου');
  await grant(senior, FREE);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await change(OPEN);
  junior = await open('Νίκος Δήμου');
});
afterEach(async () => {
  // Only the people of a test may be named in it.
  await app.query('production', `UPDATE gateway.app_user SET status = 'disabled' WHERE role = 'underwriter' AND id <> $1`, [senior.userId]);
});

async function open(name: string): Promise<StaffClient> {
  const client = await StaffClient.open(app.running, 'underwriter');
  await app.query('production', 'UPDATE gateway.app_user SET name = $2 WHERE id = $1', [client.userId, name]);
  return client;
}

async function change(settings: object): Promise<void> {
  expectStatus(200, await admin.put('settings', settings));
}

async function grant(to: StaffClient, limits: object): Promise<Authority> {
  return expectStatus(201, await admin.post('authorities', { ...FREE, userId: to.userId, ...limits })).json<Authority>();
}

async function createReferred(): Promise<FireEntity> {
  const { id } = await agent.insert(agent.body({ 'objects_insured[0].illegal': '1' }));
  expectStatus(205, await agent.act(id, 'request_approval'));
  return agent.get(id);
}

/** Sum insured of the object; its covers of a group have the same. */
function sumOf({ objects_insured: [object] }: FireEntity): number {
  return object!.insured_values.reduce((total, { insured_value: value }) => total + value, 0);
}

const premiumOf = ({ pricing }: FireEntity): number => pricing!.gross;
const rulesOf = ({ messages }: FireEntity): string[] => messages.filter(({ severity }) => severity === 'referral').map(({ code }) => code);
const getStatus = async (id: number): Promise<string> => (await agent.get(id)).status_code;
const approve = (id: number, by = junior): Promise<HttpResponse> => by.decide(id, 'approve');
const preview = async (id: number, by = junior): Promise<Preview> =>
  expectStatus(200, await by.post(`applications/${id}/decisions/preview`, { decision: 'approve' })).json<Preview>();
const exceeded = (...paths: string[]): ExpectedError => ({ ...EXCEEDED, faults: paths.map((path) => [path, '-207'] as const) });

/** Expects a refusal whose message names both what exceeds and who may. */
async function expectExceeded(call: () => Promise<HttpResponse>, paths: readonly string[], ...words: string[]): Promise<void> {
  const before = await app.readFingerprint();
  const response = await call();
  const { error, message, details } = response.json<{ error: string; message: string; details: { path: string }[] }>();
  expect([response.status, error, details.map(({ path }) => path)]).toEqual([403, '-207', paths]);
  for (const word of words) expect(message).toContain(word);
  expect(await app.readFingerprint()).toEqual(before);
}

describe('an underwriter to whom nobody has granted an authority', () => {
  it('decides everything while none is required, and nothing once it is', async () => {
    await change({ requireAuthority: false });
    expectStatus(200, await approve((await createReferred()).id));
    await change({ requireAuthority: true });
    const { id } = await createReferred();
    await expectExceeded(() => approve(id), ['decision'], 'Ελένη Σταύρου');
    await expectExceeded(() => junior.decide(id, 'decline'), ['decision']);
    // Neither binds the insurer.
    expectStatus(200, await junior.decide(id, 'request_documents'));
  });

  it('is not one whose authority has ended: that one decides nothing, although none is required', async () => {
    await change({ requireAuthority: false });
    const { id } = await grant(junior, {});
    expect(expectStatus(200, await admin.post(`authorities/${id}/end`, {})).json<Authority>()).toMatchObject({ state: 'PAST' });
    const referred = await createReferred();
    await expectExceeded(() => approve(referred.id), ['decision']);
    await expectRefused(app, () => admin.post(`authorities/${id}/end`, {}), { code: '-400' });
  });
});

describe('the limits of an authority', () => {
  it('allow an approval exactly at each of them', async () => {
    const referred = await createReferred();
    await grant(junior, {
      lines: ['fire'],
      rules: rulesOf(referred),
      maxSumInsured: sumOf(referred),
      maxPremium: premiumOf(referred),
      maxLoadingPercent: 0,
      maxDeductible: 0,
      validFrom: TODAY,
      validTo: TODAY,
    });
    expect((await preview(referred.id)).authority).toMatchObject({ sufficient: true, exceeded: [] });
    expectStatus(200, await approve(referred.id));
  });

  it.each([
    ['a cent of sum insured', (one: FireEntity) => ({ maxSumInsured: Number((sumOf(one) - 0.01).toFixed(2)) }), 'price.sumInsured'],
    ['a cent of premium', (one: FireEntity) => ({ maxPremium: Number((premiumOf(one) - 0.01).toFixed(2)) }), 'price.gross'],
    ['a rule that is not granted', () => ({ rules: ['MORTGAGEE_CONSENT'] }), 'messages'],
    ['a line that is not granted', () => ({ lines: ['motor'] }), 'line'],
    ['an authority that ended yesterday', () => ({ validTo: addDays(TODAY, -1) }), 'decision'],
    ['an authority that begins tomorrow', () => ({ validFrom: addDays(TODAY, 1) }), 'decision'],
  ] as const)('refuse an approval for %s, with who may', async (_, limits, path) => {
    const referred = await createReferred();
    await grant(junior, limits(referred));
    await expectExceeded(() => approve(referred.id), [path], 'Μπορούν να αποφασίσουν: Ελένη Σταύρου.');
    const { status, authority } = await preview(referred.id);
    expect(status).toBe('01');
    expect(authority).toMatchObject({ sufficient: false, mayDecide: [{ id: senior.userId, name: 'Ελένη Σταύρου' }] });
    expect(authority.exceeded).toHaveLength(1);
    expect(await getStatus(referred.id)).toBe('30');
    expectStatus(200, await approve(referred.id, senior));
  });

  it('hold for the terms of the decision', async () => {
    const { id } = await createReferred();
    await grant(junior, { maxLoadingPercent: 12.5, maxDeductible: 300 });
    const withTerms = (terms: object): Promise<HttpResponse> => junior.decide(id, 'approve_with_terms', { terms });
    await expectExceeded(() => withTerms({ loadingPercent: 12.51 }), ['terms.loadingPercent'], '12,51%');
    await expectExceeded(() => withTerms({ deductible: 300.01 }), ['terms.deductible']);
    expectStatus(200, await withTerms({ loadingPercent: 12.5, deductible: 300 }));
  });

  it('say that nobody may when nobody has the authority', async () => {
    await app.query('production', `UPDATE gateway.app_user SET status = 'disabled' WHERE id = $1`, [senior.userId]);
    const { id } = await createReferred();
    await expectExceeded(() => approve(id), ['decision'], 'Κανείς δεν έχει τώρα εγκριτικά όρια');
    await app.query('production', `UPDATE gateway.app_user SET status = 'active' WHERE id = $1`, [senior.userId]);
  });

  it('of two authorities are not added up: one of them must cover the decision', async () => {
    const referred = await createReferred();
    await grant(junior, { maxSumInsured: 1 });
    await grant(junior, { lines: ['motor'] });
    await expectExceeded(() => approve(referred.id), ['price.sumInsured']);
    await grant(junior, { maxSumInsured: sumOf(referred) });
    expectStatus(200, await approve(referred.id));
  });

  it('hold for amendments', async () => {
    const { id } = await agent.insertIn('45');
    expectStatus(205, await charge(agent, id));
    const policy = await agent.get(id);
    const request = {
      kind: 'CHANGE',
      effective_date: addDays(policy.start_date, 1),
      reason: 'Ρέμα',
      changes: { objects_insured: [{ ...policy.objects_insured[0], illegal: '1' }] },
    };
    const path = `/fire-api/rsc/applications/${id}/amendments`;
    const { amendment_no: no } = expectStatus(201, await agent.client.post(path, request)).json<{ amendment_no: number }>();
    expectStatus(200, await agent.client.put(`${path}/${no}/request_approval`));
    await grant(junior, { maxSumInsured: Number((sumOf(policy) - 0.01).toFixed(2)) });
    const decide = (by: StaffClient, rest = ''): Promise<HttpResponse> =>
      by.post(`applications/${id}/amendments/${no}/decisions${rest}`, { decision: 'approve' });
    await expectExceeded(() => decide(junior), ['price.sumInsured'], 'Ελένη Σταύρου');
    expect(expectStatus(200, await decide(junior, '/preview')).json<Preview>().authority.sufficient).toBe(false);
    const handUp = { userId: senior.userId, note: 'Παράνομο κτίσμα', amendmentNo: no };
    expectStatus(200, await junior.post(`applications/${id}/hand-up`, handUp));
    expectStatus(200, await decide(senior));
  });

  it('leave one decision of several at the same moment', async () => {
    const { id } = await createReferred();
    await grant(junior, {});
    const responses = await Promise.all([approve(id), approve(id, senior), junior.decide(id, 'decline'), approve(id, senior)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status !== 200).map((one) => one.json<{ error: string }>().error)).toEqual([
      '-400',
      '-400',
      '-400',
    ]);
  });
});

describe('a referral above the authority', () => {
  it('is handed up to somebody who may decide on it, with a note', async () => {
    const { id } = await createReferred();
    await grant(junior, { maxSumInsured: 1 });
    expectStatus(200, await junior.put(`applications/${id}/assignee`, {}));
    const handed = expectStatus(
      200,
      await junior.post(`applications/${id}/hand-up`, { userId: senior.userId, note: ' Μεγάλο κεφάλαιο. ' }),
    );
    expect(handed.json()).toMatchObject({ assignee: { id: senior.userId, name: 'Ελένη Σταύρου' }, note: { text: 'Μεγάλο κεφάλαιο.' } });
    const { items } = expectStatus(200, await senior.get('applications?status=30&assignee=me&limit=100')).json<{
      items: { id: number }[];
    }>();
    expect(items.map((item) => item.id)).toContain(id);
    const audit = expectStatus(200, await admin.get('audit?action=hand_up')).json<{ items: { details: object }[] }>();
    expect(audit.items[0]!.details).toEqual({ userId: senior.userId });
    expectStatus(200, await approve(id, senior));
  });

  it('is not handed to oneself, to somebody without authority for it, or after the decision', async () => {
    const { id } = await createReferred();
    await grant(junior, { maxSumInsured: 1 });
    const other = await open('Άλλος');
    await grant(other, { maxSumInsured: 2 });
    const issuing = await StaffClient.open(app.running, 'issuing');
    const handUp = (to: StaffClient, by = junior) => by.post(`applications/${id}/hand-up`, { userId: to.userId, note: 'Σημείωση' });
    const fault = { code: '-102', faults: [['userId', '-102']] } as const;
    const [first] = await expectAllRefused(app, [
      [() => handUp(other), fault],
      [() => handUp(issuing), fault],
      [() => handUp(junior), fault],
      [() => handUp(senior, senior), fault],
      [() => junior.post(`applications/${id}/hand-up`, { userId: senior.userId, note: ' ' }), { code: '-101', faults: [['note', '-101']] }],
    ]);
    expect(first!.text).toContain('Ελένη Σταύρου');
    expectStatus(200, await approve(id, senior));
    await expectRefused(app, () => handUp(senior), { code: '-400' });
  });
});

describe('a decision that needs a second person', () => {
  interface Pending {
    readonly id: number;
    readonly kind: string;
    readonly state: string;
  }
  const confirm = (id: number, by: StaffClient): Promise<HttpResponse> => by.put(`pending-actions/${id}/approve`, undefined);

  it('is made by two underwriters whose authority covers it, who are not one person', async () => {
    const referred = await createReferred();
    await change({ secondPersonApprovalsAbove: Math.ceil(sumOf(referred)) - 1 });
    await grant(junior, {});
    expect((await preview(referred.id)).authority.secondPersonReason).toContain('ασφαλιζόμενο κεφάλαιο');
    const pending = expectStatus(202, await approve(referred.id));
    const { id, kind } = pending.json<Pending>();
    expect([kind, pending.headers['etag'], await getStatus(referred.id)]).toEqual(['DECISION', undefined, '30']);

    await expectRefused(app, () => confirm(id, junior), { status: 403, code: '-203' });
    await junior.renewSession();
    await expectRefused(app, () => confirm(id, junior), { status: 403, code: '-203' });
    const small = await open('Μικρό Όριο');
    await grant(small, { maxSumInsured: 1 });
    await expectExceeded(() => confirm(id, small), ['price.sumInsured']);
    await expectRefused(app, () => confirm(id, admin), { code: '-304' });

    expect(expectStatus(200, await confirm(id, senior)).json<Pending>()).toMatchObject({ state: 'DONE' });
    expect(await getStatus(referred.id)).toBe('01');
  });

  it('is refused at once for the first one too, if the authority does not cover it', async () => {
    const referred = await createReferred();
    await change({ secondPersonApprovalsAbove: 0 });
    await grant(junior, { maxSumInsured: 1 });
    await expectExceeded(() => approve(referred.id), ['price.sumInsured'], 'Ελένη Σταύρου');
  });

  it('is none exactly at the limit', async () => {
    const referred = await createReferred();
    await change({ secondPersonApprovalsAbove: Math.ceil(sumOf(referred)) });
    expectStatus(200, await approve(referred.id, senior));
  });

  it('is not confirmed after the application has changed', async () => {
    const { id: applicationId } = await createReferred();
    await change({ secondPersonDeclines: true });
    await grant(junior, {});
    const { id } = expectStatus(202, await junior.decide(applicationId, 'decline')).json<Pending>();
    expectStatus(200, await senior.decide(applicationId, 'request_documents'));
    expectStatus(205, await agent.act(applicationId, 'request_approval'));
    await expectRefused(app, () => confirm(id, senior), { code: '-400' });
    const { id: again } = expectStatus(202, await junior.decide(applicationId, 'decline')).json<Pending>();
    expectStatus(200, await confirm(again, senior));
    expect(await getStatus(applicationId)).toBe('31');
  });

  it('is the closing of a month, by accounting and issuing', async () => {
    await change({ secondPersonClosings: true });
    const [accounting, issuing] = [await StaffClient.open(app.running, 'accounting'), await StaffClient.open(app.running, 'issuing')];
    // The month has not ended, which the rehearsal finds.
    await expectRefused(app, () => accounting.post('ledger/closings', { month: '2026-11' }), { code: '-400' });
    const { open: month } = expectStatus(200, await issuing.get('ledger/closings')).json<{ open: { month: string } | null }>();
    expect(month).not.toBeNull();
  });
});

describe('the settings of who may decide alone', () => {
  it.each(Object.keys(OPEN))('%s is changed by administrators only', async (name) => {
    const issuing = await StaffClient.open(app.running, 'issuing');
    const value = name === 'secondPersonApprovalsAbove' ? 1 : name !== 'requireAuthority';
    const refused = await expectRefused(app, () => issuing.put('settings', { [name]: value }), { status: 403, code: '-203' });
    expect(refused.text).toContain(': Διαχειριστής.');
  });
});

describe('the grant of an authority', () => {
  it('is refused for oneself, others than underwriters, unknown codes and wrong days', async () => {
    const issuing = await StaffClient.open(app.running, 'issuing');
    const send = (body: object) => () => admin.post('authorities', { ...FREE, userId: junior.userId, ...body });
    const own = await expectAllRefused(app, [
      [send({ userId: admin.userId }), { status: 403, code: '-203' }],
      [send({ userId: issuing.userId }), { code: '-102', faults: [['userId', '-102']] }],
      [send({ lines: ['travel'] }), { code: '-103', faults: [['lines[0]', '-103']] }],
      [send({ rules: ['F25-99'] }), { code: '-103', faults: [['rules[0]', '-103']] }],
      [send({ validTo: '2025-12-31' }), { code: '-104', faults: [['validTo', '-104']] }],
      [send({ maxSumInsured: -1 }), { code: '-102', faults: [['maxSumInsured', '-102']] }],
    ]);
    expect(own[0]!.text).toContain('άλλος διαχειριστής');
  });

  it('is kept with its history, in the audit record, and never changed', async () => {
    const { id } = await grant(junior, { maxSumInsured: 500_000.55 });
    expectStatus(200, await admin.post(`authorities/${id}/end`, {}));
    await grant(junior, { validFrom: addDays(TODAY, 1) });
    const { items } = expectStatus(200, await admin.get(`authorities?userId=${junior.userId}`)).json<{ items: Authority[] }>();
    expect(items.map(({ state }) => state)).toEqual(['FUTURE', 'PAST']);
    expect(items[1]).toMatchObject({ maxSumInsured: 500_000.55, endedBy: 'Staff admin', userName: 'Νίκος Δήμου' });
    const past = expectStatus(200, await junior.get(`authorities?userId=${junior.userId}&state=PAST`)).json<{ items: Authority[] }>();
    expect(past.items.map((one) => one.id)).toEqual([id]);
    const audit = expectStatus(200, await admin.get('audit?subjectType=authority')).json<{ items: { action: string }[] }>();
    expect(audit.items.slice(0, 3).map(({ action }) => action)).toEqual(['create', 'close', 'create']);
    await expect(app.query('production', 'UPDATE underwriting_authority SET max_premium = NULL')).rejects.toThrow('kept as it was granted');
    await expect(app.query('production', 'DELETE FROM underwriting_authority')).rejects.toThrow('kept as it was granted');
  });

  it('needs a second administrator where the settings say so', async () => {
    await change({ secondPersonAuthorities: true });
    const { id } = expectStatus(202, await admin.post('authorities', { ...FREE, userId: junior.userId })).json<{ id: number }>();
    const confirm = (by: StaffClient) => by.put(`pending-actions/${id}/approve`, undefined);
    await expectRefused(app, () => confirm(admin), { status: 403, code: '-203' });
    await expectRefused(app, () => confirm(senior), { code: '-304' });
    const { id: referred } = await createReferred();
    await expectRefused(app, () => approve(referred), exceeded('decision'));
    expectStatus(200, await confirm(await StaffClient.open(app.running, 'admin')));
    expectStatus(200, await approve(referred));
  });
});
