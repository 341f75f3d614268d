import { csrfTokenOf } from '../../src/identity/csrf-token.js';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';
import { createStaff } from './staff-client.js';

export const COOKIE = '__Host-session';

export interface CookieSession {
  readonly userId: number;
  readonly token: string;
  readonly csrfToken: string;
  /** With the cookie alone. */
  readonly bare: Client;
  /** As a page of ours calls: with the cookie and what proves the page. */
  readonly client: Client;
}

/** A session in a browser's cookie, of somebody new or of the user. */
export async function cookieSessionOf(running: RunningApp, user: Role | { readonly userId: number }): Promise<CookieSession> {
  const { userId } = typeof user === 'string' ? await createStaff(running, user) : user;
  const { store, sessions, consolePrograms } = running.parts;
  const { token } = await store.transaction('gateway', async (tx) => {
    await consolePrograms.makeWhereMissing(tx, { userId, email: 'console@test.example' });
    return sessions.open(tx, userId, 'cookie');
  });
  const csrfToken = csrfTokenOf(token);
  const bare = running.client.with({ Cookie: `${COOKIE}=${token}` });
  return { userId, token, csrfToken, bare, client: bare.with({ 'X-CSRF-Token': csrfToken }) };
}
