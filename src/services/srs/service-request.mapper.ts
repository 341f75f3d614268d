import type { Language } from '../../common/language.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { ServiceRequest } from '../../record/core/service-requests/service-request.js';
import { toRequestFields } from '../../record/core/service-requests/service-request.mapper.js';
import type { ServiceRequestResponse } from './service-request.dto.js';

export function toServiceRequestResponse(request: ServiceRequest, language: Language, lists: ReferenceLists): ServiceRequestResponse {
  const category = lists.item('serviceRequestCategories', request.category);
  return {
    serviceRequestId: request.number,
    categoryTitle: (language === 'el' ? category?.description : category?.descriptionEn) ?? request.category,
    ...toRequestFields(request),
  };
}
