import { Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Readiness } from '../../gateway/health/readiness.js';
import { EventLag } from '../../record/exchange/events/event-lag.js';
import { EventWatch } from '../../record/exchange/events/event-watch.js';
import { WebhookSender } from '../../record/exchange/webhooks/sender/webhook-sender.js';
import { EventsController } from './events.controller.js';
import { WebhookInput } from './webhook-input.js';
import { WebhooksController } from './webhooks.controller.js';
import { ExchangeModule } from '../../record/exchange/exchange.module.js';
import { GatewayModule } from '../../gateway/gateway.module.js';

@Module({
  imports: [ExchangeModule, GatewayModule],
  controllers: [EventsController, WebhooksController],
  providers: [WebhookInput],
})
export class EventsModule {
  constructor(readiness: Readiness, watch: EventWatch, lag: EventLag, sender: WebhookSender, { environments }: Config) {
    readiness.onDrain(() => watch.stop());
    readiness.addCheck('events', () => lag.complaint(environments));
    readiness.addCheck('webhooks', () => sender.complaint(environments));
  }
}
