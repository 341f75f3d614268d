import { Module } from '@nestjs/common';
import { WebhookNetworks } from './webhook-networks.js';

/** Where webhooks may go, for those who take addresses and for those who send. */
@Module({ providers: [WebhookNetworks], exports: [WebhookNetworks] })
export class WebhookNetworkModule {}
