import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import type { Page, PageWindow } from '../../../common/paging.js';
import { Store, type Transaction } from '../../../store/store.js';
import { EVENT_TYPE_NAMES } from '../events/event-types.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookRepository, type StoredWebhook } from './webhook.repository.js';
import {
  DisabledReason,
  MAX_WEBHOOKS,
  type IssuedWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookManager,
  type WebhookOwner,
  type WebhookStatus,
  type WebhookTerms,
} from './webhook.js';

const SECRET_BYTES = 32;

const TOO_MANY = {
  el: `Υπάρχουν ήδη ${MAX_WEBHOOKS} webhooks του συνεργάτη για αυτό το πρόγραμμα.`,
  en: `The agent has ${MAX_WEBHOOKS} webhooks of this program already.`,
};
const UNREADABLE = {
  el: 'Το μυστικό υπογραφής του webhook δεν μπορεί πλέον να διαβαστεί. Αντικαταστήστε το πρώτα (rotate).',
  en: 'The secret of the webhook can no longer be read. Rotate it first.',
};

@Injectable()
export class WebhookService {
  constructor(
    private readonly store: Store,
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly box: SecretBox,
  ) {}

  async list(manager: WebhookManager): Promise<Webhook[]> {
    return (await this.webhooks.list(manager.environment, toOwner(manager))).map((webhook) => this.toVisible(webhook));
  }

  async search(manager: WebhookManager, window: PageWindow): Promise<Page<Webhook>> {
    const { items, ...rest } = await this.webhooks.search(manager.environment, toOwner(manager), window);
    return { ...rest, items: items.map((webhook) => this.toVisible(webhook)) };
  }

  async get(manager: WebhookManager, text: string): Promise<Webhook> {
    const id = parseObjectId(text);
    const webhook = id === null ? null : await this.webhooks.find(manager.environment, toOwner(manager), id);
    if (webhook === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return this.toVisible(webhook);
  }

  async create(caller: UserCaller, terms: WebhookTerms): Promise<IssuedWebhook> {
    const secret = createSecret();
    const { programId, user } = caller;
    const owned = { programId, agentCode: user.agentCode, userId: user.id };
    const webhook = { ...owned, ...terms, types: sortTypes(terms.types), secret: this.box.seal(secret) };
    return this.store.transaction(caller, async (tx) => {
      const created = await this.webhooks.insert(tx, webhook);
      if (created === null) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      return { webhook: this.toVisible(created), secret };
    });
  }

  /** @throws DomainError EVENT_NOT_FOUND; NOT_ALLOWED_IN_STATUS when the secret must be rotated first */
  update(manager: WebhookManager, text: string, change: WebhookChange): Promise<Webhook> {
    return this.withWebhook(manager, text, async (tx, webhook, stored) => {
      const { status = webhook.status, ...terms } = change;
      const types = sortTypes(change.types ?? stored.types);
      const changed = { ...stored, ...terms, types, ...(status === webhook.status ? {} : this.toState(stored, status)) };
      await this.webhooks.update(tx, changed);
      // Events from before the webhook was enabled are sent only on request (events.14).
      if (stored.status === 'disabled' && changed.status === 'enabled') await this.deliveries.failPending(tx, stored.id);
      return this.toVisible(changed);
    });
  }

  delete(manager: WebhookManager, text: string): Promise<void> {
    return this.withWebhook(manager, text, (tx, { id }) => this.webhooks.delete(tx, id));
  }

  rotate(manager: WebhookManager, text: string): Promise<IssuedWebhook> {
    return this.withWebhook(manager, text, async (tx, _webhook, stored) => {
      const secret = createSecret();
      const sealed = this.box.seal(secret);
      const previous = this.box.open(stored.secret) === null ? null : stored.secret;
      await this.webhooks.replaceSecret(tx, stored.id, sealed, previous);
      return { webhook: this.toVisible({ ...stored, secret: sealed }), secret };
    });
  }

  withWebhook<T>(
    manager: WebhookManager,
    text: string,
    work: (tx: Transaction, webhook: Webhook, stored: StoredWebhook) => Promise<T>,
  ): Promise<T> {
    const id = parseObjectId(text);
    if (id === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return this.store.transaction(manager, async (tx) => {
      const stored = await this.webhooks.lock(tx, toOwner(manager), id);
      if (stored === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
      const done = await work(tx, this.toVisible(stored), stored);
      await manager.record?.(tx, id);
      return done;
    });
  }

  private toState({ secret }: StoredWebhook, status: WebhookStatus): Partial<Webhook> {
    if (status === 'disabled') return { status, disabledReason: DisabledReason.OWNER };
    if (this.box.open(secret) === null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: UNREADABLE });
    return { status, disabledReason: null, failingSince: null };
  }

  /** Shows a webhook as disabled when this node has no key for its secret (events.18). */
  private toVisible({ secret, ...webhook }: StoredWebhook): Webhook {
    if (webhook.status === 'disabled' || this.box.knows(secret)) return webhook;
    return { ...webhook, status: 'disabled', disabledReason: DisabledReason.SECRET_UNREADABLE };
  }
}

export function toOwner({ programId, user: { agentCode } }: WebhookManager): WebhookOwner {
  // TypeORM refuses undefined conditions.
  return programId === undefined ? { agentCode } : { agentCode, programId };
}

function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function sortTypes(types: readonly string[]): readonly string[] {
  return EVENT_TYPE_NAMES.filter((type) => types.includes(type));
}
