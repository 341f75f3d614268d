import { toLocalDateTime } from '../../../common/athens.js';
import type { ServiceRequestFields } from './service-request-fields.dto.js';
import type { ServiceRequest } from './service-request.js';

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
