import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Correspondence } from './correspondence.js';
import { Letters } from './letters.js';
import { Mailer } from './mailer.js';

@Module({
  providers: [Correspondence, Mailer, { provide: Letters, useFactory: (config: Config) => new Letters(config), inject: [Config] }],
  exports: [Correspondence, Letters],
})
export class MailModule {}
