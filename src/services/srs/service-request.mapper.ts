import { toLocalDateTime } from '../../common/athens.js';
import type { Language } from '../../common/language.js';
import type { ReferenceLists } from '../../record/reference/reference-lists.js';
import type { ServiceRequest } from '../../record/service-requests/service-request.js';
import type { ServiceRequestResponse } from './service-request.dto.js';

export function toServiceRequestResponse(request: ServiceRequest, language: Language, lists: ReferenceLists): ServiceRequestResponse {
  const category = lists.item('serviceRequestCategories', request.category);
  return {
    serviceRequestId: request.number,
    category: request.category,
    categoryTitle: (language === 'el' ? category?.description : category?.descriptionEn) ?? request.category,
    subject: request.subject,
    body: request.body,
    status: request.status,
    answer: request.answer,
    createdAt: toLocalDateTime(request.createdAt),
    answeredAt: request.answeredAt && toLocalDateTime(request.answeredAt),
    closedAt: request.closedAt && toLocalDateTime(request.closedAt),
  };
}
