import type { ParameterObject, PathItemObject, SchemaObject } from './openapi-types.js';

export interface DescribedEvent {
  readonly type: string;
  readonly text: { readonly en: string };
  readonly data: readonly DescribedField[];
}

interface DescribedField {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'string' | 'date';
  readonly isNullable?: true;
  readonly text: string;
  readonly example: string | number | null;
}

export const EVENTS_TAG = 'events-api';

const AGENT: DescribedField = { name: 'agent_code', type: 'string', text: 'Agent of the object.', example: '10001' };

export const WEBHOOK_PARAMETERS: Readonly<Record<string, ParameterObject>> = {
  WebhookId: header('webhook-id', 'evt_1042_1f0c9a3b', 'Id of the event, the same at every attempt, to recognize duplicates.'),
  WebhookTimestamp: header(
    'webhook-timestamp',
    1796110200,
    'Time of the attempt, in seconds since 1970. Refuse a difference of more than five minutes.',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64; after a rotation two signatures, separated by a space.',
  ),
};

export function buildWebhooks(events: readonly DescribedEvent[]): Record<string, PathItemObject> {
  return Object.fromEntries(events.map((event) => [event.type, { post: buildOperation(event) }]));
}

export function buildEventSchemas(events: readonly DescribedEvent[]): Record<string, SchemaObject> {
  return Object.fromEntries(events.map((event) => [formatSchemaName(event), buildEventSchema(event)]));
}

function buildOperation(event: DescribedEvent): NonNullable<PathItemObject['post']> {
  return {
    operationId: `receive${toPascalCase(event.type)}`,
    tags: [EVENTS_TAG],
    summary: event.text.en.replace(/\.$/, ''),
    description: `${event.text.en} Sent to the webhooks of the agent that subscribe to \`${event.type}\`, and listed in the feed.`,
    security: [],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      description: 'The event. Verify the signature on the raw bytes, before parsing.',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${formatSchemaName(event)}` } } },
    },
    responses: {
      '2XX': { description: 'Delivered. The event is not sent again.' },
      '410': { description: 'The webhook is disabled at once.' },
      default: { description: 'Not delivered: the delivery is retried. Redirects are not followed.' },
    },
  };
}

function buildEventSchema({ type, text, data }: DescribedEvent): SchemaObject {
  const fields = [AGENT, ...data];
  return {
    type: 'object',
    description: text.en,
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { type: 'string', description: 'Unique id of the event.', example: 'evt_1042_1f0c9a3b' },
      type: { type: 'string', description: 'What happened.', enum: [type], example: type },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'Time of the event: Greek time with its offset.',
        example: '2026-12-01T09:30:00+02:00',
      },
      data: {
        type: 'object',
        description: 'Ids, numbers, statuses and amounts.',
        required: fields.map(({ name }) => name),
        properties: Object.fromEntries(fields.map((field) => [field.name, buildFieldSchema(field)])),
      },
    },
  };
}

function buildFieldSchema({ type, isNullable, text, example }: DescribedField): SchemaObject {
  const name = type === 'date' ? 'string' : type;
  // The types of the library allow one type only.
  const types = (isNullable ? [name, 'null'] : name) as string;
  return { type: types, ...(type === 'date' && { format: 'date' }), description: text, example };
}

function formatSchemaName({ type }: DescribedEvent): string {
  return `${toPascalCase(type)}Event`;
}

function toPascalCase(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function header(name: string, example: string | number, description: string): ParameterObject {
  const type = typeof example === 'number' ? 'integer' : 'string';
  return { name, in: 'header', required: true, description, schema: { type }, example };
}
