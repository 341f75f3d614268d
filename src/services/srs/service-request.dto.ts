import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { CheckedText, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { NO_LISTS } from '../../common/validation/code-lists.js';
import { ServiceRequestFields } from '../../record/core/service-requests/service-request.dto.js';
import { REQUEST_STATUSES } from '../../record/core/service-requests/service-request.js';

const MAX_SUBJECT = 200;
const MAX_BODY = 4000;

/** Checks for a category of the list; another one is refused with -900. */
function RequestCategory(): PropertyDecorator {
  return CheckedText({
    name: 'requestCategory',
    code: ErrorCode.REQUEST_CATEGORY,
    text: ERROR_TEXTS[ErrorCode.REQUEST_CATEGORY],
    type: 'string',
    accepts: (value, _owner, lists = NO_LISTS) => typeof value === 'string' && lists.isAcceptable('serviceRequestCategories', value),
  });
}

export class ServiceRequestRequest {
  /** Category, from `GET /service-requests-api/resources/parameters/categories`. @example 'MOTOR-CLAIMS' */
  @Required()
  @RequestCategory()
  category: string;

  /** Subject, at most 200 characters. @example 'Αλλαγή διεύθυνσης' */
  @Required()
  @TextUpTo(MAX_SUBJECT)
  subject: string;

  /** Text of the request, at most 4000 characters. @example 'Ο πελάτης μετακόμισε στην Πάτρα.' */
  @Required()
  @TextUpTo(MAX_BODY)
  body: string;
}

export class ServiceRequestReferenceResponse {
  /** Number of the request; its last letter is a check letter. @example 'SR-26-000123-K' */
  serviceRequestId: string;
}

@ResponseTo(ServiceRequestRequest)
export class ServiceRequestResponse extends ServiceRequestFields {
  /** Number of the request; its last letter is a check letter. @example 'SR-26-000123-K' */
  serviceRequestId: string;
  /** Title of the category, in the language of the call. @example 'Ζημιές αυτοκινήτου' */
  categoryTitle: string;
}

export class ServiceRequestQuery extends PageQuery {
  /** OPEN, ANSWERED or CLOSED. @example 'OPEN' */
  @OneOf(REQUEST_STATUSES)
  status?: string;
}
