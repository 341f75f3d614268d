import type { RunningApp } from '../app.js';
import type { Client } from '../client.js';
import {
  beginSignIn,
  calculateCode,
  completeSignIn,
  createPasswordUser,
  FACTOR_PASSWORD,
  FACTORS,
  fromNewAddress,
  setUpTotp,
  type SecondStep,
  type TotpUser,
} from '../factors.js';
import { expectStatus } from '../fire-app.js';
import { PUBLIC_URL } from '../oidc-fixture.js';
import { TestPasskey } from '../passkey.js';
import { createStaff } from '../staff-client.js';
import { asRole, type Attacks, type Prepare } from './attack.js';

const PENDING = '/backoffice-api/pending-actions';

const now = (): Date => new Date();

export const createTotpUser = async (node: RunningApp): Promise<TotpUser> => setUpTotp(await createPasswordUser(node), now);

/** Answers the second step of a user with the factor of another one, or with an invalid one. */
function answering(factorOf: (own: TotpUser, other: TotpUser) => object): Prepare {
  return async ({ node }) => {
    const [own, other] = [await createTotpUser(node), await createTotpUser(node)];
    const visitor = fromNewAddress(node);
    const step = await beginSignIn(visitor, own.email);
    return () => completeSignIn(visitor, step, factorOf(own, other));
  };
}

interface Setup {
  readonly continuation: string;
  readonly options: { readonly challenge: string };
}

async function beginPasskey(client: Client): Promise<Setup> {
  return expectStatus(201, await client.post(`${FACTORS}/passkeys`, { password: FACTOR_PASSWORD })).json<Setup & Record<string, unknown>>();
}

async function createPasskeyUser(
  node: RunningApp,
): Promise<{ readonly email: string; readonly client: Client; readonly passkey: TestPasskey }> {
  const { email, client } = await createPasswordUser(node);
  const passkey = new TestPasskey(PUBLIC_URL);
  const { continuation, options } = await beginPasskey(client);
  const confirmed = await client.post(`${FACTORS}/passkeys/confirmation`, {
    continuation,
    name: 'Laptop',
    passkey: passkey.register(options),
  });
  expectStatus(200, confirmed);
  return { email, client, passkey };
}

/** Signs in with a signature that was changed. */
function signing(change: (passkey: TestPasskey, challenge: string) => object): Prepare {
  return async ({ node }) => {
    const { email, passkey } = await createPasskeyUser(node);
    const visitor = fromNewAddress(node);
    const step = await beginSignIn(visitor, email);
    return () => completeSignIn(visitor, step, { passkey: change(passkey, step.passkey!.challenge) });
  };
}

/** Requests the removal of a user's factors as one administrator, and decides on it as somebody else. */
function confirmingReset(by: (node: RunningApp) => Promise<Client>, root = ''): Prepare {
  return async ({ node }) => {
    const [{ userId }, { client }] = [await createTotpUser(node), await createStaff(node, 'admin')];
    const { id } = expectStatus(202, await client.post(`/backoffice-api/users/${userId}/factors/reset`)).json<{ id: number }>();
    const decider = await by(node);
    return () => decider.put(`${root}${PENDING}/${id}/approve`);
  };
}

