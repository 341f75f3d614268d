import type { Authority } from '../authority-fixture.js';
import { openCookieSession } from '../cookie-session.js';
import { beginSignIn, fromNewAddress, SESSIONS } from '../factors.js';
import { expectStatus } from '../fire-app.js';
import { createOAuthProgram } from '../oauth-program.js';
import { createStaff } from '../staff-client.js';
import { asRole, type AttackedApps, type Attacks, type Prepare } from './attack.js';
import { createTotpUser } from './factor-attacks.js';
import { createToken } from './program-attacks.js';

/** Presents a token of another kind as that of a session. */
function presenting(tokenOf: (apps: AttackedApps) => Promise<string>): Prepare {
  return async (apps) => {
    const client = apps.node.client.withToken(await tokenOf(apps));
    return () => client.get(`${SESSIONS}/current`);
  };
}

/** Sends the decision of a junior underwriter whose authority is too small for the referral. */
function deciding(json: object, headers: Readonly<Record<string, string>> = {}): Prepare {
  return async ({ authority }) => {
    const { id } = await authority.createReferred();
    await authority.grant(authority.junior, { maxSumInsured: 1, maxLoadingPercent: 10 });
    return () => authority.junior.send('POST', `applications/${id}/decisions`, { json, headers });
  };
}

