import type { CallerUser } from '../common/caller.js';
import type { Transaction } from '../store/store.js';

export interface OwnerRow {
  readonly user_id: number;
  readonly user_name: string;
  readonly own_agent: string;
  readonly delegates: string[];
}

export const OWNER_COLUMNS = `
  u.id AS user_id, u.name AS user_name, u.agent_code AS own_agent,
  ARRAY(SELECT d.agent_code FROM delegation d WHERE d.user_id = u.id ORDER BY d.agent_code) AS delegates`;

export function buildOwnerCondition(environment: string): string {
  return `uk.enabled AND uk.deleted_at IS NULL AND u.status = 'active' AND u.role = 'agent' AND (NOT u.sandbox_only OR ${environment} = 'sandbox')`;
}

export function canActFor(owner: OwnerRow, agentCode: string): boolean {
  return agentCode === owner.own_agent || owner.delegates.includes(agentCode);
}

/** Lets the token read one agent, or the own agent and the delegates (auth.6). */
export function toTokenUser(owner: OwnerRow, agentCode: string, singleAgent: boolean): CallerUser {
  const readableAgents = singleAgent ? [agentCode] : [...new Set([agentCode, ...owner.delegates])];
  return { id: owner.user_id, name: owner.user_name, agentCode, readableAgents };
}

// Revoked tokens are deleted, so enabling a key does not revive them.

export async function revokeTokensOfKey(tx: Transaction, apiKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE api_key_id = $1', [apiKeyId]);
}

export async function revokeTokensOfUserKey(tx: Transaction, userKeyId: number): Promise<void> {
  await tx.query('DELETE FROM token WHERE user_key_id = $1', [userKeyId]);
}

export async function revokeTokensOfUser(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM token USING user_key WHERE user_key.id = token.user_key_id AND user_key.user_id = $1', [userId]);
}