/** Attacks on second factors. */
export const FACTOR_ATTACKS: Attacks = {
  passkey: [
    [
      'signs a registration',
      401,
      '-201',
      signing((passkey, challenge) => ({
        ...passkey.sign({ challenge }),
        clientDataJSON: (passkey.register({ challenge }) as { clientDataJSON: string }).clientDataJSON,
      })),
    ],
    [
      'signs for another port of the host',
      401,
      '-201',
      signing((passkey, challenge) => Object.assign(new TestPasskey(`${PUBLIC_URL}:8443`), { id: passkey.id }).sign({ challenge })),
    ],
    ['has an empty signature', 400, '-101', signing((passkey, challenge) => ({ ...passkey.sign({ challenge }), signature: '' }))],
    ['has the id of all passkeys', 400, '-102', signing((passkey, challenge) => ({ ...passkey.sign({ challenge }), id: '%' }))],
    [
      'is registered for the set-up of another user',
      400,
      '-102',
      async ({ node }) => {
        const [{ client: own }, { client: other }] = [await createPasswordUser(node), await createPasswordUser(node)];
        const { continuation, options } = await beginPasskey(other);
        const passkey = new TestPasskey(PUBLIC_URL).register(options);
        return () => own.post(`${FACTORS}/passkeys/confirmation`, { continuation, name: 'x', passkey });
      },
    ],
    [
      'of another user is removed',
      400,
      '-304',
      async ({ node }) => {
        const [{ client: own }, { client: other }] = [await createPasskeyUser(node), await createPasskeyUser(node)];
        const {
          passkeys: [{ id } = { id: 0 }],
        } = (await other.get(FACTORS)).json<{ passkeys: { id: number }[] }>();
        return () => own.post(`${FACTORS}/passkeys/${id}/removal`, { password: FACTOR_PASSWORD });
      },
    ],
    [
      'set-up is used as a sign-in',
      401,
      '-201',
      async ({ node }) => {
        const { client, passkey } = await createPasskeyUser(node);
        const { continuation, options } = await beginPasskey(client);
        return () => completeSignIn(fromNewAddress(node), { continuation } as SecondStep, { passkey: passkey.sign(options) });
      },
    ],
  ],
  'second factor': [
    ['is the code of another user', 401, '-201', answering((_, other) => ({ code: calculateCode(other.secret, now(), 1) }))],
    ['is a recovery code of another user', 401, '-201', answering((_, other) => ({ code: other.recoveryCodes[0] }))],
    ['was used at the set-up', 401, '-201', answering((own) => ({ code: calculateCode(own.secret, now(), -1) }))],
    [
      'has digits of another script',
      401,
      '-201',
      answering((own) => ({
        code: [...calculateCode(own.secret, now(), 1)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
      })),
    ],
    ['is a number', 400, '-102', answering((own) => ({ code: Number(calculateCode(own.secret, now(), 1)) }))],
    ['is a pattern', 401, '-201', answering(() => ({ code: '%%%%-%%%%-%%%%-%%%%' }))],
    [
      'sign-in is used as a set-up',
      400,
      '-102',
      async ({ node }) => {
        const { email, client, secret } = await createTotpUser(node);
        const { continuation } = await beginSignIn(fromNewAddress(node), email);
        return () => client.post(`${FACTORS}/totp/confirmation`, { continuation, code: calculateCode(secret, now(), 1) });
      },
    ],
  ],
  'reset of factors': [
    [
      'is requested for an unknown user',
      400,
      '-304',
      asRole('admin', (client) => client.post('/backoffice-api/users/999999/factors/reset')),
    ],
    ['is confirmed by another role', 400, '-304', confirmingReset(async (node) => (await createStaff(node, 'issuing')).client)],
    ['is confirmed by an auditor', 403, '-203', confirmingReset(async (node) => (await createStaff(node, 'auditor')).client)],
    [
      'is confirmed in the other environment',
      400,
      '-304',
      confirmingReset(async (node) => (await createStaff(node, 'admin')).client, '/dev'),
    ],
    [
      'is confirmed by the same person under a second account',
      403,
      '-203',
      async ({ oidc, node }) => {
        for (const email of ['anna@insurer.example', 'anna.2@insurer.example']) await oidc.createUser(email, 'admin');
        const { userId } = await createTotpUser(node);
        const first = await oidc.openBrowser('anna', { email: 'anna@insurer.example', email_verified: true }).open();
        const { id } = expectStatus(202, await first(0).post(`/backoffice-api/users/${userId}/factors/reset`)).json<{ id: number }>();
        // The provider knows the person by subject, whatever address it sends later.
        const second = await oidc.openBrowser('anna', { email: 'anna.2@insurer.example', email_verified: true }).open();
        return () => second(1).put(`${PENDING}/${id}/approve`);
      },
    ],
  ],
};
