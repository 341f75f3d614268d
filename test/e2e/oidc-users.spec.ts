import type { HttpResponse } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { OidcFixture } from '../support/oidc-fixture.js';
import { createStaff } from '../support/staff-client.js';
import type { Person } from '../support/openid-provider.js';

const ROLES = [
  { value: 'insurance-admins', role: 'admin' },
  { value: 'insurance-issuing', role: 'issuing' },
  { value: 'insurance-agents', role: 'agent' },
] as const;

let fixture: OidcFixture;
let count = 0;

beforeAll(async () => {
  fixture = await OidcFixture.start({ users: 'create', roleClaim: 'roles', roles: ROLES });
  await fixture.createUser('first@insurer.example', 'admin');
});
afterAll(() => fixture.stop());

function newPerson(...roles: string[]): Person & { readonly email: string } {
  return { email: `person${++count}@insurer.example`, email_verified: true, name: 'Ελένη Δήμου', roles };
}

async function findUser(email: string): Promise<unknown> {
  const [user] = await fixture.query('SELECT name, role, agent_code, password_hash, status FROM app_user WHERE email = $1', [email]);
  return user;
}

describe('a person without a user', () => {
  it('gets one with the role of the first value in OIDC_ROLES, without a password, and with an entry in the audit record', async () => {
    const person = newPerson('other', 'insurance-issuing', 'insurance-admins');
    await fixture.openBrowser(person.email, person).open();
    expect(await findUser(person.email)).toEqual({
      name: 'Ελένη Δήμου',
      role: 'admin',
      agent_code: null,
      password_hash: null,
      status: 'active',
    });
    expect(
      await fixture.query(`SELECT action, details->>'role' AS role FROM audit_entry WHERE actor = $1 ORDER BY id`, [person.email]),
    ).toEqual([
      { action: 'create', role: 'admin' },
      { action: 'change', role: null },
      { action: 'open', role: null },
    ]);
  });

  it('gets the address as name when the provider sends none that can be stored', async () => {
    for (const name of [undefined, ' ', 'x'.repeat(101), 'a\u0000b']) {
      const person = { ...newPerson('insurance-issuing'), name };
      await fixture.openBrowser(person.email, person).open();
      expect(await findUser(person.email)).toMatchObject({ name: person.email });
    }
  });

  it.each([
    ['without a role', []],
    ['with other values only', ['other', 'insurance']],
    ['with the role of agents, which needs an agent', ['insurance-agents']],
  ])('is refused %s', async (_, roles) => {
    const person = newPerson(...roles);
    const browser = fixture.openBrowser(person.email, person);
    const response = await browser.visitProvider(await browser.begin());
    await fixture.expectRefused(() => browser.finish(response), 403, '-203');
    expect(await findUser(person.email)).toBeUndefined();
  });

  it('gets one user when two sign-ins of the person end at once', async () => {
    const person = newPerson('insurance-issuing');
    const browser = fixture.openBrowser(person.email, person);
    const responses = [await browser.visitProvider(await browser.begin()), await browser.visitProvider(await browser.begin())];
    const results = await Promise.all(responses.map((response, node) => browser.finish(response, node as 0 | 1)));
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    expect(await fixture.query('SELECT FROM app_user WHERE email = $1', [person.email])).toHaveLength(1);
  });
});

describe('a user with another account at the provider', () => {
  it('is refused until an administrator frees the user, which ends its sessions', async () => {
    const person = newPerson('insurance-issuing');
    const session = await fixture.openBrowser(person.email, person).open();
    const browser = fixture.openBrowser(`new-${person.email}`, person);
    const response = await browser.visitProvider(await browser.begin());
    await fixture.expectRefused(() => browser.finish(response), 403, '-203');
    const [user] = await fixture.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [person.email]);
    const { client } = await createStaff(fixture.nodes[0], 'admin');
    expect((await client.delete(`/backoffice-api/users/${user!.id}/identity`)).status).toBe(204);
    expect((await session(1).get('/backoffice-api/sessions/current')).status).toBe(401);
    await browser.open();
    expect(await fixture.query('SELECT subject FROM user_identity WHERE user_id = $1', [user!.id])).toEqual([{ subject: browser.subject }]);
  });
});

