import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifier.js';
import type { Text } from '../../common/language.js';
import { Store, type Transaction } from '../../store/store.js';
import { EVENT_TYPE_NAMES } from '../events/event-types.js';
import { webhookUrlFault } from './network/webhook-url.js';
import { WebhookNetworks } from './network/webhook-networks.js';
import { SecretBox } from './secret-box.js';
import { newWebhookSecret } from './webhook-secret.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookRepository, type LockedWebhook } from './webhook.repository.js';
import {
  DisabledReason,
  MAX_WEBHOOKS,
  type IssuedWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookOwner,
  type WebhookTerms,
} from './webhook.js';

const TOO_MANY = {
  el: `Υπάρχουν ήδη ${MAX_WEBHOOKS} webhooks του συνεργάτη για αυτό το πρόγραμμα.`,
  en: `The agent has ${MAX_WEBHOOKS} webhooks of this program already.`,
};
const UNREADABLE = {
  el: 'Το μυστικό του webhook δεν διαβάζεται πλέον. Αλλάξτε το πρώτα (rotate).',
  en: 'The secret of the webhook can no longer be read. Rotate it first.',
};

/** Webhooks as their owners manage them (events.10 to events.18): the agent of the token, by the program of the key. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly store: Store,
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly networks: WebhookNetworks,
    private readonly box: SecretBox,
  ) {}

  /** In the order in which they were made. */
  list(caller: UserCaller): Promise<Webhook[]> {
    return this.webhooks.list(caller.environment, ownerOf(caller));
  }

  /** @throws DomainError EVENT_NOT_FOUND */
  async get(caller: UserCaller, text: string): Promise<Webhook> {
    const id = parseObjectId(text);
    const webhook = id === null ? null : await this.webhooks.find(caller.environment, ownerOf(caller), id);
    if (webhook === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return webhook;
  }

  /** @throws DomainError INVALID of the address; LIMIT_REACHED; UNAVAILABLE where no secret can be kept */
  async create(caller: UserCaller, terms: WebhookTerms): Promise<IssuedWebhook> {
    this.requireUrl(caller, terms.url);
    const secret = newWebhookSecret();
    const webhook = { ...ownerOf(caller), ...terms, types: inOrder(terms.types), userId: caller.user.id, secret: this.box.seal(secret) };
    return this.store.transaction(caller, async (tx) => {
      const made = await this.webhooks.insert(tx, webhook);
      if (made === null) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      return { webhook: made, secret };
    });
  }

  /** @throws DomainError EVENT_NOT_FOUND; INVALID of the address; NOT_ALLOWED_IN_STATUS when its secret must be rotated before it is enabled */
  change(caller: UserCaller, text: string, change: WebhookChange): Promise<Webhook> {
    return this.withWebhook(caller, text, async (tx, webhook) => {
      if (change.url !== undefined) this.requireUrl(caller, change.url);
      const types = inOrder(change.types ?? webhook.types);
      const changed = { ...webhook, ...change, types, ...this.stateAfter(webhook, change) };
      await this.webhooks.update(tx, changed);
      // What waited is of before: sent only when asked for (events.14).
      if (webhook.status === 'disabled' && changed.status === 'enabled') await this.deliveries.endWaiting(tx, webhook.id);
      return changed;
    });
  }

  /** @throws DomainError EVENT_NOT_FOUND */
  delete(caller: UserCaller, text: string): Promise<void> {
    return this.withWebhook(caller, text, (tx, { id }) => this.webhooks.delete(tx, id));
  }

  /** @throws DomainError EVENT_NOT_FOUND; UNAVAILABLE where no secret can be kept */
  rotate(caller: UserCaller, text: string): Promise<IssuedWebhook> {
    return this.withWebhook(caller, text, async (tx, webhook) => {
      const secret = newWebhookSecret();
      const former = this.box.open(webhook.secret) === null ? null : webhook.secret;
      await this.webhooks.replaceSecret(tx, webhook.id, this.box.seal(secret), former);
      return { webhook, secret };
    });
  }

  /**
   * Does something to a webhook of the caller's that nobody else changes meanwhile.
   * @throws DomainError EVENT_NOT_FOUND for a missing, a malformed and a foreign id alike, and what `work` throws
   */
  withWebhook<T>(caller: UserCaller, text: string, work: (tx: Transaction, webhook: LockedWebhook) => Promise<T>): Promise<T> {
    const id = parseObjectId(text);
    if (id === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return this.store.transaction(caller, async (tx) => {
      const webhook = await this.webhooks.lock(tx, ownerOf(caller), id);
      if (webhook === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
      return work(tx, webhook);
    });
  }

  private stateAfter(webhook: LockedWebhook, { status }: WebhookChange): Partial<Webhook> {
    if (status === undefined || status === webhook.status) return {};
    if (status === 'disabled') return { disabledReason: DisabledReason.OWNER };
    if (this.box.open(webhook.secret) === null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: UNREADABLE });
    return { disabledReason: null, failingSince: null };
  }

  private requireUrl({ environment }: UserCaller, url: string): void {
    const fault: Text | null = webhookUrlFault(url, this.networks.rulesOf(environment));
    if (fault !== null) throw DomainError.ofFaults([{ path: 'url', code: ErrorCode.INVALID, text: fault }]);
  }
}

export function ownerOf({ programId, user }: UserCaller): WebhookOwner {
  return { agentCode: user.agentCode, programId };
}

/** Each once, as the catalogue has them. */
function inOrder(types: readonly string[]): readonly string[] {
  return EVENT_TYPE_NAMES.filter((type) => types.includes(type));
}
