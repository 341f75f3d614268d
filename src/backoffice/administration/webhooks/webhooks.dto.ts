import { OneOf } from '../../../common/validation/decorators.js';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES, type DeliveryStatus, type WebhookStatus } from '../../../record/exchange/webhooks/webhook.js';
import { RequiredOneOf } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

export class WebhookStateRequest {
  /** enabled or disabled; events from before an enabling are not sent automatically. @example "enabled" */
  @RequiredOneOf(WEBHOOK_STATUSES)
  status: WebhookStatus;
}

export class AgentWebhookResponse {
  /** Id of the webhook. @example 12 */
  id: number;
  /** Id of the program that created it. @example 3 */
  programId: number;
  /** Name of that program. @example "Portal" */
  programName: string;
  /** Address of the receiver. @example "https://agency.example/hooks/insurance" */
  url: string;
  /** Types of events to send; empty: all types. @example ["policy.issued", "receipt.paid"] */
  types: string[];
  /** Purpose of the webhook. @example "ERP, production" */
  description: string | null;
  /** enabled or disabled. @example "enabled" */
  status: WebhookStatus;
  /** OWNER, GONE (status 410), FAILING (five days) or SECRET_UNREADABLE; null while enabled. @example "FAILING" */
  disabledReason: string | null;
  /** Time of creation, UTC. @example "2026-11-20T08:00:00.000Z" */
  createdAt: string;
  /** Time of the last successful delivery, UTC; null before the first. @example "2026-11-21T09:30:12.000Z" */
  lastSuccessAt: string | null;
  /** Time of the first failure after that, UTC; null without one. @example "2026-11-21T10:05:40.000Z" */
  failingSince: string | null;
}

export class AgentWebhookSecretResponse extends AgentWebhookResponse {
  /** Signs deliveries; absent in repeated responses. @example "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDrvQ0mPzHqLc=" */
  secret?: string;
}

export class AgentWebhookListResponse extends PageResponseOf(AgentWebhookResponse) {}

export class AgentDeliveryQueryDto extends PageQueryDto {
  /** pending, delivered or failed. @example "failed" */
  @OneOf(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

export class AgentDeliveryResponse {
  /** Id of the delivery. @example 3107 */
  id: number;
  /** Id of the webhook. @example 12 */
  webhookId: number;
  /** Id of the event; null for a test. @example "evt_1042_1f0c9a3b" */
  eventId: string | null;
  /** Type of the event, or webhook.test. @example "policy.issued" */
  type: string;
  /** pending, delivered or failed. @example "delivered" */
  status: DeliveryStatus;
  /** Attempts since the delivery was created or requested again. @example 1 */
  attemptCount: number;
  /** Time of the next attempt, UTC; null after the last. @example "2026-11-21T10:35:40.000Z" */
  nextAttemptAt: string | null;
  /** Time of creation, UTC. @example "2026-11-21T09:30:12.000Z" */
  createdAt: string;
  /** When it was delivered or failed for good, UTC; null while pending. @example "2026-11-21T09:30:12.480Z" */
  endedAt: string | null;
}

export class AgentAttemptResponse {
  /** Begin of the attempt, UTC. @example "2026-11-21T09:30:12.310Z" */
  at: string;
  /** HTTP status of the receiver; null without a response. @example 200 */
  status: number | null;
  /** Reason of the failure; null after a success. @example "timeout" */
  failure: string | null;
  /** Duration in milliseconds. @example 170 */
  durationMs: number;
}

export class AgentDeliveryDetailsResponse extends AgentDeliveryResponse {
  /** The latest 100 attempts, oldest first. */
  attempts: AgentAttemptResponse[];
}

export class AgentDeliveryListResponse extends PageResponseOf(AgentDeliveryResponse) {}
