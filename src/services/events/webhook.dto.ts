import { buildOneOfCheck } from '../../common/validation/checks.js';
import { ArrayOf, IsoDate, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { PageQuery } from '../../common/validation/page-query.dto.js';
import { EVENT_TYPE_NAMES } from '../../record/exchange/events/event-types.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../record/exchange/webhooks/network/webhook-url.js';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../record/exchange/webhooks/webhook.js';

const MAX_DESCRIPTION = 200;
const MAX_TYPES = 50;

export class WebhookRequest {
  /**
   * Address of the receiver: https, without user or password, at port 443 or above 1023.
   * @example 'https://agency.example/hooks/insurance'
   */
  @Required()
  @TextUpTo(MAX_WEBHOOK_URL_LENGTH)
  url: string;

  /** Types of events to send; all when empty or absent. @example ['policy.issued', 'receipt.paid'] */
  @ArrayOf(MAX_TYPES, buildOneOfCheck(EVENT_TYPE_NAMES))
  types?: string[];

  /** Purpose, at most 200 characters. @example 'ERP, production' */
  @TextUpTo(MAX_DESCRIPTION)
  description?: string;
}

/** An absent field stays unchanged. */
export class WebhookChangeRequest {
  /**
   * Address of the receiver: https, without user or password, at port 443 or above 1023.
   * @example 'https://agency.example/hooks/insurance'
   */
  @TextUpTo(MAX_WEBHOOK_URL_LENGTH)
  url?: string;

  /** Types of events to send; all when empty. @example ['policy.issued', 'receipt.paid'] */
  @ArrayOf(MAX_TYPES, buildOneOfCheck(EVENT_TYPE_NAMES))
  types?: string[];

  /** Purpose, at most 200 characters; null removes it. @example 'ERP, production' */
  @TextUpTo(MAX_DESCRIPTION)
  description?: string | null;

  /** enabled or disabled; an enabled webhook gets the events from then on. @example 'enabled' */
  @OneOf(WEBHOOK_STATUSES)
  status?: string;
}

@ResponseTo(WebhookRequest)
@ResponseTo(WebhookChangeRequest)
export class WebhookResponse {
  /** Id of the webhook. @example 12 */
  id: number;
  /** Address of the receiver. @example 'https://agency.example/hooks/insurance' */
  url: string;
  /** Types of events to send; all when empty. @example ['policy.issued', 'receipt.paid'] */
  types: string[];
  /** Purpose; null without one. @example 'ERP, production' */
  description: string | null;
  /** enabled or disabled. @example 'enabled' */
  status: string;
  /**
   * OWNER, GONE (the receiver returned 410), FAILING (five days of failures) or SECRET_UNREADABLE (rotate the secret);
   * null while it is enabled.
   * @example 'FAILING'
   */
  disabled_reason: string | null;
  /** Time of creation, UTC. @example '2026-11-20T08:00:00.000Z' */
  created_at: string;
  /** Time of the last successful delivery, UTC; null without one. @example '2026-11-21T09:30:12.000Z' */
  last_success_at: string | null;
  /** First failure after the last success, UTC; null without one. @example '2026-11-21T10:05:40.000Z' */
  failing_since: string | null;
}

export class WebhookSecretResponse extends WebhookResponse {
  /**
   * Secret that signs the deliveries. Shown once: the cached response to an `Idempotency-Key` does not contain it.
   * @example 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDrvQ0mPzHqLc='
   */
  secret?: string;
}

export class DeliveryQuery extends PageQuery {
  /** pending, delivered or failed. @example 'failed' */
  @OneOf(DELIVERY_STATUSES)
  status?: string;
}

export class DeliveryResponse {
  /** Id of the delivery. @example 3107 */
  id: number;
  /** Id of the webhook. @example 12 */
  webhook_id: number;
  /** Id of the event; null for a test. @example 'evt_1042_1f0c9a3b' */
  event_id: string | null;
  /** Type of the event; webhook.test for a test. @example 'policy.issued' */
  type: string;
  /** pending, delivered or failed. @example 'delivered' */
  status: string;
  /** Number of attempts since it was created or last requested again. @example 1 */
  attempt_count: number;
  /** Time of the next attempt, UTC; null when it has ended. @example '2026-11-21T10:35:40.000Z' */
  next_attempt_at: string | null;
  /** Time of creation, UTC. @example '2026-11-21T09:30:12.000Z' */
  created_at: string;
  /** Time of success or of giving up, UTC; null while it is pending. @example '2026-11-21T09:30:12.480Z' */
  ended_at: string | null;
}

export class AttemptResponse {
  /** Start of the attempt, UTC. @example '2026-11-21T09:30:12.310Z' */
  at: string;
  /** HTTP status of the receiver; null without a response. @example 200 */
  status: number | null;
  /** Reason for the failure; null after a success. @example 'timeout' */
  failure: string | null;
  /** Duration in milliseconds. @example 170 */
  duration_ms: number;
}

export class DeliveryDetailsResponse extends DeliveryResponse {
  /** Last 100 attempts, oldest first. */
  attempts: AttemptResponse[];
}

/** A period of at most 7 days in which the events were recorded. */
export class ResendRequest {
  /** First date (in Athens) or instant. @example '2026-11-20T08:00:00Z' */
  @Required()
  @IsoDate()
  from: string;

  /** Date (in Athens) or instant at which the period ends. @example '2026-11-21T08:00:00Z' */
  @Required()
  @IsoDate()
  to: string;
}

export class ResendResponse {
  /** Number of events of the period. @example 42 */
  deliveries: number;
}
