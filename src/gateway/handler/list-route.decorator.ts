import { applyDecorators, Get, type Type } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiParam, ApiResponse } from '@nestjs/swagger';

/** A code in the path, as in `/prefectures/prefectureCode=02`. */
export interface CodeSegment {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** Declares a GET of a list that `sendList` sends. */
export function ListRoute(path: string, item: Type, ...segments: readonly CodeSegment[]): MethodDecorator {
  return applyDecorators(
    Get(path),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'Tags of the lists at hand; 304 when one of them still holds.' }),
    ApiOkResponse({ type: item, isArray: true, description: 'The items; none for a code that is not known.' }),
    ApiResponse({ status: 304, description: 'The list has not changed.' }),
    ...segments.map((segment) => ApiParam({ ...segment, type: String })),
  );
}
