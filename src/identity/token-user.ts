import type { CallerUser } from '../common/caller.js';

/** The owner of a user-key as its tokens need them; a column list and a join for `app_user u`. */
export interface OwnerRow {
  readonly user_id: number;
  readonly user_name: string;
  readonly own_agent: string;
  readonly delegates: string[];
}

export const OWNER_COLUMNS = `
  u.id AS user_id, u.name AS user_name, u.agent_code AS own_agent,
  ARRAY(SELECT d.agent_code FROM delegation d WHERE d.user_id = u.id ORDER BY d.agent_code) AS delegates`;

/** The user-key is in force and its owner an agent's user who may work in the environment, which is given as SQL. */
export function ownerConsents(environment: string): string {
  return `uk.enabled AND uk.deleted_at IS NULL AND u.status = 'active' AND u.role = 'agent' AND (NOT u.sandbox_only OR ${environment} = 'sandbox')`;
}

export function mayActFor(owner: OwnerRow, agentCode: string): boolean {
  return agentCode === owner.own_agent || owner.delegates.includes(agentCode);
}

/** A token of `agentCode` reads that agent only; a supervisor's without one reads the own agent and the delegates (auth.6). */
export function tokenUser(owner: OwnerRow, agentCode: string, singleAgent: boolean): CallerUser {
  const readableAgents = singleAgent ? [agentCode] : [...new Set([agentCode, ...owner.delegates])];
  return { id: owner.user_id, name: owner.user_name, agentCode, readableAgents };
}
