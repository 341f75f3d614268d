import { startApp } from '../support/app.js';
import { createPrepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

const INSURER = {
  name: { el: 'Υπόδειγμα Ασφαλιστική Α.Ε.', en: 'Sample Insurance S.A.' },
  afm: '094014201',
  address: { el: 'Λεωφ. Συγγρού 100, 117 41 Αθήνα', en: '100 Syngrou Ave., 117 41 Athens' },
  phone: '+30 210 0000000',
  email: 'info@insurer.example',
  gemi: '000000000000',
  seat: { el: 'Αθήνα, Ελλάδα', en: 'Athens, Greece' },
  registration: {
    el: 'ασφαλιστική επιχείρηση με έδρα στην Ελλάδα, αρ. άδειας 00000, υπό την εποπτεία της Τράπεζας της Ελλάδος',
    en: 'insurance undertaking registered in Greece, authorisation no. 00000, supervised by the Bank of Greece',
  },
  applicableLaw: {
    el: 'Η σύμβαση διέπεται από το ελληνικό δίκαιο. Αρμόδια είναι τα δικαστήρια που ορίζει ο νόμος.',
    en: 'The contract is governed by Greek law. The courts designated by law have jurisdiction.',
  },
};
const LIMITS = {
  bankGraceDays: 3,
  secondPersonAbove: 1000,
  requireAuthority: false,
  secondPersonApprovalsAbove: null,
  secondPersonDeclines: false,
  secondPersonClosings: false,
  secondPersonAuthorities: false,
  secondPersonTransfers: false,
  toleranceCents: 50,
  bankRules: [],
  unearnedPremium: true,
  withholdingPercents: { individual: 20, company: 0 },
  payoutIban: null,
  greenCardInsurerCode: '000',
  eventRetentionDays: 90,
  documentsPerApplication: 100,
  documentMegabytesPerApplication: 100,
  documentMegabytesPerAgentDay: 2_000,
  documentArchiveDays: 0,
};

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let sandbox: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  sandbox = await LocalCollectionClient.open(app, 'sandbox');
});
afterAll(() => app.stop());

