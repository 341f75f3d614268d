import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import type { ActChannel } from '../../core/customer-acts/customer-act.js';

/** CANCELLED: the policy was cancelled. OPEN: staff decide, because a claim is recorded. CLOSED: they have decided. */
export const WITHDRAWAL_STATES = ['CANCELLED', 'OPEN', 'CLOSED'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

export interface Withdrawal {
  readonly id: number;
  readonly applicationId: number;
  readonly policyNo: string | null;
  readonly clientName: string;
  readonly agentCode: string;
  readonly line: string;
  readonly actId: number;
  readonly channel: ActChannel;
  readonly receivedAt: Date;
  readonly statement: string;
  readonly state: WithdrawalState;
  readonly claimNo: string | null;
  readonly refund: Amount | null;
  readonly closing: string | null;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
}

export type NewWithdrawal = Pick<Withdrawal, 'applicationId' | 'actId' | 'receivedAt' | 'statement' | 'state' | 'claimNo' | 'refund'>;

export const WITHDRAWAL_COLUMNS = `w.id, w.application_id AS "applicationId", a.policy_no AS "policyNo", a.client_name AS "clientName",
  a.agent_code AS "agentCode", a.line, w.act_id AS "actId", (SELECT c.channel FROM customer_act c WHERE c.id = w.act_id) AS channel,
  w.received_at AS "receivedAt", w.statement, w.state, w.claim_no AS "claimNo", w.refund, w.closing, w.closed_by AS "closedBy", w.closed_at AS "closedAt"`;
const FROM = 'FROM withdrawal w JOIN application a ON a.id = w.application_id';

const INSERT = `
  INSERT INTO withdrawal (application_id, act_id, received_at, statement, state, claim_no, refund) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const LOCK_APPLICATION = 'SELECT FROM application WHERE id = $1 FOR UPDATE';
const FIND_OPEN = `SELECT id FROM withdrawal WHERE application_id = $1 AND state = 'OPEN'`;
const INSERT_TASK = `
  INSERT INTO staff_message (kind, application_id, text, created_at) VALUES ('${MessageKind.WITHDRAWAL}', $1, $2::jsonb, $3)
  ON CONFLICT (application_id) WHERE kind = '${MessageKind.WITHDRAWAL}' AND resolved_at IS NULL DO NOTHING`;
const LIST = `SELECT ${WITHDRAWAL_COLUMNS} ${FROM} WHERE w.application_id = $1 ORDER BY w.id DESC LIMIT 100`;
const FIND = `SELECT ${WITHDRAWAL_COLUMNS} ${FROM} WHERE w.id = $1`;
const CLOSE = `
  WITH closed AS (
    UPDATE withdrawal SET state = 'CLOSED', closing = $2, closed_by = $3, closed_at = $4::timestamptz WHERE id = $1 AND state = 'OPEN' RETURNING application_id),
  resolved AS (
    UPDATE staff_message m SET resolved_at = $4::timestamptz FROM closed
    WHERE m.application_id = closed.application_id AND m.kind = '${MessageKind.WITHDRAWAL}' AND m.resolved_at IS NULL)
  SELECT application_id FROM closed`;

@Injectable()
export class WithdrawalRepository {
  constructor(private readonly store: Store) {}

  async insertWithdrawal(tx: Transaction, withdrawal: NewWithdrawal): Promise<number> {
    const { applicationId, actId, receivedAt, statement, state, claimNo, refund } = withdrawal;
    const values = [applicationId, actId, receivedAt, statement, state, claimNo, refund];
    return getRow(await tx.query<{ id: number }>(INSERT, values)).id;
  }

  async lockOpen(tx: Transaction, applicationId: number): Promise<number | null> {
    await tx.query(LOCK_APPLICATION, [applicationId]);
    const [open] = await tx.query<{ id: number }>(FIND_OPEN, [applicationId]);
    return open?.id ?? null;
  }

  async insertTask(tx: Transaction, applicationId: number, text: { readonly el: string; readonly en: string }, at: Date): Promise<void> {
    await tx.query(INSERT_TASK, [applicationId, JSON.stringify(text), at]);
  }

  listWithdrawals(where: Environment | Writer, applicationId: number): Promise<Withdrawal[]> {
    return this.store.query<Withdrawal>(where, LIST, [applicationId]);
  }

  async findWithdrawal(where: Environment | Writer, id: number): Promise<Withdrawal | null> {
    const [found] = await this.store.query<Withdrawal>(where, FIND, [id]);
    return found ?? null;
  }

  async closeWithdrawal(tx: Transaction, id: number, closing: Pick<Withdrawal, 'closing' | 'closedBy' | 'closedAt'>): Promise<boolean> {
    return (await tx.query(CLOSE, [id, closing.closing, closing.closedBy, closing.closedAt])).length === 1;
  }
}
