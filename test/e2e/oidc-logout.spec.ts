import type { JWTPayload } from 'jose';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { OidcFixture } from '../support/oidc-fixture.js';
import { createStaff } from '../support/staff-client.js';

const CURRENT = '/backoffice-api/sessions/current';
const USAGE = '/dev/auth-api/resources/usage';
const WITHIN_MS = 2_000;

type Nodes = (node: 0 | 1) => Client;

let fixture: OidcFixture;

beforeAll(async () => {
  fixture = await OidcFixture.start();
  await fixture.createUser('maria@insurer.example', 'agent', '10001');
});
afterAll(() => fixture.stop());

async function signIn(): Promise<Nodes> {
  return fixture.openBrowser('maria', { email: 'maria@insurer.example', email_verified: true }).open();
}

/** Returns the ids of the latest session, here and at the provider. */
async function findLatest(): Promise<{ id: number; sid: string }> {
  const [row] = await fixture.query<{ id: number; sid: string }>(
    'SELECT id, provider_session AS sid FROM staff_session ORDER BY id DESC LIMIT 1',
  );
  return row!;
}

async function findStatus(client: Client): Promise<number> {
  return (await client.get(CURRENT)).status;
}

/** Expects that the back office of both nodes and their services refuse the session. */
async function expectEnded(nodes: Nodes): Promise<void> {
  for (const node of [0, 1] as const) {
    await eventually('the back office refuses the session', async () => (await findStatus(nodes(node))) === 401, WITHIN_MS);
    await eventually('the services refuse the session', async () => (await nodes(node).get(USAGE)).status === 401, WITHIN_MS);
  }
}

describe('a logout at the provider', () => {
  it('ends the session that it names on every node, and no other', async () => {
    const first = await signIn();
    const { id, sid } = await findLatest();
    const second = await signIn();
    for (const node of [0, 1] as const) expect([await findStatus(first(node)), (await first(node).get(USAGE)).status]).not.toContain(401);
    await fixture.provider.logOut('maria', sid);
    expect(fixture.provider.logoutStatuses).toEqual([204]);
    await expectEnded(first);
    expect(await findStatus(second(1))).toBe(200);
    const audit = `SELECT actor, actor_id, details->>'userId' IS NOT NULL AS "hasUser" FROM audit_entry WHERE action = 'close' AND subject_id = $1`;
    expect(await fixture.query(audit, [String(id)])).toEqual([{ actor: 'OpenID provider', actor_id: null, hasUser: true }]);
  });

  it('ends all sessions of its subject that were opened at the provider, when it names no session', async () => {
    const sessions = [await signIn(), await signIn()];
    const other = await createStaff(fixture.nodes[0], 'issuing');
    expect((await fixture.logOut(await fixture.signLogoutToken({ sub: 'maria' }), 1)).status).toBe(204);
    for (const session of sessions) await expectEnded(session);
    expect(await findStatus(other.client)).toBe(200);
  });

  it('succeeds without a session that it could end', async () => {
    expect((await fixture.logOut(await fixture.signLogoutToken({ sub: 'nobody' }))).status).toBe(204);
  });

  it('is not limited by address', async () => {
    const tokens = await Promise.all(Array.from({ length: 65 }, () => fixture.signLogoutToken({ sub: 'nobody' })));
    for (const token of tokens) expect((await fixture.logOut(token)).status).toBe(204);
  });
});

describe('a logout token', () => {
  const HOUR = 3600;
  const now = Math.floor(Date.now() / 1000);

  it.each<readonly [string, JWTPayload]>([
    ['for another client', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['with a nonce, like an ID token', { nonce: 'n' }],
    ['without the event', { events: {} }],
    ['without events', { events: undefined }],
    ['with an event that is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'x' } }],
    ['without a time', { iat: undefined }],
    ['of an hour ago', { iat: now - HOUR }],
    ['that has expired', { exp: now - HOUR }],
    ['of the future', { iat: now + HOUR }],
    ['without an id', { jti: undefined }],
    ['that names neither session nor subject', { sub: undefined }],
  ])('is refused %s', async (_, changes) => {
    const session = await signIn();
    const token = await fixture.signLogoutToken({ sub: 'maria', ...changes });
    await fixture.expectRefused(() => fixture.logOut(token), 400, '-102', 'logout_token');
    expect(await findStatus(session(0))).toBe(200);
  });

  it('is refused when it was forged, unsigned, signed with the secret of the client, or is no token', async () => {
    const session = await signIn();
    const payload = JSON.parse(
      Buffer.from((await fixture.signLogoutToken({ sub: 'maria' })).split('.')[1]!, 'base64url').toString(),
    ) as JWTPayload;
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const token of [await fixture.provider.signForged(payload), none, await fixture.provider.signWithSecret(payload), 'x.y.z', ''])
      await fixture.expectRefused(() => fixture.logOut(token), 400, '-102', 'logout_token');
    expect(await findStatus(session(0))).toBe(200);
  });

  it('works once, on any node', async () => {
    const token = await fixture.signLogoutToken({ sub: 'maria' });
    expect((await fixture.logOut(token, 0)).status).toBe(204);
    const session = await signIn();
    await fixture.expectRefused(() => fixture.logOut(token, 1), 400, '-102', 'logout_token');
    expect(await findStatus(session(0))).toBe(200);
  });

  it('is deleted from the record when nobody could present it any more', async () => {
    await fixture.logOut(await fixture.signLogoutToken({ sub: 'nobody' }));
    const { backofficeCleanup } = fixture.nodes[0].parts;
    await backofficeCleanup.deleteExpired(new Date(Date.now() + HOUR * 1000));
    expect(await fixture.query('SELECT FROM oidc_logout_token')).toEqual([]);
  });
});
