import type { Writer } from '../../../common/unit-of-work.js';
import type { Transaction } from '../../../store/store.js';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Why a webhook is disabled. */
export const DisabledReason = {
  /** Its owner disabled it. */
  OWNER: 'OWNER',
  /** Its receiver said 410. */
  GONE: 'GONE',
  /** Five days of failures. */
  FAILING: 'FAILING',
  /** Its secret was encrypted with a key that this node does not have, or can be read by none. */
  SECRET_UNREADABLE: 'SECRET_UNREADABLE',
} as const;
export type DisabledReason = (typeof DisabledReason)[keyof typeof DisabledReason];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Webhooks of an agent and program. */
export const MAX_WEBHOOKS = 10;
/** Calls an hour for a test of a webhook; the same of those to send again. */
export const MAX_CALLS_AN_HOUR = 10;
/** Events that one call sends again. */
export const MAX_RESENT_EVENTS = 10_000;
export const MAX_RESENT_DAYS = 7;

/** Whose webhooks are meant: those that a program made for an agent; without a program those of all its programs. */
export interface WebhookOwner {
  readonly agentCode: string;
  readonly programId?: number;
}

/** Who manages webhooks: the agent of a token, by the program of the key, or a user of the agent, who manages those of all its programs. */
export interface WebhookKeeper extends Writer {
  readonly programId?: number;
  readonly user: { readonly agentCode: string };
  /** Runs in the transaction of a write to one of them. */
  readonly noted?: (tx: Transaction, webhookId: number) => Promise<void>;
}

export interface WebhookTerms {
  /** One that webhooks may go to (events.15). */
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
  /** The first failure after the last success. */
  readonly failingSince: Date | null;
}

/** What a change leaves as it is, is absent. */
export type WebhookChange = Partial<WebhookTerms & { readonly status: WebhookStatus }>;

/** A webhook, and the secret that its owner sees this once. */
export interface IssuedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** An event, or a test, on its way to a webhook. */
export interface WebhookDelivery {
  readonly id: number;
  readonly webhookId: number;
  /** Null: a test. */
  readonly event: { readonly id: number; readonly nonce: number; readonly type: string } | null;
  readonly status: DeliveryStatus;
  /** Since it was made, or asked for again. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface WebhookAttempt {
  readonly at: Date;
  /** What the receiver said; null when it said nothing. */
  readonly status: number | null;
  /** Why it failed; null after a 2xx. */
  readonly failure: string | null;
  readonly durationMs: number;
}
