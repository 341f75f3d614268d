import { Module } from '@nestjs/common';
import { WebhookNetworkModule } from './network/webhook-network.module.js';
import { SecretsModule } from './secrets.module.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookSecretsScheduler } from './webhook-secrets.scheduler.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookService } from './webhook.service.js';

/** Management of webhooks by their owners. */
@Module({
  imports: [SecretsModule, WebhookNetworkModule],
  providers: [WebhookRepository, WebhookDeliveryRepository, WebhookService, WebhookDeliveryService, WebhookSecretsScheduler],
  exports: [WebhookService, WebhookDeliveryService],
})
export class WebhooksModule {}
