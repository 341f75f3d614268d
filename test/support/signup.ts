import type { SandboxAccessResponse } from '../../src/backoffice/signup/signup.dto.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';
import { readOutbox } from './outbox.js';

export const SIGNUP = '/backoffice-api/signup';

let count = 0;

/** Somebody with an address and a network of its own, so that no limit is in the way. */
export function newcomer({ client }: Pick<RunningApp, 'client'>): { readonly client: Client; readonly email: string } {
  count += 1;
  return { client: client.with({ 'X-Forwarded-For': `10.${count >> 8}.${count & 255}.1` }), email: `newcomer${count}@broker.example` };
}

/** The token of the last mail to the address. */
export async function mailedToken({ database }: Pick<RunningApp, 'database'>, email: string): Promise<string> {
  const mail = (await readOutbox(database.config.dataDir)).findLast(({ to }) => to === email);
  return mail?.token ?? '';
}

/** All that a signup gives. */
export interface SignedUp extends SandboxAccessResponse {
  readonly email: string;
  readonly userId: number;
  /** A signed-in user, by a session at hand. */
  readonly session: Client;
  /** Key and token, of the sandbox. */
  readonly caller: Client;
}

/** Signs up, confirms and takes a token. */
export async function signedUp(running: RunningApp, programName = 'Δοκιμή'): Promise<SignedUp> {
  const { client, email } = newcomer(running);
  await client.post(SIGNUP, { name: 'Μαρία Παππά', email, programName });
  const answer = await client.post(`${SIGNUP}/verify?token=${await mailedToken(running, email)}`);
  expect(answer.status).toBe(201);
  const access = answer.json<SandboxAccessResponse & Record<string, unknown>>();
  const withKey = running.client.withKey(access.apiKey);
  const { token } = (await withKey.post('/dev/auth-api/resources/tokens', { 'user-key': access.userKey })).json<{ token: string }>();
  const { store, sessions } = running.parts;
  const [user] = await store.query<{ id: number }>('gateway', 'SELECT id FROM app_user WHERE email = $1', [email]);
  const session = await store.transaction('gateway', (tx) => sessions.open(tx, user!.id));
  return { ...access, email, userId: user!.id, session: client.withToken(session.token), caller: withKey.withToken(token) };
}
