import type { ApiResponseOptions } from '@nestjs/swagger';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toErrorResponse } from '../../gateway/call/error-entity.js';
import { headersOf } from '../../gateway/documentation/response-headers.js';

/** How the document describes the refusal of a cursor whose events were deleted (events.7). */
export const EVENTS_DELETED_RESPONSE: ApiResponseOptions = {
  status: 410,
  description: 'The events after the cursor were deleted by age; the text, and `Link` with `rel="next"`, say from where to go on',
  headers: headersOf('Link'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorResponse' },
      examples: { [ErrorCode.EVENTS_DELETED]: { value: toErrorResponse(new DomainError(ErrorCode.EVENTS_DELETED), 'en') } },
    },
  },
};
