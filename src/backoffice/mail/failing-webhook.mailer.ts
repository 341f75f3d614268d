import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { FailingWebhook } from '../../record/webhooks/sender/delivery-outcome.repository.js';
import { DisabledWebhooks } from '../../record/webhooks/sender/disabled-webhooks.js';
import { AppUserEntity } from '../../store/entities/app-user.entity.js';
import { Store } from '../../store/store.js';
import { MailService } from './mail.service.js';

/** Tells the owner of a webhook that it was disabled because its receiver failed for too long (events.12). */
@Injectable()
export class FailingWebhookMailer implements OnModuleInit {
  private readonly logger = new Logger(FailingWebhookMailer.name);

  constructor(
    private readonly store: Store,
    private readonly disabled: DisabledWebhooks,
    private readonly correspondence: MailService,
  ) {}

  onModuleInit(): void {
    this.disabled.announcements.on('failing', (environment, webhook) => {
      this.tell(environment, webhook).catch((error: unknown) =>
        this.logger.warn(`The owner of webhook ${webhook.id} of ${environment} was not told that it is disabled: ${String(error)}`),
      );
    });
  }

  private async tell(environment: Environment, webhook: FailingWebhook): Promise<void> {
    const user = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: webhook.userId }));
    if (user?.status === 'active') await this.correspondence.tellOfFailingWebhook(user.email, webhook, environment);
  }
}
