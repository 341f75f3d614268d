import { Injectable } from '@nestjs/common';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { findPage, type ListPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { ActionKind, ActionState, PendingAction, ProposedAction } from './pending-action.js';
import type { PendingActionQuery } from './pending-actions.dto.js';

interface Decision {
  readonly decision: 'DONE' | 'REJECTED';
  readonly userId: number;
  readonly name: string;
  readonly at: Date;
  readonly note: string | null;
  readonly result: object | null;
}

const SELECT = `
  SELECT id, kind, request, summary, why, amount, application_id AS "applicationId", agent_code AS "agentCode", requested_by_id AS "requestedById",
    requested_by AS "requestedBy", requested_at AS "requestedAt", expires_at AS "expiresAt", decided_by AS "decidedBy", decided_at AS "decidedAt", note, result,
    CASE WHEN decision IS NOT NULL THEN decision WHEN expires_at <= $1 THEN 'EXPIRED' ELSE 'PENDING' END AS state
  FROM pending_action`;

const INSERT = `
  INSERT INTO pending_action (kind, request, summary, why, amount, application_id, agent_code, requested_by_id, requested_by, requested_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`;
const SAVE_DECISION = `
  UPDATE pending_action SET decision = $2, decided_by_id = $3, decided_by = $4, decided_at = $5, note = $6, result = $7 WHERE id = $1`;
const LOCK = `${SELECT} WHERE id = $2 FOR UPDATE`;

/** Conditions of the states. They need no index, because only open actions are many pages apart from decided ones. */
const STATES: Readonly<Record<ActionState, string>> = {
  PENDING: 'decision IS NULL AND expires_at > $1',
  EXPIRED: 'decision IS NULL AND expires_at <= $1',
  DONE: `decision = 'DONE'`,
  REJECTED: `decision = 'REJECTED'`,
};

@Injectable()
export class PendingActionRepository {
  constructor(private readonly store: Store) {}

  findPage({ environment, at }: StaffCaller, kinds: readonly ActionKind[], query: PendingActionQuery): Promise<ListPage<PendingAction>> {
    const { state, kind, applicationId } = query;
    const values: unknown[] = [at, kinds];
    const conditions = ['kind = ANY ($2)'];
    if (state !== undefined) conditions.push(STATES[state]);
    if (kind !== undefined) conditions.push(`kind = $${values.push(kind)}`);
    if (applicationId !== undefined) conditions.push(`application_id = $${values.push(applicationId)}`);
    const select = `${SELECT} WHERE ${conditions.join(' AND ')}`;
    return findPage<PendingAction>(this.store, environment, { select, order: 'id', values }, query);
  }

  async find(staff: Writer & { readonly at: Date }, id: number): Promise<PendingAction | null> {
    const [row] = await this.store.query<PendingAction>(staff, `${SELECT} WHERE id = $2`, [staff.at, id]);
    return row ?? null;
  }

  async lock(tx: Transaction, id: number, at: Date): Promise<PendingAction | null> {
    const [row] = await tx.query<PendingAction>(LOCK, [at, id]);
    return row ?? null;
  }

  async insert(tx: Transaction, action: ProposedAction, { userId, name, at }: StaffCaller, expiresAt: Date): Promise<number> {
    const { kind, amount, applicationId, agentCode } = action;
    const [request, summary, why] = [action.request, action.summary, action.why].map((value) => JSON.stringify(value));
    const values = [kind, request, summary, why, amount, applicationId, agentCode, userId, name, at, expiresAt];
    return getRow(await tx.query<{ id: number }>(INSERT, values)).id;
  }

  async saveDecision(tx: Transaction, id: number, { decision, userId, name, at, note, result }: Decision): Promise<void> {
    await tx.query(SAVE_DECISION, [id, decision, userId, name, at, note, result && JSON.stringify(result)]);
  }
}
