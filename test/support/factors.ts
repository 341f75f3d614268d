import { TOTP } from 'otpauth';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { Client, HttpResponse } from './client.js';
import { expectStatus } from './fire-app.js';
import { hashQuickly } from './quick-hash.js';
import { createStaff, type StaffAccess } from './staff-client.js';
import type { TableFingerprints } from './table-fingerprints.js';

export const FACTORS = '/backoffice-api/factors';
export const SESSIONS = '/backoffice-api/sessions';
export const FACTOR_PASSWORD = 'four wooden horses sang';
const PERIOD_MS = 30_000;

export interface SecondStep {
  readonly continuation: string;
  readonly methods: readonly string[];
  readonly passkey: { readonly challenge: string; readonly allowCredentials?: readonly { readonly id: string }[] } | null;
}

/** Calculates the code of an authenticator app, `steps` of 30 seconds away from the time. */
export function calculateCode(secret: string, at: Date, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() + steps * PERIOD_MS });
}

/** Creates a user with a password and a session that no factor has proved. */
export async function createPasswordUser(running: RunningApp, role: Role = 'issuing'): Promise<StaffAccess> {
  const access = await createStaff(running, role);
  const { store, users } = running.parts;
  await store.transaction('gateway', (tx) => users.setPassword(tx, access.userId, hashQuickly(FACTOR_PASSWORD)));
  return access;
}

let addresses = 0;

/** Sends calls from a new address, because attempts are counted by address. */
export function fromNewAddress(running: RunningApp): Client {
  addresses += 1;
  return running.client.with({ 'X-Forwarded-For': `10.77.${addresses >> 8}.${addresses & 255}` });
}

export interface TotpUser extends StaffAccess {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up an authenticator app with the code of the present step. */
export async function setUpTotp(access: StaffAccess, now: () => Date): Promise<TotpUser> {
  const { client } = access;
  const begun = expectStatus(201, await client.post(`${FACTORS}/totp`, { password: FACTOR_PASSWORD }));
  const { continuation, secret } = begun.json<{ continuation: string; secret: string }>();
  const code = calculateCode(secret, now());
  const confirmed = expectStatus(200, await client.post(`${FACTORS}/totp/confirmation`, { continuation, code }));
  return { ...access, secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] | null }>().recoveryCodes ?? [] };
}

export function sendPassword(client: Client, email: string, root = ''): Promise<HttpResponse> {
  return client.post(`${root}${SESSIONS}`, { email, password: FACTOR_PASSWORD });
}

/** Signs in with the password, and expects a second step. */
export async function beginSignIn(client: Client, email: string): Promise<SecondStep> {
  return expectStatus(202, await sendPassword(client, email)).json<SecondStep & Record<string, unknown>>();
}

export function completeSignIn(client: Client, step: SecondStep, factor: object, root = ''): Promise<HttpResponse> {
  return client.post(`${root}${SESSIONS}/second-factor`, { continuation: step.continuation, ...factor });
}

/** Reads the tables without the counts of attempts, which a refusal changes. */
export async function readStored(tables: TableFingerprints): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await tables.read()).filter(([name]) => name !== 'gateway.sign_in_attempt'));
}
