import { Webhook } from 'standardwebhooks';
import type { webhooks } from './openapi.js';

/** An event as a webhook receives it. `type` tells which `data` it has. */
export type GatewayEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

/** Headers of a request: those of `node:http`, or a record. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Verifies the signature of the bytes as they came, and returns the event. @throws Error if it is wrong or too old */
export function verifyWebhook(secret: string, body: string | Buffer, headers: ReceivedHeaders): GatewayEvent {
  const signed = Object.fromEntries(SIGNED_HEADERS.map((name) => [name, String(headers[name] ?? '')]));
  const event: unknown = new Webhook(secret).verify(body, signed);
  if (!isEvent(event)) throw new Error('The signed body is not an event.');
  return event;
}

function isEvent(value: unknown): value is GatewayEvent {
  return typeof value === 'object' && value !== null && 'type' in value && 'data' in value;
}
