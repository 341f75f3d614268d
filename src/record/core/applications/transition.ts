import type { Transaction } from '../../../store/store.js';
import type { LineCode } from '../../reference/products/questionnaires.js';
import type { Actor, AuditStamp } from './application.js';
import { targetStatus, transitionFor, type Action } from './state-table.js';
import type { CalculatedStatus, Status } from './status.js';

/** An application in its status; null for one that does not exist yet. */
interface Subject {
  readonly status: Status | null;
  readonly line: LineCode;
}

export interface Step {
  readonly action: Action;
  readonly of: readonly [Subject, ...Subject[]];
  /** Status that the calculation of the same call ended in. */
  readonly calculated?: CalculatedStatus | undefined;
  readonly reason?: string | undefined;
}

/** A statement of `withHistory`, and its values from $2 on. */
export interface Write {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The stamp, $1, as the columns of a row say it. */
export const STAMPED = `last_action = $1::jsonb->>'action', updated_by = $1::jsonb`;
export const STAMPED_AT = `($1::jsonb->>'at')::timestamptz`;

/**
 * The statement that writes applications and, with them, what became of each. `changed` is the CTE that writes them and returns of each `id`,
 * `from_status`, `status` and `moved_at`; others may stand before it.
 */
export function withHistory(changed: string, result: string): string {
  return `
  WITH ${changed},
  logged AS (
    INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, key_prefix, agent_code, reason, at)
    SELECT c.id, c.from_status, c.status, s.action, s.actor, s."actorName", s."keyPrefix", s."agentCode", s.reason, c.moved_at
    FROM changed c, jsonb_to_record($1::jsonb) AS s(action text, actor text, "actorName" text, "keyPrefix" text, "agentCode" text, reason text)
    ORDER BY c.id)
  SELECT ${result} FROM changed`;
}

/**
 * Creates, changes or erases an application; nothing else does. The state table decides, then one statement writes the row and its history. `write` is given the status that the table says.
 * @throws DomainError NOT_ALLOWED_IN_STATUS, FINAL_STATUS
 */
export async function makeTransition<Row>(tx: Transaction, by: Actor, step: Step, write: (to: Status) => Write): Promise<Row[]> {
  const { action, of, calculated = null, reason = null } = step;
  const [to] = of.map(({ status, line }) => targetStatus(transitionFor(status, action, by.role, line), calculated));
  const { role: actor, name: actorName, keyPrefix, agentCode, at } = by;
  const stamp: AuditStamp = { action, actor, actorName, keyPrefix, agentCode, reason, at };
  const { text, values } = write(to!);
  return tx.query<Row>(text, [JSON.stringify(stamp), ...values]);
}
