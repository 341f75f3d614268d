import type { HttpResponse } from '../support/client.js';
import { BREAK_GLASS_ADMIN, OidcFixture } from '../support/oidc-fixture.js';
import { readOutbox, type OutboxMail } from '../support/outbox.js';
import { hashQuickly } from '../support/quick-hash.js';
import { createStaff } from '../support/staff-client.js';

const PASSWORD = 'four wooden horses sang';
const SESSIONS = '/backoffice-api/sessions';
const PASSWORDS = '/backoffice-api/passwords';

let fixture: OidcFixture;
let breakGlassId: number;
let count = 0;

beforeAll(async () => {
  fixture = await OidcFixture.start({}, { passwordSignIn: false });
  breakGlassId = await createWithPassword(BREAK_GLASS_ADMIN, 'admin');
  await createWithPassword('maria@insurer.example', 'admin');
});
afterAll(() => fixture.stop());

async function createWithPassword(email: string, role: 'admin' | 'issuing'): Promise<number> {
  const id = await fixture.createUser(email, role);
  const { store, users } = fixture.nodes[0].parts;
  await store.transaction('gateway', (tx) => users.setPassword(tx, id, hashQuickly(PASSWORD)));
  return id;
}

function signIn(email: string, password = PASSWORD): Promise<HttpResponse> {
  return fixture.nodes[0].client.with({ 'X-Forwarded-For': `10.8.0.${++count}` }).post(SESSIONS, { email, password });
}

async function readMails(): Promise<OutboxMail[]> {
  const { passwordReset, config } = fixture.nodes[0].parts;
  await passwordReset.settled();
  return readOutbox(config.dataDir);
}

describe('with PASSWORD_SIGN_IN=false', () => {
  it('tells the sign-in page', async () => {
    expect((await fixture.nodes[0].client.get('/backoffice-api/oidc')).json()).toEqual({
      providerName: 'Insurer login',
      passwordSignIn: false,
    });
  });

  it('refuses every other account, an unknown one and a wrong password of the break-glass administrator in the same way', async () => {
    const responses: HttpResponse[] = [];
    for (const [email, password] of [
      ['maria@insurer.example', PASSWORD],
      ['nobody@insurer.example', PASSWORD],
      [BREAK_GLASS_ADMIN, 'not the password'],
    ] as const)
      responses.push(await signIn(email, password));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]!.json()).toMatchObject({ error: '-201', message: expect.stringContaining('απενεργοποιημένη') as string });
    expect(await fixture.query(`SELECT FROM staff_session`)).toEqual([]);
    expect(await readMails()).toEqual([]);
  });

  it('admits the break-glass administrator, records it and mails all administrators', async () => {
    const opened = await signIn(BREAK_GLASS_ADMIN.toUpperCase());
    expect([opened.status, opened.json()]).toMatchObject([201, { role: 'admin' }]);
    const audit = `SELECT action, details FROM audit_entry WHERE actor_id = $1 ORDER BY id`;
    expect(await fixture.query(audit, [breakGlassId])).toEqual([
      { action: 'open', details: {} },
      { action: 'open', details: { breakGlass: true } },
    ]);
    const mails = await readMails();
    expect(mails.map(({ to }) => to).sort()).toEqual([BREAK_GLASS_ADMIN, 'maria@insurer.example']);
    for (const { text } of mails) expect(text).toContain(`10.8.0.${count}`);
  });

  it('refuses the break-glass account while it is no administrator', async () => {
    await fixture.query(`UPDATE app_user SET role = 'issuing' WHERE id = $1`, [breakGlassId]);
    expect((await signIn(BREAK_GLASS_ADMIN)).status).toBe(401);
    await fixture.query(`UPDATE app_user SET role = 'admin' WHERE id = $1`, [breakGlassId]);
  });

  it('mails a link to choose a password to nobody but the break-glass administrator', async () => {
    const before = (await readMails()).length;
    for (const email of ['maria@insurer.example', BREAK_GLASS_ADMIN])
      expect((await fixture.nodes[0].client.post(`${PASSWORDS}/reset`, { email })).status).toBe(202);
    const [mail, ...more] = (await readMails()).slice(before);
    expect([mail!.to, more]).toEqual([BREAK_GLASS_ADMIN, []]);
    expect((await fixture.nodes[0].client.get(`${PASSWORDS}?token=${mail!.token}`)).status).toBe(200);
  });

  it('accepts no link of another account, and no change of its password', async () => {
    const user = await createStaff(fixture.nodes[0], 'issuing');
    const { store, oneTimeTokens } = fixture.nodes[0].parts;
    const token = await store.transaction('gateway', (tx) => oneTimeTokens.issueForUser(tx, user.userId, 'invitation'));
    const { client } = fixture.nodes[0];
    await fixture.expectRefused(() => client.get(`${PASSWORDS}?token=${token}`), 400, '-102', 'token');
    await fixture.expectRefused(() => client.post(PASSWORDS, { token, password: PASSWORD }), 400, '-102', 'token');
    await fixture.expectRefused(() => user.client.put(`${PASSWORDS}/mine`, { old: PASSWORD, new: 'seven silver kites fell' }), 403, '-203');
  });

  it('invites users to sign in at the provider', async () => {
    const admin = await createStaff(fixture.nodes[0], 'admin');
    const email = 'invited@insurer.example';
    expect((await admin.client.post('/backoffice-api/users', { email, name: 'Νέα', role: 'issuing' })).status).toBe(201);
    const mail = (await readMails()).find(({ to }) => to === email)!;
    expect([mail.token, mail.text.includes('Insurer login'), mail.text.includes('/console/')]).toEqual(['', true, true]);
    await fixture.openBrowser('invited', { email, email_verified: true }).open();
  });
});
