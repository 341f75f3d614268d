import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { MessageKind } from '../../../store/entities/staff-message.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { listStatusesBefore } from '../../core/applications/state-table.js';
import { formatStatusList } from '../../core/applications/status.js';
import { RENEWAL_OPENS_DAYS } from './nothing-due.js';

export type RenewalSummary = Pick<ApplicationRecord, 'id' | 'line' | 'applicationNo' | 'policyNo' | 'status'>;

export const IS_UNRENEWED = `a.status IN (${formatStatusList(listStatusesBefore('prepare_renewal'))}) AND a.renewed_by IS NULL AND a.cancels_on IS NULL`;

export const IS_PAID = `NOT EXISTS (SELECT FROM receipt r WHERE r.application_id = a.id AND r.status = 'PENDING')`;

/** Condition on policies `a`: the agent sells on the day, or may renew after it was closed (commission.20). */
export function canAgentRenew(day: string): string {
  return `NOT EXISTS (SELECT FROM agent g WHERE g.code = a.agent_code AND (g.active_from > ${day} OR (g.active_until <= ${day} AND NOT g.renewals_allowed)))`;
}

/** Without a present renewal the last one counts that an amendment cancelled, found by the index of policy numbers. */
const FIND_LATEST = `
  SELECT r.id, r.line, r.application_no AS "applicationNo", r.policy_no AS "policyNo", r.status
  FROM application policy JOIN application r ON r.id = coalesce(policy.renewed_by, (
    SELECT max(c.id) FROM application c WHERE c.renewal_of = policy.id
      AND c.policy_no ~>=~ (split_part(policy.policy_no, '-', 1) || '-') AND c.policy_no ~<~ (split_part(policy.policy_no, '-', 1) || '.')))
  WHERE policy.id = $1`;

/** An application has one task, also after it is resolved. */
const INSERT_TASK = `INSERT INTO staff_message (kind, application_id, text, created_at)`;
const ONCE = `ON CONFLICT (application_id) WHERE kind = '${MessageKind.RENEWAL}' DO NOTHING`;
const INSERT = `${INSERT_TASK} VALUES ('${MessageKind.RENEWAL}', $1, $2::jsonb, $3) ${ONCE}`;

const insertOfClosedAgents = (scope: string): string => `
  ${INSERT_TASK}
  SELECT '${MessageKind.RENEWAL}', a.id, jsonb_build_object(
    'el', format('Το συμβόλαιο %s λήγει στις %s και η συνεργασία με τον συνεργάτη %s έχει διακοπεί. Αποφασίστε για την ανανέωσή του.', a.policy_no, e.day, a.agent_code),
    'en', format('Policy %s ends on %s, and agent %s is closed. Decide on its renewal.', a.policy_no, e.day, a.agent_code)), $1
  FROM application a JOIN agent g ON g.code = a.agent_code CROSS JOIN LATERAL (SELECT to_char(a.end_date, 'DD/MM/YYYY') AS day) AS e
  WHERE ${IS_UNRENEWED} AND a.end_date > $2::date AND a.end_date <= $2::date + ${RENEWAL_OPENS_DAYS}
    AND g.active_until <= $2::date AND NOT g.renewals_allowed AND ${scope}
    AND NOT EXISTS (SELECT FROM staff_message m WHERE m.application_id = a.id AND m.kind = '${MessageKind.RENEWAL}')
  ${ONCE}`;
const INSERT_OF_CLOSED = insertOfClosedAgents('true');
const INSERT_OF_CLOSED_IN_REAL_TIME = insertOfClosedAgents(
  `a.agent_code IN (SELECT agent_code FROM agent_clock WHERE frozen_at IS NULL AND state = 'ready')`,
);
const INSERT_OF_CLOSED_AGENT = insertOfClosedAgents('a.agent_code = $3');

@Injectable()
export class RenewalRepository {
  constructor(private readonly store: Store) {}

  async findLatest(environment: Environment, policyId: number): Promise<RenewalSummary | null> {
    const [renewal] = await this.store.query<RenewalSummary>(environment, FIND_LATEST, [policyId]);
    return renewal ?? null;
  }

  async insertTask(tx: Transaction, applicationId: number, text: Text, at: Date): Promise<void> {
    await tx.query(INSERT, [applicationId, JSON.stringify(text), at]);
  }

  async insertTasksOfClosedAgents(context: OperationContext & Writer): Promise<void> {
    const { environment, at, clock } = context;
    const real = environment === 'sandbox' ? INSERT_OF_CLOSED_IN_REAL_TIME : INSERT_OF_CLOSED;
    const values = [at, toLocalDate(at)];
    await this.store.transaction(context, (tx) =>
      clock ? tx.query(INSERT_OF_CLOSED_AGENT, [...values, clock.agentCode]) : tx.query(real, values),
    );
  }
}
