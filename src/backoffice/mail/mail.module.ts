import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { WebhookSenderModule } from '../../record/webhooks/sender/webhook-sender.module.js';
import { MailService } from './mail.service.js';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from './mailer.js';
import { WebhookNoticeMailer } from './webhook-notice.mailer.js';

@Module({
  imports: [WebhookSenderModule],
  providers: [
    MailService,
    Mailer,
    { provide: MailTextService, useFactory: (config: Config) => new MailTextService(config), inject: [Config] },
    WebhookNoticeMailer,
  ],
  exports: [MailService, MailTextService],
})
export class MailModule {}
