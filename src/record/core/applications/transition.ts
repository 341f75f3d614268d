import type { Transaction } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { Actor, AuditStamp } from './application.js';
import { getTargetStatus, getTransition } from './state-table.js';
import type { Action } from './action.js';
import type { CalculatedStatus, Status } from './status.js';

interface Subject {
  readonly status: Status | null;
  readonly line: LineCode;
}

export interface Step {
  readonly action: Action;
  readonly of: readonly [Subject, ...Subject[]];
  readonly calculated?: CalculatedStatus | undefined;
  readonly reason?: string | undefined;
}

interface Write {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const STAMPED = `last_action = $1::jsonb->>'action', updated_by = $1::jsonb`;
export const STAMPED_AT = `($1::jsonb->>'at')::timestamptz`;

/** Adds the insert of transitions to the CTE `changed`, which returns `id`, `from_status`, `status` and `moved_at`. */
export function addHistory(changed: string, result: string): string {
  return `
  WITH ${changed},
  logged AS (
    INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, key_prefix, agent_code, reason, at)
    SELECT c.id, c.from_status, c.status, s.action, s.actor, s."actorName", s."keyPrefix", s."agentCode", s.reason, c.moved_at
    FROM changed c, jsonb_to_record($1::jsonb) AS s(action text, actor text, "actorName" text, "keyPrefix" text, "agentCode" text, reason text)
    ORDER BY c.id)
  SELECT ${result} FROM changed`;
}

/** Writes row and history of an application in one statement; nothing else does. */
export async function applyTransition<Row>(tx: Transaction, by: Actor, step: Step, write: (to: Status) => Write): Promise<Row[]> {
  const { action, of, calculated = null, reason = null } = step;
  const [to] = of.map(({ status, line }) => getTargetStatus(getTransition(status, action, by.role, line), calculated));
  const { role: actor, name: actorName, keyPrefix, agentCode, at } = by;
  const stamp: AuditStamp = { action, actor, actorName, keyPrefix, agentCode, reason, at };
  const { text, values } = write(to!);
  return tx.query<Row>(text, [JSON.stringify(stamp), ...values]);
}
