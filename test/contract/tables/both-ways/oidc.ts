import { CLIENT_ID, CLIENT_SECRET, type OpenIdProvider, ProviderVisitor } from '../../../support/openid-provider.js';
import type { OidcSettings } from '../../../../src/config/oidc-settings.js';
import { createStaff } from '../../../support/staff-client.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const SIGN_INS = 'POST /backoffice-api/oidc/sign-ins';
const FORM = 'application/x-www-form-urlencoded';

/** Settings of an application whose users sign in at the provider. */
export function buildOidcSettings({ issuer }: OpenIdProvider): OidcSettings {
  const access = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const invited = { users: 'invited', roleClaim: null, roles: [], emailVerifiedClaim: 'email_verified' } as const;
  return { ...access, ...invited, name: 'Insurer login', scopes: 'openid profile email' };
}

/** Operations for sign-ins at the insurer's own provider. */
export function buildOidcWays(getProvider: () => OpenIdProvider): Ways {
  /** Creates a user who returns from the provider. */
  async function returned(fixture: CallFixture): Promise<Call> {
    const { email } = await createStaff(fixture.app.running, 'issuing');
    getProvider().people.set(email, { email, email_verified: true });
    getProvider().subject = email;
    const begun = await fixture.call(SIGN_INS, { by: 'stranger', json: {} });
    const response = await new ProviderVisitor().visit(begun.json<{ url: string }>().url);
    const cookie = begun.headers['set-cookie']![0]!.split(';')[0]!;
    return { by: fixture.app.running.client.with({ Cookie: cookie, 'X-Forwarded-For': '198.51.101.1' }), json: { response } };
  }

  return {
    'GET /backoffice-api/oidc': {
      done: [200, { by: 'stranger' }],
      refused: ['400 -102', { by: 'stranger', query: 'bogus=1' }],
    },
    [SIGN_INS]: {
      done: [201, { by: 'stranger', json: { returnTo: 'dev/referrals' } }],
      refused: ['400 -102', { by: 'stranger', json: { returnTo: 'https://evil.example/' } }],
    },
    'POST /backoffice-api/oidc/sessions': {
      done: [201, returned],
      refused: ['401 -201', { by: 'stranger', json: { response: 'code=1&state=2' } }],
    },
    'POST /backoffice-api/oidc/back-channel-logout': {
      done: [
        204,
        async () => {
          const token = await getProvider().signLogoutToken({ sub: 'nobody' });
          return { by: 'stranger', type: FORM, body: Buffer.from(`logout_token=${token}`) };
        },
      ],
      refused: ['400 -102', { by: 'stranger', type: FORM, body: Buffer.from('logout_token=x') }],
    },
    'POST /backoffice-api/sessions/current/sign-out': {
      done: [200, async (fixture) => ({ by: (await createStaff(fixture.app.running, 'issuing')).client, json: {} })],
      refused: ['401 -201', { by: 'stranger', json: {} }],
    },
  };
}
