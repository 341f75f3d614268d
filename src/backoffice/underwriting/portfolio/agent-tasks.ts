import type { LocalDate } from '../../../common/athens.js';
import { RENEWAL_OPENS_DAYS } from '../../../record/contract/issue/nothing-due.js';
import { Status } from '../../../record/core/applications/status.js';
import type { ListCondition } from '../applications/application-list.repository.js';
import { ENDINGS, INSTALMENTS } from '../policies/policy-queue.repository.js';

export const AGENT_TASKS = ['RETURNED', 'DOCUMENTS', 'TERMS', 'PAYMENT_CODES', 'OVERDUE', 'RENEWALS'] as const;
export type AgentTask = (typeof AGENT_TASKS)[number];

interface TaskFilter {
  readonly task: AgentTask;
  readonly agentCode: string;
  readonly today: LocalDate;
}

const CODE_EXPIRES_DAYS = 3;

const OF_DAY: Readonly<Record<AgentTask, (agent: string, today: string) => string>> = {
  RETURNED: () => `a.status = '${Status.IN_ENTRY}' AND EXISTS (
    SELECT FROM status_transition t WHERE t.application_id = a.id AND t.action = 'return' AND NOT EXISTS (
      SELECT FROM status_transition n WHERE n.application_id = a.id AND n.id > t.id AND n.to_status <> t.to_status))`,
  DOCUMENTS: () => `a.status = '${Status.DOCUMENTS_REQUESTED}'`,
  TERMS: () => `a.status = '${Status.CALCULATED}' AND a.approval IS NOT NULL AND json_typeof(a.approval -> 'terms') = 'object'`,
  // The last day to pay ends when it expires.
  PAYMENT_CODES: (_, today) =>
    `a.status = '${Status.PREPAY}' AND a.pay_by <= (${today} + ${CODE_EXPIRES_DAYS + 1})::timestamp AT TIME ZONE 'Europe/Athens'`,
  OVERDUE: (agent, today) =>
    `a.id IN (SELECT r.application_id FROM receipt r WHERE r.agent_code = ${agent} AND r.period_from <= ${today} AND ${INSTALMENTS.where})`,
  RENEWALS: (_, today) => `a.end_date > ${today} AND a.end_date <= ${today} + ${RENEWAL_OPENS_DAYS} AND ${ENDINGS.where}`,
};

export function buildTaskCondition({ task, agentCode, today }: TaskFilter): ListCondition {
  return (place) => {
    const agent = place(agentCode);
    return `a.agent_code = ${agent} AND ${OF_DAY[task](agent, `'${today}'::date`)}`;
  };
}

/** Days that include both ends; null is open. */
interface DueDays {
  readonly agentCode: string;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
}

/** Builds the condition of an unpaid instalment that is due in these days, on application `a`. */
export function buildDueCondition({ agentCode, from, to }: DueDays): ListCondition {
  return (place) => {
    const days = [from && `r.period_from >= ${place(from)}::date`, to && `r.period_from <= ${place(to)}::date`].filter(
      (day) => day !== null,
    );
    const conditions = [`r.agent_code = ${place(agentCode)}`, ...days, INSTALMENTS.where].join(' AND ');
    return `a.id IN (SELECT r.application_id FROM receipt r WHERE ${conditions})`;
  };
}