describe('a sign-in under way', () => {
  it('is refused when the user is freed from the account before the session is opened', async () => {
    const person = newPerson('insurance-issuing');
    const browser = fixture.openBrowser(person.email, person);
    await browser.open();
    const response = await browser.visitProvider(await browser.begin());
    const [user] = await fixture.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [person.email]);
    const IS_WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let finished: Promise<HttpResponse> | null = null;
    await fixture.nodes[1].parts.store.transaction('gateway', async (tx) => {
      await tx.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [user!.id]);
      finished = browser.finish(response);
      await eventually('the sign-in waits for the user', async () => (await fixture.query(IS_WAITING)).length > 0, 20_000);
      await tx.query('DELETE FROM user_identity WHERE user_id = $1', [user!.id]);
      await tx.query('DELETE FROM staff_session WHERE user_id = $1', [user!.id]);
    });
    const refused = await finished!;
    expect([refused.status, refused.json()['error']]).toEqual([401, '-201']);
    expect(await fixture.query('SELECT FROM staff_session WHERE user_id = $1', [user!.id])).toEqual([]);
  });
});

describe('the role at the provider', () => {
  it('wins at the next sign-in, and the change is in the audit record', async () => {
    const person = newPerson('insurance-issuing');
    await fixture.createUser(person.email, 'underwriter');
    const first = await fixture.openBrowser(person.email, person).open();
    expect((await first(0).get('/backoffice-api/sessions/current')).json()).toMatchObject({ role: 'issuing' });
    await fixture.openBrowser(person.email, { ...person, roles: ['insurance-admins'] }).open();
    expect((await first(1).get('/backoffice-api/sessions/current')).json()).toMatchObject({ role: 'admin' });
    const changes = `SELECT details->'changes' AS changes FROM audit_entry WHERE actor = $1 AND details ? 'changes' ORDER BY id`;
    expect(await fixture.query(changes, [person.email])).toEqual([
      { changes: { role: ['underwriter', 'issuing'] } },
      { changes: { role: ['issuing', 'admin'] } },
    ]);
  });

  it('refuses the next sign-in when it is gone', async () => {
    const person = newPerson('insurance-issuing');
    await fixture.openBrowser(person.email, person).open();
    const browser = fixture.openBrowser(person.email, { ...person, roles: [] });
    const response = await browser.visitProvider(await browser.begin());
    await fixture.expectRefused(() => browser.finish(response), 403, '-203');
    expect(await findUser(person.email)).toMatchObject({ role: 'issuing' });
  });

  it('keeps the agent of an agent’s user, and takes it away with that role', async () => {
    const person = newPerson('insurance-agents');
    const id = await fixture.createUser(person.email, 'agent', '10001');
    await fixture.query(`INSERT INTO delegation (user_id, agent_code) VALUES ($1, '10002')`, [id]);
    await fixture.openBrowser(person.email, person).open();
    expect(await findUser(person.email)).toMatchObject({ role: 'agent', agent_code: '10001' });
    await fixture.openBrowser(person.email, { ...person, roles: ['insurance-issuing'] }).open();
    expect(await findUser(person.email)).toMatchObject({ role: 'issuing', agent_code: null });
    expect(await fixture.query('SELECT FROM delegation WHERE user_id = $1', [id])).toEqual([]);
    const browser = fixture.openBrowser(person.email, person);
    const response = await browser.visitProvider(await browser.begin());
    await fixture.expectRefused(() => browser.finish(response), 403, '-203');
  });

  it('cannot take the role from the last active administrator', async () => {
    const person = newPerson('insurance-issuing');
    await fixture.query(`UPDATE app_user SET status = 'disabled' WHERE role = 'admin'`);
    await fixture.createUser(person.email, 'admin');
    const browser = fixture.openBrowser(person.email, person);
    const response = await browser.visitProvider(await browser.begin());
    await fixture.expectRefused(() => browser.finish(response), 403, '-203');
    expect(await findUser(person.email)).toMatchObject({ role: 'admin' });
  });
});
