import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProduces, ApiResponse } from '@nestjs/swagger';

const FILE = { type: 'string', format: 'binary' } as const;

/** What a route that gives a file answers: the whole of it, or the range that was asked for. */
export function ApiFile(): MethodDecorator {
  return applyDecorators(
    ApiProduces('application/octet-stream'),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes (RFC 9110).', example: 'bytes=0-65535' }),
    ApiOkResponse({ description: 'The file, with its own media type.', schema: FILE }),
    ApiResponse({ status: 206, description: 'The range that was asked for; `Content-Range` names it.', schema: FILE }),
    ApiResponse({ status: 416, description: 'The file has no such range; `Content-Range` tells its size.' }),
  );
}
