import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { WebhookDeliveryService } from '../../record/exchange/webhooks/webhook-delivery.service.js';
import { DeliveryDetailsResponse, DeliveryResponse } from './webhook.dto.js';
import { deliveryHref, toAttemptResponse, toDeliveryResponse } from './webhook.mapper.js';
import type { UserCaller } from '../../common/caller.js';

/** What is sent to the agent's webhooks of this program (events.17). */
@ServiceController('events-api', 'resources/deliveries')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  /** One delivery, with its attempts. */
  @Get(':id')
  async getDelivery(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<DeliveryDetailsResponse> {
    const { delivery, attempts } = await this.deliveries.get(caller, id);
    return { ...toDeliveryResponse(delivery), attempts: attempts.map(toAttemptResponse) };
  }

  /** Send a delivery again. Under the same id, at once; at most ten times an hour for each webhook. */
  @Post(':id/resend')
  @HttpCode(202)
  async sendDeliveryAgain(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<DeliveryResponse> {
    const delivery = await this.deliveries.resend(caller, id);
    response.setHeader('Location', deliveryHref(caller, delivery));
    return toDeliveryResponse(delivery);
  }
}
