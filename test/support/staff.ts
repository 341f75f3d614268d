import { Sessions } from '../../src/backoffice/access/sessions.js';
import { Users, type Role } from '../../src/backoffice/users/users.js';
import { Clock } from '../../src/common/clock.js';
import { Store } from '../../src/store/store.js';
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
  const users = new Users(running.app.get(Clock));
  const { userId, token } = await running.app.get(Store).transaction('gateway', async (tx) => {
    const id = await users.create(tx, { email, name: `Staff ${role}`, role, agentCode, delegates: [] });
    return { userId: id, token: (await running.app.get(Sessions).open(tx, id)).token };
  });
  return { userId, email, token, client: running.client.withToken(token) };
}
