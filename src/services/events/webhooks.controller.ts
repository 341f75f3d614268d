import { Delete, Get, Header, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { parseInstant } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, NotStored, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { setPageHeaders } from '../../gateway/handler/responses.js';
import { WebhookDeliveryService } from '../../record/exchange/webhooks/webhook-delivery.service.js';
import { WebhookService } from '../../record/exchange/webhooks/webhook.service.js';
import type { DeliveryStatus, WebhookStatus } from '../../record/exchange/webhooks/webhook.js';
import {
  DeliveryDetailsResponse,
  DeliveryQuery,
  DeliveryResponse,
  ResendRequest,
  ResendResponse,
  WebhookChangeRequest,
  WebhookRequest,
  WebhookResponse,
  WebhookSecretResponse,
} from './webhook.dto.js';
import { WebhookInput } from './webhook-input.js';
import { buildDeliveryHref, toAttemptResponse, toDeliveryResponse, toWebhookResponse } from './webhook.mapper.js';

const PATH = 'events-api/resources/webhooks';

@ServiceController('events-api', 'resources')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly deliveries: WebhookDeliveryService,
    private readonly input: WebhookInput,
  ) {}

  /**
   * Create a webhook that receives the agent's events. At most 10 for each agent and program. The secret is shown only
   * here. `Location` is the address of the webhook.
   */
  @Post('webhooks')
  @NotStored('secret')
  @Header('Cache-Control', 'no-store')
  async createWebhook(
    @CurrentCall() { caller, response }: UserCall,
    @JsonBody(WebhookRequest) body: unknown,
  ): Promise<WebhookSecretResponse> {
    const { url, types, description } = this.input.read(WebhookRequest, caller.environment, body);
    const terms = { url: url.trim(), types: types ?? [], description: description?.trim() ?? null };
    const { webhook, secret } = await this.webhooks.create(caller, terms);
    response.setHeader('Location', `${caller.root}/${PATH}/${webhook.id}`);
    return { ...toWebhookResponse(webhook), secret };
  }

  /** List the webhooks of the agent and program, oldest first. */
  @Get('webhooks')
  async listWebhooks(@CurrentCaller() caller: UserCaller): Promise<WebhookResponse[]> {
    return (await this.webhooks.list(caller)).map(toWebhookResponse);
  }

  /** Get a webhook with its status. */
  @Get('webhooks/:id')
  async getWebhook(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<WebhookResponse> {
    return toWebhookResponse(await this.webhooks.get(caller, id));
  }

  /**
   * Change, disable or enable a webhook. Absent fields stay unchanged. Events that happened while it was disabled are
   * sent only on request.
   */
  @Put('webhooks/:id')
  async changeWebhook(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody(WebhookChangeRequest) body: unknown,
  ): Promise<WebhookResponse> {
    const { url, types, description, status } = this.input.read(WebhookChangeRequest, caller.environment, body);
    const change = {
      ...(url && { url: url.trim() }),
      ...(types && { types }),
      ...(description !== undefined && { description: description?.trim() ?? null }),
      ...(status && { status: status as WebhookStatus }),
    };
    return toWebhookResponse(await this.webhooks.update(caller, id, change));
  }

  /** Delete a webhook with its deliveries. Nothing more is sent to it. */
  @Delete('webhooks/:id')
  @HttpCode(204)
  async deleteWebhook(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<void> {
    await this.webhooks.delete(caller, id);
  }

  /** Replace the secret of a webhook. Shown only here; for 24 hours deliveries are signed with the previous one too. */
  @Post('webhooks/:id/rotate')
  @HttpCode(200)
  @NotStored('secret')
  @Header('Cache-Control', 'no-store')
  async rotateWebhook(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<WebhookSecretResponse> {
    const { webhook, secret } = await this.webhooks.rotate(caller, id);
    return { ...toWebhookResponse(webhook), secret };
  }

  /** Send an event of type webhook.test to a webhook. Ten times an hour at most; `Location` is the delivery. */
  @Post('webhooks/:id/test')
  @HttpCode(202)
  async sendTest(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<DeliveryResponse> {
    const delivery = await this.deliveries.sendTest(caller, id);
    response.setHeader('Location', buildDeliveryHref(caller, delivery));
    return toDeliveryResponse(delivery);
  }

  /**
   * Send the events of a period again, or for the first time. Events of the webhook's types, of at most 7 days and
   * 10000 at once, at most ten times an hour.
   */
  @Post('webhooks/:id/resend')
  @HttpCode(202)
  async sendPeriodAgain(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') id: string,
    @JsonBody() { from, to }: ResendRequest,
  ): Promise<ResendResponse> {
    const count = await this.deliveries.resendPeriod(caller, id, { from: parseInstant(from)!, to: parseInstant(to)! });
    response.setHeader('Location', `${caller.root}/${PATH}/${id}/deliveries`);
    return { deliveries: count };
  }

  /**
   * List the past and pending deliveries of a webhook, newest first. `X-Total-Count` is their number, `Link` leads to
   * the next and previous page.
   */
  @Get('webhooks/:id/deliveries')
  @Counted()
  async listDeliveries(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') id: string,
    @Query() query: DeliveryQuery,
  ): Promise<DeliveryResponse[]> {
    const window = toWindow(query);
    const status = (query.status as DeliveryStatus | undefined) ?? null;
    const page = await this.deliveries.search(caller, id, status, window);
    setPageHeaders(response, { ...page, found: page.items.length }, window);
    return page.items.map(toDeliveryResponse);
  }

  /** Get a delivery with its attempts, to find out why it failed. */
  @Get('deliveries/:id')
  async getDelivery(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<DeliveryDetailsResponse> {
    const { delivery, attempts } = await this.deliveries.get(caller, id);
    return { ...toDeliveryResponse(delivery), attempts: attempts.map(toAttemptResponse) };
  }

  /** Send a delivery again at once. Under the same id, at most ten times an hour for each webhook. */
  @Post('deliveries/:id/resend')
  @HttpCode(202)
  async sendDeliveryAgain(@CurrentCall() { caller, response }: UserCall, @Param('id') id: string): Promise<DeliveryResponse> {
    const delivery = await this.deliveries.resend(caller, id);
    response.setHeader('Location', buildDeliveryHref(caller, delivery));
    return toDeliveryResponse(delivery);
  }
}
