import type { Caller } from '../../common/caller.js';
import { formatEventId } from '../../record/exchange/events/event.js';
import type { Webhook, WebhookAttempt, WebhookDelivery } from '../../record/exchange/webhooks/webhook.js';
import type { AttemptResponse, DeliveryResponse, WebhookResponse } from './webhook.dto.js';

const TEST_TYPE = 'webhook.test';

export function toWebhookResponse(webhook: Webhook): WebhookResponse {
  return {
    id: webhook.id,
    url: webhook.url,
    types: [...webhook.types],
    description: webhook.description,
    status: webhook.status,
    disabled_reason: webhook.disabledReason,
    created_at: webhook.createdAt.toISOString(),
    last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
    failing_since: webhook.failingSince?.toISOString() ?? null,
  };
}

export function toDeliveryResponse(delivery: WebhookDelivery): DeliveryResponse {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.event && formatEventId(delivery.event),
    type: delivery.event?.type ?? TEST_TYPE,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    ended_at: delivery.endedAt?.toISOString() ?? null,
  };
}

export function buildDeliveryHref({ root }: Caller, { id }: WebhookDelivery): string {
  return `${root}/events-api/resources/deliveries/${id}`;
}

export function toAttemptResponse({ at, status, failure, durationMs }: WebhookAttempt): AttemptResponse {
  return { at: at.toISOString(), status, failure, duration_ms: durationMs };
}
