import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { parseObjectId } from '../../../common/identifiers.js';
import type { Page, PageWindow } from '../../../common/paging.js';
import type { Transaction } from '../../../store/store.js';
import { WebhookDeliveryRepository, type RecordedPeriod } from './webhook-delivery.repository.js';
import { WebhookRepository } from './webhook.repository.js';
import { toOwner, WebhookService } from './webhook.service.js';
import {
  MAX_CALLS_AN_HOUR,
  MAX_RESENT_DAYS,
  MAX_RESENT_EVENTS,
  type DeliveryStatus,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookManager,
} from './webhook.js';

const DAY_MS = 86_400_000;

const DISABLED = { el: 'Το webhook είναι απενεργοποιημένο.', en: 'The webhook is disabled.' };
const TOO_OFTEN = {
  el: `Έως ${MAX_CALLS_AN_HOUR} φορές την ώρα για κάθε webhook.`,
  en: `At most ${MAX_CALLS_AN_HOUR} times an hour for each webhook.`,
};
const WRONG_PERIOD = {
  el: `Το τέλος πρέπει να είναι μετά την αρχή και έως ${MAX_RESENT_DAYS} ημέρες από αυτήν.`,
  en: `After the beginning, and at most ${MAX_RESENT_DAYS} days from it.`,
};
const TOO_MUCH = {
  el: `Πάνω από ${MAX_RESENT_EVENTS} συμβάντα. Ζητήστε μικρότερο διάστημα.`,
  en: `More than ${MAX_RESENT_EVENTS} events. Ask for a shorter period.`,
};

@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly owned: WebhookService,
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: WebhookDeliveryRepository,
  ) {}

  async search(
    manager: WebhookManager,
    webhook: string,
    status: DeliveryStatus | null,
    window: PageWindow,
  ): Promise<Page<WebhookDelivery>> {
    const { id } = await this.owned.get(manager, webhook);
    return this.deliveries.search(manager.environment, id, status, window);
  }

  async get(manager: WebhookManager, text: string): Promise<{ delivery: WebhookDelivery; attempts: WebhookAttempt[] }> {
    const delivery = await this.getDelivery(manager, text);
    return { delivery, attempts: await this.deliveries.listAttempts(manager.environment, delivery.id) };
  }

  async sendTest(manager: WebhookManager, webhook: string): Promise<WebhookDelivery> {
    const id = await this.owned.withWebhook(manager, webhook, async (tx, found) => {
      await this.countCall(tx, found, 'test');
      return this.deliveries.insertTest(tx, found.id);
    });
    return this.getDelivery(manager, String(id));
  }

  async resend(manager: WebhookManager, text: string): Promise<WebhookDelivery> {
    const { id, webhookId } = await this.getDelivery(manager, text);
    await this.owned.withWebhook(manager, String(webhookId), async (tx, webhook) => {
      await this.countCall(tx, webhook, 'resend');
      await this.deliveries.resend(tx, id);
    });
    return this.getDelivery(manager, text);
  }

  resendPeriod(manager: WebhookManager, webhook: string, period: RecordedPeriod): Promise<number> {
    return this.owned.withWebhook(manager, webhook, async (tx, found) => {
      const lengthMs = period.to.getTime() - period.from.getTime();
      if (lengthMs <= 0 || lengthMs > MAX_RESENT_DAYS * DAY_MS) throw buildWrongPeriod(WRONG_PERIOD);
      await this.countCall(tx, found, 'resend');
      const count = await this.deliveries.resendPeriod(tx, toOwner(manager), found, period);
      if (count > MAX_RESENT_EVENTS) throw buildWrongPeriod(TOO_MUCH);
      return count;
    });
  }

  private async getDelivery(manager: WebhookManager, text: string): Promise<WebhookDelivery> {
    const id = parseObjectId(text);
    const delivery = id === null ? null : await this.deliveries.find(manager, toOwner(manager), id);
    if (delivery === null) throw new DomainError(ErrorCode.EVENT_NOT_FOUND);
    return delivery;
  }

  private async countCall(tx: Transaction, { id, status }: Webhook, call: 'test' | 'resend'): Promise<void> {
    if (status === 'disabled') throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: DISABLED });
    if (!(await this.webhooks.countCall(tx, id, call))) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_OFTEN });
  }
}

function buildWrongPeriod(text: { el: string; en: string }): DomainError {
  return DomainError.ofViolations([{ path: 'to', code: ErrorCode.INVALID, text }]);
}
