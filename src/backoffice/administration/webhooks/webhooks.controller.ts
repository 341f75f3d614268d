import { Delete, Get, Header, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { JsonBody, NotKept } from '../../../gateway/handler/decorators.js';
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

/** Webhooks of an agent, whichever of its programs made them (backoffice.67). */
@BackofficeController('webhooks')
@Roles('agent')
export class AgentWebhooksController {
  constructor(private readonly webhooks: AgentWebhookService) {}

  /** The agent's webhooks, of all its programs. Newest first. */
  @Get()
  listAgentWebhooks(@CurrentStaff() staff: StaffCaller, @Query() query: PageQueryDto): Promise<AgentWebhookListResponse> {
    return this.webhooks.search(staff, query);
  }

  /** One of the agent's webhooks. */
  @Get(':id')
  getAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentWebhookResponse> {
    return this.webhooks.get(staff, id);
  }

  /** Disable a webhook, or enable it again. Events from before it was enabled are sent only when asked for. */
  @Patch(':id')
  changeAgentWebhook(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { status }: WebhookStateRequest,
  ): Promise<AgentWebhookResponse> {
    return this.webhooks.setStatus(staff, id, status);
  }

  /** Delete a webhook. Its deliveries go with it; nothing more is sent. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<void> {
    return this.webhooks.delete(staff, id);
  }

  /** Give a webhook a new secret. It is shown this once; for 24 hours what is sent bears the signature of the former one too. */
  @Post(':id/rotate')
  @HttpCode(HttpStatus.OK)
  @NotKept('secret')
  @Header('Cache-Control', 'no-store')
  rotateAgentWebhook(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentWebhookSecretResponse> {
    return this.webhooks.rotate(staff, id);
  }

  /** Send an event of type webhook.test. At most ten times an hour. */
  @Post(':id/test')
  @HttpCode(HttpStatus.ACCEPTED)
  sendAgentTest(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryResponse> {
    return this.webhooks.test(staff, id);
  }

  /** What was and will be sent to a webhook. Newest first. */
  @Get(':id/deliveries')
  listAgentDeliveries(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: AgentDeliveryQueryDto,
  ): Promise<AgentDeliveryListResponse> {
    return this.webhooks.searchDeliveries(staff, id, query);
  }
}

/** What is sent to them. */
@BackofficeController('deliveries')
@Roles('agent')
export class AgentDeliveriesController {
  constructor(private readonly webhooks: AgentWebhookService) {}

  /** One delivery, with its attempts. */
  @Get(':id')
  getAgentDelivery(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryDetailsResponse> {
    return this.webhooks.getDelivery(staff, id);
  }

  /** Send a delivery again. Under the same id, at once; at most ten times an hour for each webhook. */
  @Post(':id/resend')
  @HttpCode(HttpStatus.ACCEPTED)
  sendAgentDeliveryAgain(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AgentDeliveryResponse> {
    return this.webhooks.resend(staff, id);
  }
}
