import type { Writer } from '../../../common/unit-of-work.js';
import type { Transaction } from '../../../store/store.js';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const DisabledReason = {
  OWNER: 'OWNER',
  /** The receiver responded 410. */
  GONE: 'GONE',
  /** Five days of failures. */
  FAILING: 'FAILING',
  /** This node has no key of its secret, or the secret is damaged. */
  SECRET_UNREADABLE: 'SECRET_UNREADABLE',
} as const;
export type DisabledReason = (typeof DisabledReason)[keyof typeof DisabledReason];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** For an agent and program. */
export const MAX_WEBHOOKS = 10;
/** Tests of a webhook; also repeats. */
export const MAX_CALLS_AN_HOUR = 10;
/** Events that one call sends again. */
export const MAX_RESENT_EVENTS = 10_000;
export const MAX_RESENT_DAYS = 7;

/** Webhooks of an agent that a program made; without a program those of all its programs. */
export interface WebhookOwner {
  readonly agentCode: string;
  readonly programId?: number;
}

/** Manager of webhooks: an agent by a program's key, or a user of the agent for all its programs. */
export interface WebhookKeeper extends Writer {
  readonly programId?: number;
  readonly user: { readonly agentCode: string };
  /** Runs in the transaction of a write. */
  readonly record?: (tx: Transaction, webhookId: number) => Promise<void>;
}

export interface WebhookTerms {
  /** Checked by events.15. */
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly description: string | null;
}

export interface Webhook extends WebhookTerms {
  readonly id: number;
  readonly programId: number;
  readonly status: WebhookStatus;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: Date;
  readonly lastSuccessAt: Date | null;
  /** First failure after the last success. */
  readonly failingSince: Date | null;
}

/** Unchanged fields are absent. */
export type WebhookChange = Partial<WebhookTerms & { readonly status: WebhookStatus }>;

/** A webhook and its secret, shown this once. */
export interface IssuedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** An event, or a test, for a webhook. */
export interface WebhookDelivery {
  readonly id: number;
  readonly webhookId: number;
  /** Null: a test. */
  readonly event: { readonly id: number; readonly nonce: number; readonly type: string } | null;
  readonly status: DeliveryStatus;
  /** Since it was created, or asked for again. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface WebhookAttempt {
  readonly at: Date;
  /** Null without a response. */
  readonly status: number | null;
  /** Null after a 2xx. */
  readonly failure: string | null;
  readonly durationMs: number;
}
