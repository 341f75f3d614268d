import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate, parseLocalDate, toLocalDate } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import { toNumberOrNull } from '../../../common/money.js';
import { getStatusTitle } from '../../../record/core/applications/status.js';
import { RENEWAL_OPENS_DAYS } from '../../../record/contract/issue/nothing-due.js';
import { LineRegistry } from '../../../record/core/lines/line-registry.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import {
  MAX_DAYS,
  type PolicyQueue,
  type PolicyQueueQuery,
  type PolicyQueueResponse,
  type QueuedPolicyResponse,
} from './policy-queue.dto.js';
import { PolicyQueueRepository, type QueuedItem, type QueuedPolicy } from './policy-queue.repository.js';

const DEFAULT_DAYS = 30;

@Injectable()
export class PolicyQueueService {
  constructor(
    private readonly repository: PolicyQueueRepository,
    private readonly lines: LineRegistry,
  ) {}

  async list({ environment, at, language }: StaffCaller, query: PolicyQueueQuery): Promise<PolicyQueueResponse> {
    const queue = query.queue as PolicyQueue;
    const filter = {
      queue,
      ...getDays(queue, toLocalDate(at), query.days),
      from: findDate(query.from),
      to: findDate(query.to),
      line: query.line,
      agentCode: query.agent,
      isLatestFirst: query.sort === '-dueDate',
    };
    const page = await this.repository.find(environment, filter, query);
    const ids = page.items.map(({ applicationId }) => applicationId);
    const policies = await this.repository.findPolicies(environment, ids);
    // A reset may delete policies meanwhile (sandbox.24).
    const items = page.items.flatMap((item) => {
      const policy = policies.get(item.applicationId);
      return policy === undefined ? [] : [this.toResponse(item, policy, language)];
    });
    return { ...page, items };
  }

  private toResponse({ id: _, ...item }: QueuedItem, policy: QueuedPolicy, language: Language): QueuedPolicyResponse {
    const { id: applicationId, questionnaire, ...shown } = policy;
    const { objects, client } = this.lines.of(policy.line).contractOf(questionnaire, language);
    return {
      ...item,
      ...shown,
      applicationId,
      amount: toNumberOrNull(item.amount),
      statusTitle: getStatusTitle(policy.status, policy.line)[language],
      renewalStatusTitle: policy.renewalStatus && getStatusTitle(policy.renewalStatus, policy.line)[language],
      address: objects[0]?.address ?? client.address ?? null,
    };
  }
}

function getDays(queue: PolicyQueue, today: LocalDate, days: number | undefined): { after: LocalDate | null; until: LocalDate } {
  if (queue === 'overdue') return { after: null, until: today };
  if (queue === 'renewing') return { after: null, until: addDays(today, days ?? RENEWAL_OPENS_DAYS) };
  if (queue === 'cancelling') return { after: null, until: addDays(today, days ?? MAX_DAYS) };
  return { after: today, until: addDays(today, queue === 'renew' ? RENEWAL_OPENS_DAYS : (days ?? DEFAULT_DAYS)) };
}

function findDate(text: string | undefined): LocalDate | undefined {
  return text === undefined ? undefined : (parseLocalDate(text) ?? undefined);
}
