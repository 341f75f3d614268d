import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { CSV, type ColumnType, JSON_LINES, type TableColumn } from '../../common/table.js';
import type { SchemaObject } from './openapi-types.js';

const TYPES: Readonly<Record<ColumnType, SchemaObject>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  amount: { type: 'number' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string' },
};

/** Documents a route that sends a table as CSV or JSON lines. */
export function ApiRowStream(columns: readonly TableColumn[], nameOf: (key: string) => string): MethodDecorator {
  const properties = columns.map(({ key, type, heading, example, isOptional, values }) => {
    const { type: plain, ...rest } = TYPES[type] as { type: string };
    const few = values && { enum: isOptional ? [...values, null] : values };
    return [nameOf(key), { ...rest, ...few, type: isOptional ? [plain, 'null'] : plain, description: heading.en, example }] as const;
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
