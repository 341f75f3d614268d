import { Global, Module } from '@nestjs/common';
import { Config, type SmsProvider } from '../config/config.js';
import { Mailer } from './mailer.js';
import { NoSmsGateway, SmsGateway } from './sms-gateway.js';

const SMS_GATEWAYS: Readonly<Record<SmsProvider, new () => SmsGateway>> = { none: NoSmsGateway };

@Global()
@Module({
  providers: [Mailer, { provide: SmsGateway, useFactory: ({ smsProvider }: Config) => new SMS_GATEWAYS[smsProvider](), inject: [Config] }],
  exports: [Mailer, SmsGateway],
})
export class MailModule {}