/** Attacks on sessions, the audit record and the authority of underwriters. */
export const STAFF_ATTACKS: Attacks = {
  session: [
    [
      'is the continuation of a sign-in',
      401,
      '-201',
      presenting(async ({ node }) => (await beginSignIn(fromNewAddress(node), (await createTotpUser(node)).email)).continuation),
    ],
    ['is an API key', 401, '-201', presenting(async ({ node }) => (await createOAuthProgram(node)).apiKey)],
    ['is a token of a program', 401, '-201', presenting(async ({ node }) => (await createToken(node)).token)],
    ['is a signed token of the provider', 401, '-201', presenting(({ oidc }) => oidc.signLogoutToken({ sub: 'maria' }))],
    ['is a cookie sent as a bearer', 401, '-201', presenting(async ({ node }) => (await openCookieSession(node, 'admin')).token)],
    [
      'of another user is ended by an administrator who names the wrong user',
      400,
      '-304',
      async ({ node }) => {
        const [admin, user, other] = [
          await createStaff(node, 'admin'),
          await createStaff(node, 'issuing'),
          await createStaff(node, 'issuing'),
        ];
        const { items } = (await user.client.get(SESSIONS)).json<{ items: { id: number }[] }>();
        return () => admin.client.delete(`/backoffice-api/users/${other.userId}/sessions/${items[0]!.id}`);
      },
    ],
    [
      'ends all others by a cookie with the token of another session',
      403,
      '-205',
      async ({ node }) => {
        const [own, other] = [await openCookieSession(node, 'issuing'), await openCookieSession(node, 'issuing')];
        return () => own.bare.with({ 'X-CSRF-Token': other.csrfToken }).delete(`${SESSIONS}/others`);
      },
    ],
    [
      'changes its user by a header of a proxy',
      403,
      '-203',
      asRole('issuing', (client) => client.with({ 'X-Remote-User': 'admin', 'X-Forwarded-User': '1' }).get('/backoffice-api/users')),
    ],
  ],
  'audit record': [
    [
      'is filtered by SQL',
      400,
      '-105',
      asRole('auditor', (client) => client.get(`/backoffice-api/audit?action=${encodeURIComponent("' OR 1=1 --")}`)),
    ],
    ['is read before its beginning', 400, '-102', asRole('auditor', (client) => client.get('/backoffice-api/audit?offset=-1'))],
    ['is deleted', 404, 'NOT_FOUND', asRole('admin', (client) => client.undescribed().delete('/backoffice-api/audit'))],
    ['is written', 404, 'NOT_FOUND', asRole('admin', (client) => client.undescribed().post('/backoffice-api/audit', { action: 'create' }))],
  ],
  auditor: [
    [
      'writes by another method in a header',
      403,
      '-203',
      asRole('auditor', (client) => client.with({ 'X-HTTP-Method-Override': 'GET' }).put('/backoffice-api/settings', {})),
    ],
    [
      'repeats the call of an administrator by its key',
      403,
      '-203',
      async ({ node }) => {
        const [admin, auditor] = [await createStaff(node, 'admin'), await createStaff(node, 'auditor')];
        const key = { headers: { 'Idempotency-Key': 'shared' } };
        const body = { secondPersonAbove: 900 };
        expectStatus(200, await admin.client.put('/backoffice-api/settings', body, key));
        return () => auditor.client.put('/backoffice-api/settings', body, key);
      },
    ],
    ['signs up for production', 403, '-203', asRole('auditor', (client) => client.post(`${SESSIONS}/current/production`))],
    ['makes a key for itself', 403, '-203', asRole('auditor', (client) => client.post('/backoffice-api/user-keys', { programId: 1 }))],
  ],
  'draft of an incident': [
    [
      'is asked for in SQL',
      400,
      '-105',
      asRole('auditor', (client) =>
        client.get(`/backoffice-api/incidents/draft?from=${encodeURIComponent("2026-11-01'--")}&to=2026-11-02T00:00:00Z`),
      ),
    ],
    [
      'covers a year',
      400,
      '-105',
      asRole('auditor', (client) => client.get('/backoffice-api/incidents/draft?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z')),
    ],
  ],
  authority: [
    ['is claimed in the body', 400, '-102', deciding({ decision: 'approve', checkAuthority: false })],
    [
      'is avoided by a loading as an exponent',
      403,
      '-207',
      deciding({ decision: 'approve_with_terms', terms: { loadingPercent: 1.001e1 } }),
    ],
    [
      'is avoided by the key of somebody who may',
      403,
      '-207',
      async ({ authority }) => {
        const options = { json: { decision: 'request_documents' }, headers: { 'Idempotency-Key': 'of the senior' } };
        const [{ id: decided }, { id }] = [await authority.createReferred(), await authority.createReferred()];
        await authority.grant(authority.junior, { maxSumInsured: 1 });
        expectStatus(200, await authority.senior.send('POST', `applications/${decided}/decisions`, options));
        const json = { decision: 'approve' };
        return () => authority.junior.send('POST', `applications/${id}/decisions`, { ...options, json });
      },
    ],
    ['is avoided by an old version', 412, '-402', deciding({ decision: 'approve' }, { 'If-Match': '"1"' })],
    [
      'is granted by its owner',
      403,
      '-203',
      ({ authority }) =>
        Promise.resolve(() =>
          authority.junior.post('authorities', { userId: authority.junior.userId, lines: ['fire'], validFrom: '2026-01-01' }),
        ),
    ],
    [
      'is granted beyond all amounts',
      400,
      '-102',
      ({ authority }) =>
        Promise.resolve(() =>
          authority.admin.post('authorities', {
            userId: authority.junior.userId,
            lines: ['fire'],
            maxSumInsured: 1e300,
            validFrom: '2026-01-01',
          }),
        ),
    ],
    [
      'of the other environment is ended',
      400,
      '-304',
      async ({ authority }) => {
        const { id }: Authority = await authority.grant(authority.junior, {});
        const client = await authority.openInSandbox('admin');
        return () => client.post(`authorities/${id}/end`, {});
      },
    ],
    [
      'is avoided by a hand-up to SQL',
      400,
      '-102',
      async ({ authority }) => {
        const { id } = await authority.createReferred();
        await authority.grant(authority.junior, { maxSumInsured: 1 });
        return () => authority.junior.post(`applications/${id}/hand-up`, { userId: `${authority.senior.userId} OR 1=1`, note: 'x' });
      },
    ],
  ],
};
