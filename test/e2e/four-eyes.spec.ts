import { jest } from '@jest/globals';
import { AuthorityFixture, FREE, getSumInsured } from '../support/authority-fixture.js';
import { charge } from '../support/collection.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { expectStatus, type FireApp } from '../support/fire-app.js';
import type { StaffClient } from '../support/staff-client.js';

// Printing is slow on a busy machine.
jest.setTimeout(60_000);

interface Pending {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
}

/** Refusal of a person who confirms the own action, by any session and in any role. */
const ONE_PERSON = { status: 403, code: '-203' };
/** Refusal of a role that does not decide on actions of the kind. */
const NOT_SHOWN = { code: '-304' };

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

async function getState(id: number): Promise<string> {
  return expectStatus(200, await senior.get(`pending-actions/${id}`)).json<Pending>().state;
}

describe('a decision on an application that needs a second person', () => {
  it('is made by two underwriters whose authority covers it, who are not one person', async () => {
    const referred = await fixture.createReferred();
    await fixture.change({ secondPersonApprovalsAbove: Math.ceil(getSumInsured(referred)) - 1 });
    await fixture.grant(junior, {});
    expect((await fixture.preview(referred.id)).authority.secondPersonReason).toContain('ασφαλιζόμενο κεφάλαιο');
    const pending = expectStatus(202, await fixture.approve(referred.id));
    const { id, kind } = pending.json<Pending>();
    expect([kind, pending.headers['etag'], await fixture.getStatus(referred.id)]).toEqual(['DECISION', undefined, '30']);

    await expectRefused(app, () => fixture.confirm(id, junior), ONE_PERSON);
    await junior.renewSession();
    await expectRefused(app, () => fixture.confirm(id, junior), ONE_PERSON);
    const small = await fixture.open('underwriter', 'Μικρό Όριο');
    await fixture.grant(small, { maxSumInsured: 1 });
    await fixture.expectExceeded(() => fixture.confirm(id, small), ['price.sumInsured']);
    await expectRefused(app, () => fixture.confirm(id, admin), { code: '-304' });

    expect(expectStatus(200, await fixture.confirm(id, senior)).json<Pending>()).toMatchObject({ state: 'DONE' });
    expect(await fixture.getStatus(referred.id)).toBe('01');
  });

  it('is refused at once for the first one too, if the authority does not cover it', async () => {
    const referred = await fixture.createReferred();
    await fixture.change({ secondPersonApprovalsAbove: 0 });
    await fixture.grant(junior, { maxSumInsured: 1 });
    await fixture.expectExceeded(() => fixture.approve(referred.id), ['price.sumInsured'], 'Ελένη Σταύρου');
  });

  it('is none exactly at the limit', async () => {
    const referred = await fixture.createReferred();
    await fixture.change({ secondPersonApprovalsAbove: Math.ceil(getSumInsured(referred)) });
    expectStatus(200, await fixture.approve(referred.id, senior));
  });

  it('is not confirmed after the application has changed', async () => {
    const { id: applicationId } = await fixture.createReferred();
    await fixture.change({ secondPersonDeclines: true });
    await fixture.grant(junior, {});
    const { id } = expectStatus(202, await junior.decide(applicationId, 'decline')).json<Pending>();
    expectStatus(200, await senior.decide(applicationId, 'request_documents'));
    expectStatus(205, await fixture.agent.act(applicationId, 'request_approval'));
    await expectRefused(app, () => fixture.confirm(id, senior), { code: '-400' });
    const { id: again } = expectStatus(202, await junior.decide(applicationId, 'decline')).json<Pending>();
    expectStatus(200, await fixture.confirm(again, senior));
    expect(await fixture.getStatus(applicationId)).toBe('31');
  });
});

