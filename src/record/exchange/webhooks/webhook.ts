import type { Writer } from '../../../common/unit-of-work.js';
import type { Transaction } from '../../../store/store.js';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const DisabledReason = {
  OWNER: 'OWNER',
  GONE: 'GONE',
  FAILING: 'FAILING',
  /** This node has no key for the secret, or the secret is damaged. */
  SECRET_UNREADABLE: 'SECRET_UNREADABLE',
} as const;
export type DisabledReason = (typeof DisabledReason)[keyof typeof DisabledReason];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const MAX_WEBHOOKS = 10;
/** Limit of tests, and of resends, per webhook. */
export const MAX_CALLS_AN_HOUR = 10;
export const MAX_RESENT_EVENTS = 10_000;
export const MAX_RESENT_DAYS = 7;

export interface WebhookOwner {
  readonly agentCode: string;
  readonly programId?: number;
}

export interface WebhookManager extends Writer {
  readonly programId?: number;
  readonly user: { readonly agentCode: string };
  readonly record?: (tx: Transaction, webhookId: number) => Promise<void>;
}

export interface WebhookTerms {
  readonly url: string;
  /** Empty for all types. */
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
  readonly failingSince: Date | null;
}

export type WebhookChange = Partial<WebhookTerms & { readonly status: WebhookStatus }>;

/** The secret is returned only once. */
export interface IssuedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

export interface WebhookDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly event: { readonly id: number; readonly nonce: number; readonly type: string } | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface WebhookAttempt {
  readonly at: Date;
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number;
}
