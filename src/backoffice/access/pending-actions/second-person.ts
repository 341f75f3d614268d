import { applyDecorators, HttpStatus, type Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { setLocation, type StaffCall } from '../../common/decorators.js';
import { PendingActionResponse } from './pending-actions.dto.js';

export function MayNeedSecondPerson(type: Type, description: string, status = HttpStatus.OK): MethodDecorator {
  return applyDecorators(
    ApiResponse({ status, description, type }),
    ApiResponse({
      status: HttpStatus.ACCEPTED,
      description: 'The action needs a second person; nothing has changed. `Location` is the pending action.',
      type: PendingActionResponse,
    }),
  );
}

export function sendOutcome<T extends object>(call: StaffCall, outcome: T | PendingActionResponse): T | PendingActionResponse {
  if (outcome instanceof PendingActionResponse) {
    call.response.status(HttpStatus.ACCEPTED);
    setLocation(call, `pending-actions/${outcome.id}`);
  }
  return outcome;
}
