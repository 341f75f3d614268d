import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { GatewayModule } from '../../gateway/gateway.module.js';
import { Readiness } from '../../gateway/health/readiness.js';
import { EventLag } from '../../record/events/event-lag.js';
import { EventWatch } from '../../record/events/event-watch.js';
import { EventsModule } from '../../record/events/events.module.js';
import { WebhookNetworkModule } from '../../record/webhooks/network/webhook-network.module.js';
import { WebhookSender } from '../../record/webhooks/sender/webhook-sender.js';
import { WebhookSenderModule } from '../../record/webhooks/sender/webhook-sender.module.js';
import { WebhooksModule } from '../../record/webhooks/webhooks.module.js';
import { EventsController } from './events.controller.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookInput } from './webhook-input.js';
import { WebhooksController } from './webhooks.controller.js';

/** `events-api`: what happened to the objects of agents, and webhooks. */
@Module({
  imports: [GatewayModule, EventsModule, WebhooksModule, WebhookNetworkModule, WebhookSenderModule],
  controllers: [EventsController, WebhooksController, WebhookDeliveriesController],
  providers: [WebhookInput],
})
export class EventsApiModule {
  constructor(readiness: Readiness, watch: EventWatch, lag: EventLag, sender: WebhookSender, { environments }: Config) {
    readiness.onDrain(() => watch.stop());
    readiness.addCheck('events', () => lag.complaint(environments));
    readiness.addCheck('webhooks', () => sender.complaint(environments));
  }
}