describe('a decision on an amendment that needs a second person', () => {
  it('is made by two underwriters whose authority covers it, who are not one person', async () => {
    const amendment = await fixture.createReferredAmendment();
    await fixture.change({ secondPersonApprovalsAbove: 0 });
    await fixture.grant(junior, {});
    const before = await fixture.getAmendmentStatus(amendment);
    const { id, kind } = expectStatus(202, await fixture.decideAmendment(amendment, 'approve')).json<Pending>();
    expect([kind, await fixture.getAmendmentStatus(amendment)]).toEqual(['AMENDMENT_DECISION', before]);

    const small = await fixture.open('underwriter', 'Μικρό Όριο');
    await fixture.grant(small, { maxSumInsured: 1 });
    await junior.renewSession();
    await expectAllRefused(app, [
      [() => fixture.confirm(id, junior), ONE_PERSON],
      [() => junior.put(`pending-actions/${id}/reject`, { note: 'Εγώ' }), ONE_PERSON],
      [() => fixture.confirm(id, admin), NOT_SHOWN],
    ]);
    await fixture.expectExceeded(() => fixture.confirm(id, small), ['price.sumInsured'], fixture.seniorName);
    expect([await getState(id), await fixture.getAmendmentStatus(amendment)]).toEqual(['PENDING', before]);

    expect(expectStatus(200, await fixture.confirm(id, senior)).json<Pending>()).toMatchObject({ state: 'DONE' });
    expect(await fixture.getAmendmentStatus(amendment)).not.toBe(before);
    await expectRefused(app, () => fixture.confirm(id, senior), { code: '-400' });
  });

  it('is not confirmed after the amendment has changed', async () => {
    const amendment = await fixture.createReferredAmendment();
    await fixture.change({ secondPersonDeclines: true });
    await fixture.grant(junior, {});
    const { id } = expectStatus(202, await fixture.decideAmendment(amendment, 'decline')).json<Pending>();
    expectStatus(200, await fixture.decideAmendment(amendment, 'request_documents', senior));
    const path = fixture.agent.path(`${amendment.id}/amendments/${amendment.no}/request_approval`);
    expectStatus(200, await fixture.agent.client.put(path));
    const before = await fixture.getAmendmentStatus(amendment);
    await expectRefused(app, () => fixture.confirm(id, senior), { code: '-400' });
    expect([await getState(id), await fixture.getAmendmentStatus(amendment)]).toEqual(['PENDING', before]);
    const { id: again } = expectStatus(202, await fixture.decideAmendment(amendment, 'decline')).json<Pending>();
    expectStatus(200, await fixture.confirm(again, senior));
    expect(await fixture.getAmendmentStatus(amendment)).toBe('31');
  });
});

describe('the grant of an authority that needs a second person', () => {
  it('is confirmed by another administrator', async () => {
    await fixture.change({ secondPersonAuthorities: true });
    const { id } = expectStatus(202, await admin.post('authorities', { ...FREE, userId: junior.userId })).json<{ id: number }>();
    await expectRefused(app, () => fixture.confirm(id, admin), ONE_PERSON);
    await expectRefused(app, () => fixture.confirm(id, senior), { code: '-304' });
    const { id: referred } = await fixture.createReferred();
    await fixture.expectExceeded(() => fixture.approve(referred), ['decision']);
    expectStatus(200, await fixture.confirm(id, await fixture.open('admin')));
    expectStatus(200, await fixture.approve(referred));
  });
});

describe('the closing of a month that needs a second person', () => {
  const MONTH = { month: '2026-11' };
  let accounting: StaffClient;
  let issuing: StaffClient;

  const listClosed = async (): Promise<string[]> => {
    const { items } = expectStatus(200, await issuing.get('ledger/closings')).json<{ items: { month: string }[] }>();
    return items.map(({ month }) => month);
  };
  const request = async (by = accounting): Promise<Pending> => expectStatus(202, await by.post('ledger/closings', MONTH)).json<Pending>();

  beforeAll(async () => {
    const { id } = await fixture.agent.insertIn('45');
    expectStatus(205, await charge(fixture.agent, id));
  });
  beforeEach(async () => {
    await fixture.change({ secondPersonClosings: true });
    [accounting, issuing] = [await fixture.open('accounting'), await fixture.open('issuing')];
  });

  it('is refused at once while the month is not over', async () => {
    await expectRefused(app, () => accounting.post('ledger/closings', MONTH), { code: '-400' });
  });

  it('is confirmed by another person of accounting or issuing, once', async () => {
    app.clock.set('2026-12-02T08:00:00Z');
    await app.runDueWork('production');
    const auditor = await fixture.open('auditor');
    for (const client of [accounting, issuing, senior, admin]) await client.renewSession();
    const [first, second] = [await request(), await request()];
    expect([first.kind, await listClosed()]).toEqual(['CLOSING', []]);
    await expectAllRefused(app, [
      [() => fixture.confirm(first.id, accounting), ONE_PERSON],
      [() => fixture.confirm(first.id, auditor), ONE_PERSON],
      [() => fixture.confirm(first.id, senior), NOT_SHOWN],
      [() => fixture.confirm(first.id, admin), NOT_SHOWN],
    ]);
    // One person in the other role that closes months.
    expectStatus(200, await admin.patch(`users/${accounting.userId}`, { role: 'issuing' }));
    await accounting.renewSession();
    await expectRefused(app, () => fixture.confirm(first.id, accounting), ONE_PERSON);

    expectStatus(200, await fixture.confirm(first.id, issuing));
    expect(await listClosed()).toEqual(['2026-11']);
    await expectRefused(app, () => fixture.confirm(second.id, issuing), { code: '-400' });
    await expectRefused(app, () => issuing.post('ledger/closings', MONTH), { code: '-400' });
  });
});
