import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { MailService } from './mail.service.js';
import { MailTextService } from './mail-text.service.js';
import { Mailer } from './mailer.js';

@Module({
  providers: [
    MailService,
    Mailer,
    { provide: MailTextService, useFactory: (config: Config) => new MailTextService(config), inject: [Config] },
  ],
  exports: [MailService, MailTextService],
})
export class MailModule {}
