import { prepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { codeOf, IssuingDesk } from '../support/issuing-desk.js';
import { expectAllRefused } from '../support/refusal.js';

const INSURER = {
  name: { el: 'Υπόδειγμα Ασφαλιστική Α.Ε.', en: 'Sample Insurance S.A.' },
  afm: '094014201',
  address: { el: 'Λεωφ. Συγγρού 100, 117 41 Αθήνα', en: '100 Syngrou Ave., 117 41 Athens' },
  phone: '+30 210 0000000',
  email: 'info@insurer.example',
};

let app: FireApp;
let agent: FireAgent;
let desk: IssuingDesk;
let sandbox: IssuingDesk;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.agent()).production;
  desk = await IssuingDesk.open(app);
  sandbox = await IssuingDesk.open(app, 'sandbox');
});
afterAll(() => app.stop());

describe('settings', () => {
  it('start with the samples, in each environment its own', async () => {
    expect((await desk.staff.get('settings')).json()).toEqual({ prepayCancelDays: 15, creditorCode: '1234', insurer: INSURER });
    expect((await sandbox.staff.get('settings')).json()).toMatchObject({ prepayCancelDays: 15, creditorCode: '0000' });
  });

  it('are in force at once where they are changed; what is left out stays', async () => {
    const changed = { prepayCancelDays: 3, creditorCode: '4711', insurer: { ...INSURER, name: { ...INSURER.name, en: 'Other S.A.' } } };
    const answer = expectStatus(
      200,
      await desk.staff.put('settings', { prepayCancelDays: 3, creditorCode: '4711', insurer: { name: { en: 'Other S.A.' } } }),
    );
    expect(answer.json()).toEqual(changed);
    expect((await desk.staff.get('settings')).json()).toEqual(changed);
    expect((await sandbox.staff.get('settings')).json()).toMatchObject({ prepayCancelDays: 15, insurer: INSURER });
    const { id } = await prepaid(agent);
    expect(await codeOf(agent, id)).toMatchObject({ due_date: '2026-11-23' });
    expect((await codeOf(agent, id)).payment_code.slice(4, 9)).toBe('94711');
  });

  it('leave an audit record of what changed, and none when nothing did', async () => {
    await desk.staff.put('settings', { prepayCancelDays: 10 });
    const before = await app.fingerprint();
    expectStatus(200, await desk.staff.put('settings', { prepayCancelDays: 10 }));
    expectStatus(200, await desk.staff.put('settings', {}));
    expect(await app.fingerprint()).toEqual(before);
    const rows = await app.rows(
      'production',
      `SELECT details, subject_id FROM gateway.audit_entry WHERE subject_type = 'settings' ORDER BY id DESC`,
    );
    expect(rows[0]).toEqual({ subject_id: 'production', details: { changes: { prepayCancelDays: [3, 10] } } });
    expect(rows).toHaveLength(2);
  });

  it('are refused as a whole when a part is wrong', async () => {
    const put =
      (body: object, from = desk) =>
      () =>
        from.staff.put('settings', body);
    const fault = (path: string, code: string) => ({ code, faults: [[path, code]] as const });
    await expectAllRefused(app, [
      [put({ prepayCancelDays: 0, creditorCode: '1111' }), fault('prepayCancelDays', '-102')],
      [put({ prepayCancelDays: 91 }), fault('prepayCancelDays', '-102')],
      [put({ prepayCancelDays: 1.5 }), fault('prepayCancelDays', '-102')],
      [put({ prepayCancelDays: null }), fault('prepayCancelDays', '-101')],
      [put({ creditorCode: '12345' }), fault('creditorCode', '-102')],
      [put({ creditorCode: '0000' }), fault('creditorCode', '-102')],
      [put({ creditorCode: '1234' }, sandbox), fault('creditorCode', '-102')],
      [put({ insurer: { afm: '094014202' } }), fault('insurer.afm', '-110')],
      [put({ insurer: { email: 'nobody' } }), fault('insurer.email', '-102')],
      [put({ insurer: { name: { el: '' } } }), fault('insurer.name.el', '-101')],
      [put({ insurer: 'x' }), fault('insurer', '-102')],
    ]);
  });
});
