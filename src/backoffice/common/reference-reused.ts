import { ApiResponse } from '@nestjs/swagger';

/** Documents the refusal of a bank reference that was seen before with another payment. */
export function ApiReferenceReused(): MethodDecorator {
  return ApiResponse({
    status: 409,
    description: 'The bank reference belongs to another payment.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: {
          '-403': { value: { status: 'ERROR', error: '-403', message: 'The reference of the bank belongs to another payment.' } },
        },
      },
    },
  });
}
