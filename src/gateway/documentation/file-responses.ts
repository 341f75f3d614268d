import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiProduces, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CSV, type ColumnType, JSON_LINES, type TableColumn } from '../../common/table.js';
import type { Class } from '../../common/validation/dto.js';
import { listHeaders } from './response-headers.js';
import type { HeadersObject, SchemaObject } from './openapi-types.js';

const FILE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

export function ApiFile(): MethodDecorator {
  return applyDecorators(
    ApiNotModified(listHeaders('Accept-Ranges', 'Content-Language')),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes (RFC 9110).', example: 'bytes=0-65535' }),
    ApiHeader({
      name: 'If-Range',
      required: false,
      description: '`ETag` of the file; another one gives the whole file.',
      example: '"7-el"',
    }),
    ApiResponse({ status: 200, description: 'The file, with its own media type.', content: FILE, headers: listHeaders('Accept-Ranges') }),
    ApiResponse({
      status: 206,
      description: 'The requested range.',
      content: FILE,
      headers: listHeaders('Accept-Ranges', 'Content-Range'),
    }),
  );
}

export const PDF = 'application/pdf';

export function ApiPdf(description: string): MethodDecorator {
  return applyDecorators(ApiProduces(PDF), ApiOkResponse({ description, schema: { type: 'string', format: 'binary' } }));
}

export const ZIP = 'application/zip';

export function ApiArchive(description: string): MethodDecorator {
  return applyDecorators(ApiProduces(ZIP), ApiOkResponse({ description, schema: { type: 'string', format: 'binary' } }));
}

export function ApiTable(type: Class, description: string): MethodDecorator {
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = { 'application/json': { schema: { $ref: getSchemaPath(type) } }, 'text/csv': file, [PDF]: file };
  return applyDecorators(ApiExtraModels(type), ApiProduces(...Object.keys(content)), ApiResponse({ status: 200, description, content }));
}

export function ApiNotModified(headers: HeadersObject = {}): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'Tags of cached responses; 304 if one of them is current.',
      example: '"7-el"',
    }),
    ApiResponse({ status: 304, description: 'Nothing has changed.', headers }),
  );
}

const TYPES: Readonly<Record<ColumnType, SchemaObject>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  amount: { type: 'number' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string' },
  json: {},
};

export function ApiRowStream(columns: readonly TableColumn[], nameOf: (key: string) => string): MethodDecorator {
  const properties = columns.map(({ key, type, heading, example, isOptional, values }) => {
    const name = nameOf(key);
    if (type === 'json') return [name, { description: heading.en, example: JSON.parse(String(example)) as unknown }] as const;
    const { type: plain, ...rest } = TYPES[type] as { type: string };
    const few = values && { enum: isOptional ? [...values, null] : values };
    return [name, { ...rest, ...few, type: isOptional ? [plain, 'null'] : plain, description: heading.en, example }] as const;
  });
  const row = {
    type: 'object',
    description: 'A row, on a line of its own.',
    required: columns.map(({ key }) => nameOf(key)),
    properties: Object.fromEntries(properties) as unknown as Record<string, SchemaObject>,
  };
  const head = `UTF-8 with a byte order mark; columns in this order: ${columns.map(({ heading }) => heading.en).join(', ')}.`;
  return applyDecorators(
    ApiResponse({
      status: 200,
      description: 'A consistent snapshot of all rows. If the connection is cut, the response is incomplete.',
      content: {
        [CSV.mediaType]: { schema: { type: 'string', description: head } },
        [JSON_LINES.mediaType]: { schema: row },
      },
    }),
  );
}
