import type { RunningApp } from './app.js';
import type { Client } from './client.js';
import { createStaff } from './staff-client.js';

const GRANT = `
  UPDATE api_key SET environments = '{production,sandbox}' WHERE program_id = (SELECT id FROM program WHERE console_user_id = $1)`;

/** Opens a session of an agent's user whose console may read both environments (auth.16). */
export async function openAgentConsole(running: RunningApp, agentCode: string, delegates: readonly string[] = []): Promise<Client> {
  const { userId, email, client } = await createStaff(running, 'agent', agentCode);
  const { store, users, consolePrograms } = running.parts;
  await store.transaction('gateway', async (tx) => {
    await users.setDelegates(tx, userId, delegates);
    await consolePrograms.createIfMissing(tx, { userId, email });
    await tx.query(GRANT, [userId]);
  });
  return client;
}
