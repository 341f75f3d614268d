import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../record/webhooks/webhooks.module.js';
import { AgentWebhookService } from './agent-webhook.service.js';
import { AgentDeliveriesController, AgentWebhooksController } from './webhooks.controller.js';

/** The webhooks of an agent, for its own users. */
@Module({ imports: [WebhooksModule], controllers: [AgentWebhooksController, AgentDeliveriesController], providers: [AgentWebhookService] })
export class AgentWebhooksModule {}
