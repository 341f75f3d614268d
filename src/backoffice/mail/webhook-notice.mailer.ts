import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { PeriodicWork } from '../../common/periodic-work.js';
import { Config } from '../../config/config.js';
import { WebhookNoticeRepository, type WebhookNotice } from '../../record/webhooks/sender/webhook-notice.repository.js';
import { AppUserEntity } from '../../store/entities/app-user.entity.js';
import { Store } from '../../store/store.js';
import { MailService } from './mail.service.js';

const INTERVAL_MS = 5_000;

/**
 * Tells the owner of a webhook that it was disabled because its receiver failed for too long (events.12). That is due until the mail was sent: when a
 * node ends in the midst of it another one tells.
 */
@Injectable()
export class WebhookNoticeMailer extends PeriodicWork<Environment> implements OnApplicationShutdown {
  private readonly logger = new Logger(WebhookNoticeMailer.name);
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    config: Config,
    private readonly store: Store,
    private readonly notices: WebhookNoticeRepository,
    private readonly correspondence: MailService,
  ) {
    super(INTERVAL_MS, config.environments);
  }

  /** By then the mailer leaves in the outbox what no server took. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Waits for no mail server. */
  protected async pass(environment: Environment): Promise<void> {
    for (const notice of await this.notices.take(environment)) {
      const telling = this.tell(environment, notice)
        .catch((error: unknown) => this.noteFailure(environment, error instanceof Error ? error.message : String(error)))
        .finally(() => this.underWay.delete(telling));
      this.underWay.add(telling);
    }
  }

  protected noteFailure(environment: Environment, reason: string): void {
    this.logger.warn(`Owners of disabled webhooks of ${environment} are told later: ${reason}`);
  }

  private async tell(environment: Environment, notice: WebhookNotice): Promise<void> {
    const user = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: notice.userId }));
    if (user?.status === 'active') await this.correspondence.tellOfFailingWebhook(user.email, notice, environment);
    await this.notices.settle(environment, notice);
  }
}
