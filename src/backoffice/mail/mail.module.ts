import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { WebhookSenderModule } from '../../record/webhooks/sender/webhook-sender.module.js';
import { FailingWebhookMailer } from './failing-webhook.mailer.js';
import { MailService } from './mail.service.js';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from './mailer.js';

@Module({
  imports: [WebhookSenderModule],
  providers: [
    FailingWebhookMailer,
    MailService,
    Mailer,
    { provide: MailTextService, useFactory: (config: Config) => new MailTextService(config), inject: [Config] },
  ],
  exports: [MailService, MailTextService],
})
export class MailModule {}
