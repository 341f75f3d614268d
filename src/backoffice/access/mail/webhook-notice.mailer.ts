import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Job } from '../../../jobs/job.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { WebhookNoticeRepository, type WebhookNotice } from '../../../record/exchange/webhooks/sender/webhook-notice.repository.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { Store } from '../../../store/store.js';
import { MailService } from './mail.service.js';

const INTERVAL_MS = 5_000;

/**
 * Tells the owner of a webhook that it was disabled because its receiver failed for too long (events.12). That is due until the mail was sent: when a
 * node ends in the midst of it another one tells.
 */
@Injectable()
export class WebhookNoticeMailer implements OnApplicationShutdown {
  readonly job: Job<Environment>;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    scheduler: Scheduler,
    private readonly store: Store,
    private readonly notices: WebhookNoticeRepository,
    private readonly correspondence: MailService,
  ) {
    this.job = scheduler.addToEnvironments({
      name: 'mail owners of disabled webhooks',
      everyMs: INTERVAL_MS,
      pass: (environment) => this.begin(environment),
    });
  }

  /** By then the mailer leaves in the outbox what no server took. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Waits for no mail server. */
  private async begin(environment: Environment): Promise<void> {
    for (const notice of await this.notices.take(environment)) {
      const telling = this.tell(environment, notice)
        .catch((error: unknown) => this.job.reportFailure(environment, error))
        .finally(() => this.underWay.delete(telling));
      this.underWay.add(telling);
    }
  }

  private async tell(environment: Environment, notice: WebhookNotice): Promise<void> {
    const user = await this.store.read('gateway', (manager) => manager.findOneBy(AppUserEntity, { id: notice.userId }));
    if (user?.status === 'active') await this.correspondence.tellOfFailingWebhook(user.email, notice, environment);
    await this.notices.settle(environment, notice);
  }
}
