import { buildCsrfToken } from '../../src/identity/secret.js';
import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';
import { createStaff } from './staff-client.js';

export const COOKIE = '__Host-session';

export interface CookieSession {
  readonly userId: number;
  readonly token: string;
  readonly csrfToken: string;
  /** Sends only the cookie. */
  readonly bare: Client;
  /** Sends the cookie and the CSRF token, like the console. */
  readonly client: Client;
}

/** Opens a cookie session for the user, or for a new user of the role. */
export async function openCookieSession(running: RunningApp, user: Role | { readonly userId: number }): Promise<CookieSession> {
  const { userId } = typeof user === 'string' ? await createStaff(running, user) : user;
  const { store, sessions, consolePrograms } = running.parts;
  const { token } = await store.transaction('gateway', async (tx) => {
    await consolePrograms.createIfMissing(tx, { userId, email: 'console@test.example' });
    return sessions.open(tx, userId, 'cookie');
  });
  const csrfToken = buildCsrfToken(token);
  const bare = running.client.with({ Cookie: `${COOKIE}=${token}` });
  return { userId, token, csrfToken, bare, client: bare.with({ 'X-CSRF-Token': csrfToken }) };
}
