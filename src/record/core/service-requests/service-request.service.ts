import { Injectable } from '@nestjs/common';
import { toLocalDate, getYear } from '../../../common/athens.js';
import type { OperationContext } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Page } from '../../../common/paging.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { isMissing } from '../../../common/validation/checks.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { Store } from '../../../store/store.js';
import type { ServiceRequestChangeRequest } from './service-request.dto.js';
import { parseRequestNumber, buildRequestNumber } from './request-number.js';
import type { NewServiceRequest, RequestFilter, ServiceRequest } from './service-request.js';
import { ServiceRequestRepository, type RequestWindow } from './service-request.repository.js';

@Injectable()
export class ServiceRequestService {
  constructor(
    private readonly store: Store,
    private readonly repository: ServiceRequestRepository,
    private readonly agentClocks: AgentClocks,
  ) {}

  create(writer: Writer & OperationContext, request: NewServiceRequest): Promise<string> {
    const { at } = writer;
    return this.store.transaction(writer, async (tx) => {
      const id = await this.repository.claimId(tx);
      const number = buildRequestNumber(getYear(toLocalDate(at)), id);
      await this.repository.insert(tx, { ...request, id, number, createdAt: at });
      return number;
    });
  }

  search(environment: Environment, filter: RequestFilter, window: RequestWindow): Promise<Page<ServiceRequest>> {
    return this.repository.search(environment, filter, window);
  }

  /** Finds a request of any agent without `agentCode`. @throws DomainError CHILD_NOT_FOUND */
  async get(environment: Environment, text: string, agentCode?: string): Promise<ServiceRequest> {
    const number = parseRequestNumber(text);
    const request = number === null ? null : await this.repository.find(environment, number);
    if (request === null || (agentCode !== undefined && request.agentCode !== agentCode)) throw notFound();
    return request;
  }

  async resolve(
    context: Writer & OperationContext,
    text: string,
    by: string,
    { answer, status }: ServiceRequestChangeRequest,
    assertExpected: (request: ServiceRequest) => void = () => undefined,
  ): Promise<ServiceRequest> {
    const number = parseRequestNumber(text);
    if (number === null) throw notFound();
    const writer = await this.atTimeOfAgent(context, number);
    const { at } = writer;
    return this.store.transaction(writer, async (tx) => {
      const request = await this.repository.lock(tx, number);
      if (request === null) throw notFound();
      if (request.status === 'CLOSED') throw new DomainError(ErrorCode.FINAL_STATUS);
      assertExpected(request);
      const answered = isMissing(answer) ? request : { ...request, answer: answer.trim(), answeredAt: at, status: 'ANSWERED' as const };
      const resolved = status === 'CLOSED' ? { ...answered, closedAt: at, status: 'CLOSED' as const } : answered;
      await this.repository.resolve(tx, resolved, by, at);
      return resolved;
    });
  }

  private async atTimeOfAgent(context: Writer & OperationContext, number: string): Promise<Writer & OperationContext> {
    if (context.environment === 'production') return context;
    const request = await this.repository.find(context.environment, number);
    return request === null ? context : this.agentClocks.applyClock(context, request.agentCode);
  }
}

function notFound(): DomainError {
  const text = { el: 'Το αίτημα δεν βρέθηκε.', en: 'The service request was not found.' };
  return new DomainError(ErrorCode.CHILD_NOT_FOUND, { text });
}