describe('the settings', () => {
  it('start with the sample values, separately in each environment', async () => {
    expect((await issuing.staff.get('settings')).json()).toEqual({
      prepayCancelDays: 15,
      retentionYears: 0,
      creditorCode: '1234',
      insurer: INSURER,
      ...LIMITS,
    });
    expect((await sandbox.staff.get('settings')).json()).toMatchObject({ prepayCancelDays: 15, creditorCode: '0000' });
  });

  it('take effect at once when changed; omitted fields stay', async () => {
    const insurer = { ...INSURER, name: { ...INSURER.name, en: 'Other S.A.' } };
    const changed = { ...LIMITS, documentsPerApplication: 90, prepayCancelDays: 3, retentionYears: 0, creditorCode: '4711', insurer };
    const response = expectStatus(200, await issuing.staff.put('settings', { ...changed, insurer: { name: { en: 'Other S.A.' } } }));
    expect(response.json()).toEqual(changed);
    expect((await issuing.staff.get('settings')).json()).toEqual(changed);
    expect((await sandbox.staff.get('settings')).json()).toMatchObject({ prepayCancelDays: 15, insurer: INSURER });
    const { id } = await createPrepaid(agent);
    expect(await getPaymentCode(agent, id)).toMatchObject({ due_date: '2026-11-23' });
    expect((await getPaymentCode(agent, id)).payment_code.slice(4, 9)).toBe('94711');
  });

  it('write an audit entry of the changes, and none when nothing changed', async () => {
    await issuing.staff.put('settings', { prepayCancelDays: 10 });
    const before = await app.readFingerprint();
    expectStatus(200, await issuing.staff.put('settings', { prepayCancelDays: 10 }));
    expectStatus(200, await issuing.staff.put('settings', {}));
    expect(await app.readFingerprint()).toEqual(before);
    const rows = await app.query(
      'production',
      `SELECT details, subject_id FROM gateway.audit_entry WHERE subject_type = 'settings' ORDER BY id DESC`,
    );
    expect(rows[0]).toEqual({ subject_id: 'production', details: { changes: { prepayCancelDays: [3, 10] } } });
    expect(rows).toHaveLength(2);
  });

  it('accept the years of retention only from an administrator; sending the stored value is allowed', async () => {
    const admin = await StaffClient.open(app.running, 'admin');
    await expectRefused(app, () => issuing.staff.put('settings', { retentionYears: 20, prepayCancelDays: 9 }), {
      status: 403,
      code: '-203',
    });
    expectStatus(200, await admin.put('settings', { retentionYears: 20 }));
    const settings = (await issuing.staff.get('settings')).json<object>();
    expect(settings).toMatchObject({ retentionYears: 20 });
    expectStatus(200, await issuing.staff.put('settings', settings));
    await expectRefused(app, () => issuing.staff.put('settings', { retentionYears: 0 }), { status: 403, code: '-203' });
  });

  it('are refused as a whole when a part is wrong', async () => {
    const put =
      (body: object, from = issuing) =>
      () =>
        from.staff.put('settings', body);
    const violation = (path: string, code: string) => ({ code, violations: [[path, code]] as const });
    await expectAllRefused(app, [
      [put({ prepayCancelDays: 0, creditorCode: '1111' }), violation('prepayCancelDays', '-102')],
      [put({ prepayCancelDays: 91 }), violation('prepayCancelDays', '-102')],
      [put({ prepayCancelDays: 1.5 }), violation('prepayCancelDays', '-102')],
      [put({ retentionYears: -1 }), violation('retentionYears', '-102')],
      [put({ retentionYears: 51 }), violation('retentionYears', '-102')],
      [put({ retentionYears: 1.5 }), violation('retentionYears', '-102')],
      [put({ eventRetentionDays: 6 }), violation('eventRetentionDays', '-102')],
      [put({ documentsPerApplication: 0 }), violation('documentsPerApplication', '-102')],
      [put({ documentMegabytesPerApplication: 2 }), violation('documentMegabytesPerApplication', '-102')],
      [put({ documentMegabytesPerAgentDay: '5' }), violation('documentMegabytesPerAgentDay', '-102')],
      [put({ documentMegabytesPerAgentDay: null }), violation('documentMegabytesPerAgentDay', '-101')],
      [put({ documentArchiveDays: -1 }), violation('documentArchiveDays', '-102')],
      // There is no object storage.
      [put({ documentArchiveDays: 30 }), violation('documentArchiveDays', '-102')],
      [put({ prepayCancelDays: null }), violation('prepayCancelDays', '-101')],
      [put({ creditorCode: '12345' }), violation('creditorCode', '-102')],
      [put({ creditorCode: '0000' }), violation('creditorCode', '-102')],
      [put({ creditorCode: '1234' }, sandbox), violation('creditorCode', '-102')],
      [put({ insurer: { afm: '094014202' } }), violation('insurer.afm', '-110')],
      [put({ insurer: { email: 'nobody' } }), violation('insurer.email', '-102')],
      [put({ insurer: { email: 'a\0b@x.gr' } }), violation('insurer.email', '-102')],
      [put({ insurer: { email: '\ud800a@x.gr' } }), violation('insurer.email', '-102')],
      [put({ insurer: { name: { el: '' } } }), violation('insurer.name.el', '-101')],
      [put({ insurer: 'x' }), violation('insurer', '-102')],
    ]);
  });
});

it('a change of settings on one node applies on the other, and two at once change both fields', async () => {
  const otherNode = await startApp({ clock: app.clock, database: app.running.database });
  try {
    const settings = otherNode.parts.settings;
    const before = await settings.get('production');
    const there = await StaffClient.open(otherNode, 'issuing');
    const changes = [
      issuing.staff.put('settings', { prepayCancelDays: 21 }),
      there.put('settings', { insurer: { phone: '+30 210 1111111' } }),
    ];
    for (const response of await Promise.all(changes)) expectStatus(200, response);
    expect(before.prepayCancelDays).not.toBe(21);
    while ((await settings.get('production')).prepayCancelDays !== 21) await new Promise(setImmediate);
    const seen = await settings.get('production');
    expect([seen.prepayCancelDays, seen.insurer.phone]).toEqual([21, '+30 210 1111111']);
    // The legal texts and the texts of letters have separate routes.
    const shown = (await issuing.staff.get('settings')).json<object>();
    expect({ ...shown, legalTexts: seen.legalTexts, letterTexts: seen.letterTexts }).toEqual(seen);
  } finally {
    await otherNode.stop();
  }
});
