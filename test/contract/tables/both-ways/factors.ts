import {
  beginSignIn,
  calculateCode,
  createPasswordUser,
  FACTOR_PASSWORD,
  FACTORS,
  setUpTotp,
  type TotpUser,
} from '../../../support/factors.js';
import { expectStatus } from '../../../support/fire-app.js';
import { TestPasskey } from '../../../support/passkey.js';
import type { StaffAccess } from '../../../support/staff-client.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const UNKNOWN = 999_999;
const PROOF = { password: FACTOR_PASSWORD };
const BY_ADMIN = { by: 'admin' } as const;

const newUser = ({ app }: CallFixture): Promise<StaffAccess> => createPasswordUser(app.running);
const newTotpUser = async (fixture: CallFixture): Promise<TotpUser> => setUpTotp(await newUser(fixture), () => fixture.app.clock.now());

/** Sends the password of a user without a factor. */
async function byNewUser(fixture: CallFixture): Promise<Call> {
  return { by: (await newUser(fixture)).client, json: PROOF };
}
async function byTotpUser(fixture: CallFixture): Promise<Call> {
  return { by: (await newTotpUser(fixture)).client, json: PROOF };
}
async function begin({ client }: StaffAccess, kind: string): Promise<{ continuation: string; secret: string; options: { challenge: string } }> {
  return expectStatus(201, await client.post(`${FACTORS}/${kind}`, PROOF)).json<never>();
}
/** Creates a passkey of the user, and the call that confirms it. */
async function confirmPasskey(fixture: CallFixture, user: StaffAccess): Promise<Call & { readonly json: object }> {
  const { continuation, options } = await begin(user, 'passkeys');
  const passkey = new TestPasskey(fixture.app.running.parts.config.publicUrl!).register(options);
  return { by: user.client, json: { continuation, name: 'Laptop', passkey } };
}

/** Operations of second factors. */
export const FACTOR_WAYS: Ways = {
  'GET /backoffice-api/factors': { done: [200, byNewUser], refused: ['401 -201', { by: 'stranger' }] },
  'POST /backoffice-api/factors/totp': { done: [201, byNewUser], refused: ['401 -201', { by: 'stranger' }] },
  'POST /backoffice-api/factors/totp/confirmation': {
    done: [
      200,
      async (fixture) => {
        const user = await newUser(fixture);
        const { continuation, secret } = await begin(user, 'totp');
        return { by: user.client, json: { continuation, code: calculateCode(secret, fixture.app.clock.now()) } };
      },
    ],
    refused: ['400 -102', { by: 'issuing', json: { continuation: 'x'.repeat(40), code: '123456' } }],
  },
  'POST /backoffice-api/factors/totp/removal': { done: [204, byTotpUser], refused: ['400 -304', byNewUser] },
  'POST /backoffice-api/factors/passkeys': { done: [201, byNewUser], refused: ['401 -201', { by: 'stranger' }] },
  'POST /backoffice-api/factors/passkeys/confirmation': {
    done: [200, async (fixture) => confirmPasskey(fixture, await newUser(fixture))],
    refused: [
      '400 -102',
      async (fixture) => {
        const { by, json } = await confirmPasskey(fixture, await newUser(fixture));
        return { by, json: { ...json, continuation: 'x'.repeat(40) } };
      },
    ],
  },
  'POST /backoffice-api/factors/passkeys/{id}/removal': {
    done: [
      204,
      async (fixture) => {
        const user = await newUser(fixture);
        expectStatus(200, await user.client.post(`${FACTORS}/passkeys/confirmation`, (await confirmPasskey(fixture, user)).json));
        const { passkeys } = (await user.client.get(FACTORS)).json<{ passkeys: { id: number }[] }>();
        return { by: user.client, at: [passkeys[0]!.id], json: PROOF };
      },
    ],
    refused: ['400 -304', async (fixture) => ({ ...(await byTotpUser(fixture)), at: [UNKNOWN] })],
  },
  'POST /backoffice-api/factors/recovery-codes': { done: [201, byTotpUser], refused: ['400 -400', byNewUser] },
  'POST /backoffice-api/sessions/passkey': { done: [202, { by: 'stranger' }], refused: ['400 -102', { by: 'stranger', query: 'user=1' }] },
  'POST /backoffice-api/sessions/second-factor': {
    done: [
      201,
      async (fixture) => {
        const { email, recoveryCodes } = await newTotpUser(fixture);
        const { continuation } = await beginSignIn(fixture.app.running.client, email);
        return { by: 'stranger', json: { continuation, code: recoveryCodes[0] } };
      },
    ],
    refused: ['401 -201', { by: 'stranger', json: { continuation: 'x'.repeat(40), code: '123456' } }],
  },
  'GET /backoffice-api/users/{id}/factors': {
    done: [200, async (fixture) => ({ ...BY_ADMIN, at: [(await newTotpUser(fixture)).userId] })],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN] }],
  },
  'POST /backoffice-api/users/{id}/factors/reset': {
    done: [202, async (fixture) => ({ ...BY_ADMIN, at: [(await newTotpUser(fixture)).userId] })],
    refused: ['400 -304', { ...BY_ADMIN, at: [UNKNOWN] }],
  },
  'GET /backoffice-api/settings/sign-in': { done: [200, BY_ADMIN], refused: ['403 -203', { by: 'issuing' }] },
  'PUT /backoffice-api/settings/sign-in': {
    done: [200, { ...BY_ADMIN, json: { secondFactorRoles: [] } }],
    refused: ['400 -102', { ...BY_ADMIN, json: { secondFactorRoles: ['king'] } }],
  },
};
