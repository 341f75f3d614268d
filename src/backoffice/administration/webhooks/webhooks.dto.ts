import { OneOf, Required } from '../../../common/validation/decorators.js';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES, type DeliveryStatus, type WebhookStatus } from '../../../record/exchange/webhooks/webhook.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

/** Whether a webhook is sent to. */
export class WebhookStateRequest {
  /** enabled or disabled. Once enabled again, it gets what happens from then on @example "enabled" */
  @Required()
  @OneOf(WEBHOOK_STATUSES)
  status: WebhookStatus;
}

/** A webhook of one of the agent's programs. */
export class AgentWebhookResponse {
  /** Number of the webhook @example 12 */
  id: number;

  /** The program that made it @example 3 */
  programId: number;

  /** Its name @example "Portal" */
  programName: string;

  /** Address of the receiver @example "https://agency.example/hooks/insurance" */
  url: string;

  /** Types of the events that are sent; empty: all of them @example ["policy.issued", "receipt.paid"] */
  types: string[];

  /** What it is for @example "ERP, production" */
  description: string | null;

  /** enabled or disabled @example "enabled" */
  status: WebhookStatus;

  /**
   * OWNER, GONE (the receiver said 410), FAILING (five days of failures) or SECRET_UNREADABLE (it needs a new secret); null while it is enabled
   * @example "FAILING"
   */
  disabledReason: string | null;

  /** The instant, UTC @example "2026-11-20T08:00:00.000Z" */
  createdAt: string;

  /** When a receiver last took an event, UTC; null: never @example "2026-11-21T09:30:12.000Z" */
  lastSuccessAt: string | null;

  /** The first failure since then, UTC; null when there was none @example "2026-11-21T10:05:40.000Z" */
  failingSince: string | null;
}

/** A webhook, and its new secret. */
export class AgentWebhookSecretResponse extends AgentWebhookResponse {
  /**
   * Signs what is sent. Shown this once: a call that is repeated by its `Idempotency-Key` gets the response without it
   * @example "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDrvQ0mPzHqLc="
   */
  secret?: string;
}

/** Webhooks of the agent. */
export class AgentWebhookListResponse extends PageDto {
  /** Newest first */
  items: AgentWebhookResponse[];
}

/** Which deliveries of a webhook. */
export class AgentDeliveryQueryDto extends PageQueryDto {
  /** pending, delivered or failed @example "failed" */
  @OneOf(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

/** An event, or a test, on its way to a webhook. */
export class AgentDeliveryResponse {
  /** Number of the delivery @example 3107 */
  id: number;

  /** Number of the webhook @example 12 */
  webhookId: number;

  /** Id of the event; null: a test @example "evt_1042_1f0c9a3b" */
  eventId: string | null;

  /** Type of the event, or webhook.test @example "policy.issued" */
  type: string;

  /** pending, delivered or failed @example "delivered" */
  status: DeliveryStatus;

  /** Attempts since it was made, or asked for again @example 1 */
  attemptCount: number;

  /** The next attempt, UTC; null when there will be none @example "2026-11-21T10:35:40.000Z" */
  nextAttemptAt: string | null;

  /** The instant, UTC @example "2026-11-21T09:30:12.000Z" */
  createdAt: string;

  /** When it was delivered or given up, UTC; null while it is pending @example "2026-11-21T09:30:12.480Z" */
  endedAt: string | null;
}

/** An attempt to deliver. */
export class AgentAttemptResponse {
  /** When it began, UTC @example "2026-11-21T09:30:12.310Z" */
  at: string;

  /** Status that the receiver gave; null when it gave none @example 200 */
  status: number | null;

  /** Why it failed; null when it succeeded @example "timeout" */
  failure: string | null;

  /** How long it took, in milliseconds @example 170 */
  durationMs: number;
}

/** A delivery with its attempts. */
export class AgentDeliveryDetailsResponse extends AgentDeliveryResponse {
  /** The latest 100 attempts, in their order */
  attempts: AgentAttemptResponse[];
}

/** Deliveries of a webhook. */
export class AgentDeliveryListResponse extends PageDto {
  /** Newest first */
  items: AgentDeliveryResponse[];
}
