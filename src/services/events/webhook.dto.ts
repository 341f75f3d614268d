import { oneOfCheck } from '../../common/validation/checks.js';
import { ArrayOf, IsoDate, OneOf, Required, TextUpTo } from '../../common/validation/decorators.js';
import { AnswerTo } from '../../common/validation/ignored-fields.js';
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

  /** Types of the events that are sent; all of them when it is empty or absent. @example ['policy.issued', 'receipt.paid'] */
  @ArrayOf(MAX_TYPES, oneOfCheck(EVENT_TYPE_NAMES))
  types?: string[];

  /** What it is for, at most 200 characters. @example 'ERP, production' */
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

  /** Types of the events that are sent; empty: all of them. @example ['policy.issued', 'receipt.paid'] */
  @ArrayOf(MAX_TYPES, oneOfCheck(EVENT_TYPE_NAMES))
  types?: string[];

  /** What it is for, at most 200 characters; null removes it. @example 'ERP, production' */
  @TextUpTo(MAX_DESCRIPTION)
  description?: string | null;

  /** enabled or disabled. Once enabled again, it gets what happens from then on. @example 'enabled' */
  @OneOf(WEBHOOK_STATUSES)
  status?: string;
}

@AnswerTo(WebhookRequest)
@AnswerTo(WebhookChangeRequest)
export class WebhookResponse {
  /** Id of the webhook. @example 12 */
  id: number;
  /** Address of the receiver. @example 'https://agency.example/hooks/insurance' */
  url: string;
  /** Types of the events that are sent; empty: all of them. @example ['policy.issued', 'receipt.paid'] */
  types: string[];
  /** What it is for. @example 'ERP, production' */
  description: string | null;
  /** enabled or disabled. @example 'enabled' */
  status: string;
  /**
   * OWNER, GONE (the receiver said 410), FAILING (five days of failures) or SECRET_UNREADABLE (it needs a new secret); null while it is enabled.
   * @example 'FAILING'
   */
  disabled_reason: string | null;
  /** The instant, UTC. @example '2026-11-20T08:00:00.000Z' */
  created_at: string;
  /** When a receiver last took an event, UTC; null: never. @example '2026-11-21T09:30:12.000Z' */
  last_success_at: string | null;
  /** The first failure since then, UTC; null when there was none. @example '2026-11-21T10:05:40.000Z' */
  failing_since: string | null;
}

/** A webhook, and its secret. */
export class WebhookSecretResponse extends WebhookResponse {
  /**
   * Signs what is sent. Shown this once: a call that is repeated by its `Idempotency-Key` gets the response without it.
   * @example 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDrvQ0mPzHqLc='
   */
  secret?: string;
}

/** Which deliveries of a webhook. */
export class DeliveryQuery extends PageQuery {
  /** pending, delivered or failed. @example 'failed' */
  @OneOf(DELIVERY_STATUSES)
  status?: string;
}

/** An event, or a test, on its way to a webhook. */
export class DeliveryResponse {
  /** Id of the delivery. @example 3107 */
  id: number;
  /** Id of the webhook. @example 12 */
  webhook_id: number;
  /** Id of the event; null: a test. @example 'evt_1042_1f0c9a3b' */
  event_id: string | null;
  /** Type of the event, or webhook.test. @example 'policy.issued' */
  type: string;
  /** pending, delivered or failed. @example 'delivered' */
  status: string;
  /** Attempts since it was made, or asked for again. @example 1 */
  attempt_count: number;
  /** The next attempt, UTC; null when there will be none. @example '2026-11-21T10:35:40.000Z' */
  next_attempt_at: string | null;
  /** The instant, UTC. @example '2026-11-21T09:30:12.000Z' */
  created_at: string;
  /** When it was delivered or given up, UTC; null while it is pending. @example '2026-11-21T09:30:12.480Z' */
  ended_at: string | null;
}

/** An attempt to deliver. */
export class AttemptResponse {
  /** When it began, UTC. @example '2026-11-21T09:30:12.310Z' */
  at: string;
  /** Status that the receiver gave; null when it gave none. @example 200 */
  status: number | null;
  /** Why it failed; null when it succeeded. @example 'timeout' */
  failure: string | null;
  /** How long it took, in milliseconds. @example 170 */
  duration_ms: number;
}

/** A delivery with its attempts. */
export class DeliveryDetailsResponse extends DeliveryResponse {
  /** The latest 100 attempts, in their order. */
  attempts: AttemptResponse[];
}

/** A period of at most 7 days, by when its events were recorded. */
export class ResendRequest {
  /** From this date (Athens) or instant on. @example '2026-11-20T08:00:00Z' */
  @Required()
  @IsoDate()
  from: string;

  /** Before this date (Athens) or instant. @example '2026-11-21T08:00:00Z' */
  @Required()
  @IsoDate()
  to: string;
}

/** What is sent again. */
export class ResendResponse {
  /** How many events of the period there are for the webhook. @example 42 */
  deliveries: number;
}
