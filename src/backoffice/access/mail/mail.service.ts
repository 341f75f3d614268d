import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { WebhookNotice } from '../../../record/exchange/webhooks/sender/webhook-notice.repository.js';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from './mailer.js';

/** Writes and sends the mails of the back office. */
@Injectable()
export class MailService {
  constructor(
    private readonly texts: MailTextService,
    private readonly mailer: Mailer,
  ) {}

  invite(to: string, token: string): Promise<void> {
    return this.mailer.send(this.texts.invitation(to, token));
  }

  /** The environment is where the user can sign in, if not in each. */
  reset(to: string, token: string, environment?: Environment): Promise<void> {
    return this.mailer.send(this.texts.reset(to, token, environment));
  }

  verify(to: string, token: string): Promise<void> {
    return this.mailer.send(this.texts.verification(to, token));
  }

  tellKnown(to: string): Promise<void> {
    return this.mailer.send(this.texts.knownAddress(to));
  }

  /** Resolves once the mail is with the mail server or in the outbox. */
  tellOfFailingWebhook(to: string, webhook: WebhookNotice, environment: Environment): Promise<void> {
    return this.mailer.sendSurely(this.texts.failingWebhook(to, webhook, environment));
  }
}
