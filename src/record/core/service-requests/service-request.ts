import { toLocalDateTime } from '../../../common/athens.js';
import type { ServiceRequestFields } from './service-request.dto.js';

export const REQUEST_STATUSES = ['OPEN', 'ANSWERED', 'CLOSED'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export interface NewServiceRequest {
  readonly category: string;
  readonly subject: string;
  readonly body: string;
  readonly agentCode: string;
  readonly userId: number;
  readonly userName: string;
}

export interface ServiceRequest extends NewServiceRequest {
  readonly id: number;
  readonly number: string;
  readonly status: RequestStatus;
  readonly answer: string | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
  readonly closedAt: Date | null;
}

export interface RequestFilter {
  readonly agentCode?: string;
  readonly status?: RequestStatus;
  readonly category?: string;
}

export function toRequestFields(request: ServiceRequest): ServiceRequestFields {
  const { category, subject, body, status, answer, createdAt, answeredAt, closedAt } = request;
  return {
    category,
    subject,
    body,
    status,
    answer,
    createdAt: toLocalDateTime(createdAt),
    answeredAt: answeredAt && toLocalDateTime(answeredAt),
    closedAt: closedAt && toLocalDateTime(closedAt),
  };
}
