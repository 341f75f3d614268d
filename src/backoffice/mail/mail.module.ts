import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Letters } from './letters.js';
import { Mailer } from './mailer.js';

@Module({
  providers: [Mailer, { provide: Letters, useFactory: (config: Config) => new Letters(config), inject: [Config] }],
  exports: [Letters, Mailer],
})
export class MailModule {}
