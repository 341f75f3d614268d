import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import { GIVEN_UP_STATUSES, formatStatusList, type Status, listStatuses } from '../../../record/core/applications/status.js';
import { listStatusesBefore } from '../../../record/core/applications/state-table.js';
import type { LineCode, Questionnaires } from '../../../record/reference/products/line-table.js';
import { Store } from '../../../store/store.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { findPage, type ListPage } from '../../common/page.js';
import type { PolicyQueue, QueuedPolicyResponse } from './policy-queue.dto.js';

/** `after` and `to` are exclusive, `from` and `until` inclusive. */
export interface QueueFilter {
  readonly queue: PolicyQueue;
  readonly after: LocalDate | null;
  readonly until: LocalDate;
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  readonly line?: string | undefined;
  readonly agentCode?: string | undefined;
  readonly isLatestFirst: boolean;
}

export interface QueuedItem extends Pick<QueuedPolicyResponse, 'applicationId' | 'dueDate' | 'receiptNo' | 'instalmentNo'> {
  /** Number of the receipt, or id of the policy. */
  readonly id: number;
  readonly amount: Amount | null;
}

type PolicyField = 'policyNo' | 'clientName' | 'clientAfm' | 'agentCode' | 'agentName' | 'plateNo' | 'endDate' | 'renewalId';

export interface QueuedPolicy extends Pick<QueuedPolicyResponse, PolicyField> {
  readonly id: number;
  readonly line: LineCode;
  readonly status: Status;
  readonly renewalStatus: Status | null;
  readonly questionnaire: Questionnaires[LineCode];
}

export const INSTALMENTS = {
  columns: `r.receipt_no AS id, r.application_id AS "applicationId", r.gross AS amount, r.period_from AS "dueDate", r.receipt_no AS "receiptNo",
    r.instalment_no AS "instalmentNo"`,
  from: 'receipt r',
  day: 'r.period_from',
  agent: 'r.agent_code',
  // An instalment that begins after a scheduled cancellation is not asked for (money.89).
  where: `r.status = 'PENDING' AND NOT EXISTS (SELECT FROM application c WHERE c.id = r.application_id AND c.cancels_on <= r.period_from)`,
};

const IN_FORCE = formatStatusList(listStatuses(({ stage, isFinal }) => stage === 'policy' && !isFinal));
const RENEWABLE = formatStatusList(listStatusesBefore('renew'));

const endings = (statuses: string) => ({
  columns: `a.id, a.id AS "applicationId", a.gross AS amount, a.end_date AS "dueDate", NULL::bigint AS "receiptNo", NULL::smallint AS "instalmentNo"`,
  from: 'application a',
  day: 'a.end_date',
  agent: 'a.agent_code',
  where: `a.status IN (${statuses}) AND a.cancels_on IS NULL AND NOT EXISTS (
    SELECT FROM application n WHERE n.id = a.renewed_by AND n.status NOT IN (${formatStatusList(GIVEN_UP_STATUSES)}))`,
});

export const ENDINGS = endings(RENEWABLE);

const RENEWING = {
  columns: `a.id, a.id AS "applicationId", n.gross AS amount, a.end_date AS "dueDate", NULL::bigint AS "receiptNo", NULL::smallint AS "instalmentNo"`,
  from: 'application a JOIN application n ON n.id = a.renewed_by',
  day: 'a.end_date',
  agent: 'a.agent_code',
  where: `a.status IN (${RENEWABLE}) AND n.status IN (${formatStatusList(listStatuses(({ stage, isFinal }) => stage === 'application' && !isFinal))})`,
};

const CANCELLATIONS = {
  columns: `a.id, a.id AS "applicationId", a.gross AS amount, a.cancels_on AS "dueDate", NULL::bigint AS "receiptNo", NULL::smallint AS "instalmentNo"`,
  from: 'application a',
  day: 'a.cancels_on',
  agent: 'a.agent_code',
  where: 'a.cancels_on IS NOT NULL',
};

const QUEUES = {
  due: INSTALMENTS,
  overdue: INSTALMENTS,
  renew: ENDINGS,
  renewing: RENEWING,
  ending: endings(IN_FORCE),
  cancelling: CANCELLATIONS,
} as const;

const FIND_POLICIES = `
  SELECT a.id, a.line, a.policy_no AS "policyNo", a.status, a.client_name AS "clientName", a.client_afm AS "clientAfm", a.agent_code AS "agentCode",
    g.name AS "agentName", a.plate_no AS "plateNo", a.end_date AS "endDate", a.questionnaire,
    n.id AS "renewalId", n.status AS "renewalStatus"
  FROM application a LEFT JOIN agent g ON g.code = a.agent_code
    LEFT JOIN application n ON n.id = a.renewed_by AND n.status NOT IN (${formatStatusList(GIVEN_UP_STATUSES)})
  WHERE a.id = ANY ($1::bigint[])`;

/** Finds a page by the index of open instalments or of ends of policies; reads other columns for the page only. */
@Injectable()
export class PolicyQueueRepository {
  constructor(private readonly store: Store) {}

  find(environment: Environment, filter: QueueFilter, query: PageQueryDto): Promise<ListPage<QueuedItem>> {
    const { columns, from, day, agent, where } = QUEUES[filter.queue];
    const values: unknown[] = [];
    const conditions = [where];
    const add = (value: string | null | undefined, condition: string): void => {
      if (value !== null && value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
    };
    add(filter.after, `${day} >`);
    add(filter.until, `${day} <=`);
    add(filter.from, `${day} >=`);
    add(filter.to, `${day} <`);
    add(filter.agentCode, `${agent} =`);
    const source = filter.line === undefined || from !== INSTALMENTS.from ? from : `${from} JOIN application a ON a.id = r.application_id`;
    add(filter.line, 'a.line =');
    const direction = filter.isLatestFirst ? ' DESC' : '';
    const list = {
      select: `SELECT ${columns} FROM ${source} WHERE ${conditions.join(' AND ')}`,
      order: `"dueDate"${direction}, id${direction}`,
      values,
    };
    return findPage<QueuedItem>(this.store, environment, list, query);
  }

  async findPolicies(environment: Environment, ids: readonly number[]): Promise<ReadonlyMap<number, QueuedPolicy>> {
    const policies = await this.store.readAnywhere(environment, (reader) => reader.query<QueuedPolicy>(FIND_POLICIES, [ids]));
    return new Map(policies.map((policy) => [policy.id, policy]));
  }
}
