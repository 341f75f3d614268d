import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { HeadersObject } from './openapi-types.js';

/** Documents a route that responds with 304. */
export function ApiNotModified(headers: HeadersObject = {}): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'Tags of what is at hand; 304 when one of them still holds.',
      example: '"7-el"',
    }),
    ApiResponse({ status: 304, description: 'Nothing has changed.', headers }),
  );
}
