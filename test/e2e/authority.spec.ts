import { jest } from '@jest/globals';
import { addDays } from '../../src/common/athens.js';
import { type Authority, AuthorityFixture, FREE, getSumInsured, OPEN_SETTINGS, subtractCent } from '../support/authority-fixture.js';
import type { HttpResponse } from '../support/client.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { expectStatus, type FireApp, type FireEntity } from '../support/fire-app.js';
import type { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

const TODAY = '2026-11-20';

let fixture: AuthorityFixture;
let app: FireApp;
let admin: StaffClient;
let senior: StaffClient;
let junior: StaffClient;

beforeAll(async () => {
  fixture = await AuthorityFixture.start();
  ({ app, admin, senior } = fixture);
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.begin();
  ({ junior } = fixture);
});

const premiumOf = ({ pricing }: FireEntity): number => pricing!.gross;
const rulesOf = ({ messages }: FireEntity): string[] => messages.filter(({ severity }) => severity === 'referral').map(({ code }) => code);

describe('an underwriter to whom nobody has granted an authority', () => {
  it('decides everything while none is required, and nothing once it is', async () => {
    await fixture.change({ requireAuthority: false });
    expectStatus(200, await fixture.approve((await fixture.createReferred()).id));
    await fixture.change({ requireAuthority: true });
    const { id } = await fixture.createReferred();
    await fixture.expectExceeded(() => fixture.approve(id), ['decision'], 'Ελένη Σταύρου');
    await fixture.expectExceeded(() => junior.decide(id, 'decline'), ['decision']);
    // Neither binds the insurer.
    expectStatus(200, await junior.decide(id, 'request_documents'));
  });

  it('is not one whose authority has ended: that one decides nothing, although none is required', async () => {
    await fixture.change({ requireAuthority: false });
    const { id } = await fixture.grant(junior, {});
    expect(expectStatus(200, await admin.post(`authorities/${id}/end`, {})).json<Authority>()).toMatchObject({ state: 'PAST' });
    const referred = await fixture.createReferred();
    await fixture.expectExceeded(() => fixture.approve(referred.id), ['decision']);
    await expectRefused(app, () => admin.post(`authorities/${id}/end`, {}), { code: '-400' });
  });
});

describe('the limits of an authority', () => {
  it('allow an approval exactly at each of them', async () => {
    const referred = await fixture.createReferred();
    await fixture.grant(junior, {
      lines: ['fire'],
      rules: rulesOf(referred),
      maxSumInsured: getSumInsured(referred),
      maxPremium: premiumOf(referred),
      maxLoadingPercent: 0,
      maxDeductible: 0,
      validFrom: TODAY,
      validTo: TODAY,
    });
    expect((await fixture.preview(referred.id)).authority).toMatchObject({ sufficient: true, exceeded: [] });
    expectStatus(200, await fixture.approve(referred.id));
  });

  it.each([
    ['a cent of sum insured', (one: FireEntity) => ({ maxSumInsured: subtractCent(getSumInsured(one)) }), 'price.sumInsured'],
    ['a cent of premium', (one: FireEntity) => ({ maxPremium: subtractCent(premiumOf(one)) }), 'price.gross'],
    ['a rule that is not granted', () => ({ rules: ['MORTGAGEE_CONSENT'] }), 'messages'],
    ['a line that is not granted', () => ({ lines: ['motor'] }), 'line'],
    ['an authority that ended yesterday', () => ({ validTo: addDays(TODAY, -1) }), 'decision'],
    ['an authority that begins tomorrow', () => ({ validFrom: addDays(TODAY, 1) }), 'decision'],
  ] as const)('refuse an approval for %s, with who may', async (_, limits, path) => {
    const referred = await fixture.createReferred();
    await fixture.grant(junior, limits(referred));
    await fixture.expectExceeded(() => fixture.approve(referred.id), [path], 'Μπορούν να αποφασίσουν: Ελένη Σταύρου.');
    const { status, authority } = await fixture.preview(referred.id);
    expect(status).toBe('01');
    expect(authority).toMatchObject({ sufficient: false, mayDecide: [{ id: senior.userId, name: 'Ελένη Σταύρου' }] });
    expect(authority.exceeded).toHaveLength(1);
    expect(await fixture.getStatus(referred.id)).toBe('30');
    expectStatus(200, await fixture.approve(referred.id, senior));
  });

  it('hold for the terms of the decision', async () => {
    const { id } = await fixture.createReferred();
    await fixture.grant(junior, { maxLoadingPercent: 12.5, maxDeductible: 300 });
    const withTerms = (terms: object): Promise<HttpResponse> => junior.decide(id, 'approve_with_terms', { terms });
    await fixture.expectExceeded(() => withTerms({ loadingPercent: 12.51 }), ['terms.loadingPercent'], '12,51%');
    await fixture.expectExceeded(() => withTerms({ deductible: 300.01 }), ['terms.deductible']);
    expectStatus(200, await withTerms({ loadingPercent: 12.5, deductible: 300 }));
  });

  it('say that nobody may when nobody has the authority', async () => {
    await app.query('production', `UPDATE gateway.app_user SET status = 'disabled' WHERE id = $1`, [senior.userId]);
    const { id } = await fixture.createReferred();
    await fixture.expectExceeded(() => fixture.approve(id), ['decision'], 'Κανείς δεν έχει τώρα εγκριτικά όρια');
    await app.query('production', `UPDATE gateway.app_user SET status = 'active' WHERE id = $1`, [senior.userId]);
  });

  it('of two authorities are not added up: one of them must cover the decision', async () => {
    const referred = await fixture.createReferred();
    await fixture.grant(junior, { maxSumInsured: 1 });
    await fixture.grant(junior, { lines: ['motor'] });
    await fixture.expectExceeded(() => fixture.approve(referred.id), ['price.sumInsured']);
    await fixture.grant(junior, { maxSumInsured: getSumInsured(referred) });
    expectStatus(200, await fixture.approve(referred.id));
  });

  it('leave one decision of several at the same moment', async () => {
    const { id } = await fixture.createReferred();
    await fixture.grant(junior, {});
    const responses = await Promise.all([
      fixture.approve(id),
      fixture.approve(id, senior),
      junior.decide(id, 'decline'),
      fixture.approve(id, senior),
    ]);
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
    const { id } = await fixture.createReferred();
    await fixture.grant(junior, { maxSumInsured: 1 });
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
    expectStatus(200, await fixture.approve(id, senior));
  });

  it('is not handed to oneself, to somebody without authority for it, or after the decision', async () => {
    const { id } = await fixture.createReferred();
    await fixture.grant(junior, { maxSumInsured: 1 });
    const other = await fixture.open('underwriter', 'Άλλος');
    await fixture.grant(other, { maxSumInsured: 2 });
    const issuing = await fixture.open('issuing');
    const handUp = (to: StaffClient, by = junior) => by.post(`applications/${id}/hand-up`, { userId: to.userId, note: 'Σημείωση' });
    const violation = { code: '-102', violations: [['userId', '-102']] } as const;
    const [first] = await expectAllRefused(app, [
      [() => handUp(other), violation],
      [() => handUp(issuing), violation],
      [() => handUp(junior), violation],
      [() => handUp(senior, senior), violation],
      [
        () => junior.post(`applications/${id}/hand-up`, { userId: senior.userId, note: ' ' }),
        { code: '-101', violations: [['note', '-101']] },
      ],
    ]);
    expect(first!.text).toContain('Ελένη Σταύρου');
    expectStatus(200, await fixture.approve(id, senior));
    await expectRefused(app, () => handUp(senior), { code: '-400' });
  });
});

describe('the settings of who may decide alone', () => {
  it.each(Object.keys(OPEN_SETTINGS))('%s is changed by administrators only', async (name) => {
    const issuing = await fixture.open('issuing');
    const value = name === 'secondPersonApprovalsAbove' ? 1 : name !== 'requireAuthority';
    const refused = await expectRefused(app, () => issuing.put('settings', { [name]: value }), { status: 403, code: '-203' });
    expect(refused.text).toContain(': Διαχειριστής.');
  });
});

describe('the grant of an authority', () => {
  it('is refused for oneself, others than underwriters, unknown codes and wrong days', async () => {
    const issuing = await fixture.open('issuing');
    const send = (body: object) => () => admin.post('authorities', { ...FREE, userId: junior.userId, ...body });
    const own = await expectAllRefused(app, [
      [send({ userId: admin.userId }), { status: 403, code: '-203' }],
      [send({ userId: issuing.userId }), { code: '-102', violations: [['userId', '-102']] }],
      [send({ lines: ['travel'] }), { code: '-103', violations: [['lines[0]', '-103']] }],
      [send({ rules: ['F25-99'] }), { code: '-103', violations: [['rules[0]', '-103']] }],
      [send({ validTo: '2025-12-31' }), { code: '-104', violations: [['validTo', '-104']] }],
      [send({ maxSumInsured: -1 }), { code: '-102', violations: [['maxSumInsured', '-102']] }],
    ]);
    expect(own[0]!.text).toContain('άλλος διαχειριστής');
  });

  it('is kept with its history, in the audit record, and never changed', async () => {
    const { id } = await fixture.grant(junior, { maxSumInsured: 500_000.55 });
    expectStatus(200, await admin.post(`authorities/${id}/end`, {}));
    await fixture.grant(junior, { validFrom: addDays(TODAY, 1) });
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
});
