import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { WebhookNoticeRepository, type WebhookNotice } from '../../../record/exchange/webhooks/sender/webhook-notice.repository.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { Store } from '../../../store/store.js';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from '../../../mail/mailer.js';

const INTERVAL_MS = 5_000;

@Injectable()
export class WebhookNoticeMailer implements OnApplicationShutdown {
  readonly job: Job<Environment>;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly notices: WebhookNoticeRepository,
    private readonly texts: MailTextService,
    private readonly mailer: Mailer,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'mail owners of disabled webhooks',
      everyMs: INTERVAL_MS,
      pass: (environment) => this.sendDue(environment),
    });
  }

  /** Waits for the mails; the mailer writes unsent ones to the outbox. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async sendDue(environment: Environment): Promise<void> {
    for (const notice of await this.notices.claim(environment)) {
      const sending = this.send(environment, notice)
        .catch((error: unknown) => this.job.reportFailure(environment, error))
        .finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    }
  }

  private async send(environment: Environment, notice: WebhookNotice): Promise<void> {
    const user = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: notice.userId }));
    if (user?.status === 'active') await this.mailer.sendSurely(this.texts.failingWebhook(user.email, notice, environment));
    await this.notices.settle(environment, notice);
  }
}
