import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { EVENT_TYPES, type EventField } from '../../src/record/exchange/events/event-types.js';

interface Payload {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Payload & { readonly type: unknown; readonly enum?: unknown; readonly example?: unknown }>>;
}

interface Webhook {
  readonly post: {
    readonly operationId: string;
    readonly summary: string;
    readonly parameters: readonly { readonly $ref: string }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } } };
    readonly responses: object;
  };
}

const { webhooks, components } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'docs/openapi.json'), 'utf8')) as {
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Payload>>;
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly required: boolean }>>;
  };
};

function getNamed<T>(entries: Readonly<Record<string, T>>, { $ref }: { readonly $ref: string }): T {
  return entries[$ref.slice($ref.lastIndexOf('/') + 1)]!;
}

function getShape({ type, isNullable, text, example }: EventField): object {
  const name = type === 'date' ? 'string' : type;
  const described = { type: isNullable ? [name, 'null'] : name, description: text, example };
  return type === 'date' ? { ...described, format: 'date' } : described;
}

describe('the webhooks of docs/openapi.json', () => {
  it('are the event types of the catalogue, once each and in its order', () => {
    expect(Object.keys(webhooks)).toEqual(EVENT_TYPES.map(({ type }) => type));
    const ids = Object.values(webhooks).map(({ post }) => post.operationId);
    expect(new Set(ids).size).toBe(EVENT_TYPES.length);
  });

  it.each(EVENT_TYPES.map((row) => [row.type, row] as const))('describe %s as the catalogue does', (type, { text, data }) => {
    const { post } = webhooks[type]!;
    expect(`${post.summary}.`).toBe(text.en);
    const payload = getNamed(components.schemas, post.requestBody.content['application/json'].schema);
    expect(payload.required).toEqual(['id', 'type', 'timestamp', 'data']);
    expect(payload.properties['type']).toMatchObject({ enum: [type], example: type });
    const { agent_code: agent, ...fields } = payload.properties['data']!.properties;
    expect(agent).toMatchObject({ type: 'string' });
    expect(fields).toEqual(Object.fromEntries(data.map((field) => [field.name, getShape(field)])));
    expect(payload.properties['data']!.required).toEqual(['agent_code', ...data.map(({ name }) => name)]);
  });

  it.each(Object.entries(webhooks))('name the headers of %s and what a response means', (_, { post }) => {
    const headers = post.parameters.map((reference) => getNamed(components.parameters, reference));
    expect(headers.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(headers.every(({ required }) => required)).toBe(true);
    expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default']);
  });
});
