import type { ApiResponseOptions } from '@nestjs/swagger';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { toErrorResponse } from '../call/error-entity.js';
import { listHeaders } from './response-headers.js';

export const EVENTS_DELETED_RESPONSE: ApiResponseOptions = {
  status: 410,
  description: 'The events after the cursor were deleted by age; continue with `Link` of `rel="next"`, or with the cursor in the text',
  headers: listHeaders('Link'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorResponse' },
      examples: { [ErrorCode.EVENTS_DELETED]: { value: toErrorResponse(new DomainError(ErrorCode.EVENTS_DELETED), 'en') } },
    },
  },
};
