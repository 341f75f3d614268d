import { Delete, Get, Header, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody, NotStored } from '../../../gateway/handler/decorators.js';
import { BackofficeController, CurrentStaff, Roles } from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PageQueryDto } from '../../common/page.dto.js';
import { AgentWebhookService } from './agent-webhook.service.js';
import {
  AgentDeliveryDetailsResponse,
  AgentDeliveryListResponse,
  AgentDeliveryQueryDto,
  AgentDeliveryResponse,
  AgentWebhookListResponse,
  AgentWebhookResponse,
  AgentWebhookSecretResponse,
  WebhookStateRequest,
} from './webhooks.dto.js';

@BackofficeController('webhooks')
@Roles('agent')
export class AgentWebhooksController {
  constructor(private readonly webhooks: AgentWebhookService) {}

  /** List the webhooks of all programs of the agent, newest first. */
  @Get()
  listAgentWebhooks(@CurrentStaff() staff: StaffCaller, @Query() query: PageQueryDto): Promise<AgentWebhookListResponse> {
    return this.webhooks.search(staff, query);
  }

  /** Get a webhook of the agent. Use it to see why deliveries fail. */
  @Get(':id')
  getAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentWebhookResponse> {
    return this.webhooks.get(staff, id);
  }

  /** Enable or disable a webhook. Events from before it was enabled are sent only on request. */
  @Patch(':id')
  changeAgentWebhook(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { status }: WebhookStateRequest,
  ): Promise<AgentWebhookResponse> {
    return this.webhooks.setStatus(staff, id, status);
  }

  /** Delete a webhook with its deliveries. Nothing more is sent to it. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.webhooks.delete(staff, id);
  }

  /**
   * Rotate the secret of a webhook. Only this response contains the new secret; for 24 hours deliveries carry both
   * signatures.
   */
  @Post(':id/rotate')
  @HttpCode(HttpStatus.OK)
  @NotStored('secret')
  @Header('Cache-Control', 'no-store')
  rotateAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentWebhookSecretResponse> {
    return this.webhooks.rotate(staff, id);
  }

  /** Send a test event to a webhook, at most ten times an hour. Its type is webhook.test. */
  @Post(':id/test')
  @HttpCode(HttpStatus.ACCEPTED)
  sendAgentTest(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryResponse> {
    return this.webhooks.test(staff, id);
  }

  /** List the past and pending deliveries of a webhook, newest first. */
  @Get(':id/deliveries')
  listAgentDeliveries(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: AgentDeliveryQueryDto,
  ): Promise<AgentDeliveryListResponse> {
    return this.webhooks.searchDeliveries(staff, id, query);
  }
}

@BackofficeController('deliveries')
@Roles('agent')
export class AgentDeliveriesController {
  constructor(private readonly webhooks: AgentWebhookService) {}

  /** Get a delivery with its attempts. Use it to see why it failed. */
  @Get(':id')
  getAgentDelivery(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryDetailsResponse> {
    return this.webhooks.getDelivery(staff, id);
  }

  /** Send a delivery again at once, under the same id. Allowed at most ten times an hour per webhook. */
  @Post(':id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  sendAgentDeliveryAgain(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryResponse> {
    return this.webhooks.resend(staff, id);
  }
}
