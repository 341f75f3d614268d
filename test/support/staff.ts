import type { Role } from '../../src/identity/user.service.js';
import type { RunningApp } from './app.js';
import type { Client } from './client.js';

export interface StaffAccess {
  readonly userId: number;
  readonly email: string;
  readonly token: string;
  /** With the session's token. */
  readonly client: Client;
}

let count = 0;

/** A user of the role with a live session, without a password: nothing is hashed. `agentCode` for role `agent`. */
export async function staffOf(
  running: RunningApp,
  role: Role,
  agentCode: string | null = role === 'agent' ? '10001' : null,
): Promise<StaffAccess> {
  const email = `${role}${++count}@staff.example`;
  const { store, users, sessions } = running.parts;
  const { userId, token } = await store.transaction('gateway', async (tx) => {
    const id = await users.create(tx, { email, name: `Staff ${role}`, role, agentCode, delegates: [] });
    return { userId: id, token: (await sessions.open(tx, id)).token };
  });
  return { userId, email, token, client: running.client.withToken(token) };
}
