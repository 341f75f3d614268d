import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { eventId } from '../../../record/exchange/events/event.js';
import { WebhookDeliveryService } from '../../../record/exchange/webhooks/webhook-delivery.service.js';
import { WebhookService } from '../../../record/exchange/webhooks/webhook.service.js';
import type { Webhook, WebhookDelivery, WebhookKeeper, WebhookStatus } from '../../../record/exchange/webhooks/webhook.js';
import { ProgramEntity } from '../../../store/entities/program.entity.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import { mapPage, pageOf } from '../../common/page.js';
import { pageWindowOf, type PageQueryDto } from '../../common/page.dto.js';
import type {
  AgentDeliveryDetailsResponse,
  AgentDeliveryListResponse,
  AgentDeliveryQueryDto,
  AgentDeliveryResponse,
  AgentWebhookListResponse,
  AgentWebhookResponse,
  AgentWebhookSecretResponse,
} from './webhooks.dto.js';

/** Type of a delivery without an event. */
const TEST_TYPE = 'webhook.test';

/** Webhooks of an agent, of all its programs, as its users manage them. Each write is in the audit record (backoffice.67). */
@Injectable()
export class AgentWebhookService {
  constructor(
    private readonly store: Store,
    private readonly webhooks: WebhookService,
    private readonly deliveries: WebhookDeliveryService,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async search(staff: StaffCaller, query: PageQueryDto): Promise<AgentWebhookListResponse> {
    const window = pageWindowOf(query);
    const page = pageOf(await this.webhooks.search(keeperOf(staff), window), window);
    return { ...page, items: await this.toResponses(page.items) };
  }

  async get(staff: StaffCaller, id: string): Promise<AgentWebhookResponse> {
    return this.toResponse(await this.webhooks.get(keeperOf(staff), id));
  }

  async setStatus(staff: StaffCaller, id: string, status: WebhookStatus): Promise<AgentWebhookResponse> {
    const keeper = this.writer(staff, status === 'enabled' ? 'enable' : 'disable');
    return this.toResponse(await this.webhooks.change(keeper, id, { status }));
  }

  delete(staff: StaffCaller, id: string): Promise<void> {
    return this.webhooks.delete(this.writer(staff, 'delete'), id);
  }

  async rotate(staff: StaffCaller, id: string): Promise<AgentWebhookSecretResponse> {
    const { webhook, secret } = await this.webhooks.rotate(this.writer(staff, 'rotate'), id);
    return { ...(await this.toResponse(webhook)), secret };
  }

  async test(staff: StaffCaller, id: string): Promise<AgentDeliveryResponse> {
    return toDelivery(await this.deliveries.test(this.writer(staff, 'send', { test: true }), id));
  }

  /** Newest first. */
  async searchDeliveries(staff: StaffCaller, id: string, query: AgentDeliveryQueryDto): Promise<AgentDeliveryListResponse> {
    const window = pageWindowOf(query);
    return mapPage(pageOf(await this.deliveries.search(keeperOf(staff), id, query.status ?? null, window), window), toDelivery);
  }

  async getDelivery(staff: StaffCaller, id: string): Promise<AgentDeliveryDetailsResponse> {
    const { delivery, attempts } = await this.deliveries.get(keeperOf(staff), id);
    return { ...toDelivery(delivery), attempts: attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })) };
  }

  async resend(staff: StaffCaller, id: string): Promise<AgentDeliveryResponse> {
    return toDelivery(await this.deliveries.resend(this.writer(staff, 'send', { deliveryId: id }), id));
  }

  private writer(staff: StaffCaller, action: AuditAction, details?: Readonly<Record<string, unknown>>): WebhookKeeper {
    const { environment } = staff;
    const record: WebhookKeeper['record'] = (tx, id) =>
      this.audit.record(tx, actorOf(staff), { action, subject: 'webhook', id, environment, details });
    return { ...keeperOf(staff), record };
  }

  private async toResponse(webhook: Webhook): Promise<AgentWebhookResponse> {
    const [response] = await this.toResponses([webhook]);
    return response!;
  }

  private async toResponses(webhooks: readonly Webhook[]): Promise<AgentWebhookResponse[]> {
    const ids = [...new Set(webhooks.map(({ programId }) => programId))];
    const programs = await this.store.read('gateway', (manager) => manager.findBy(ProgramEntity, { id: In(ids) }));
    const names = new Map(programs.map(({ id, name }) => [id, name]));
    return webhooks.map(({ types, createdAt, lastSuccessAt, failingSince, ...webhook }) => ({
      id: webhook.id,
      programId: webhook.programId,
      programName: names.get(webhook.programId) ?? '',
      url: webhook.url,
      types: [...types],
      description: webhook.description,
      status: webhook.status,
      disabledReason: webhook.disabledReason,
      createdAt: createdAt.toISOString(),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
    }));
  }
}

/** The user's own agent, not its delegates: a webhook gets the events of the agent alone (events.10). */
function keeperOf({ environment, unitOfWork, agentCode }: StaffCaller): WebhookKeeper {
  if (agentCode === null) throw new Error("An agent's user without an agent");
  return { environment, unitOfWork, user: { agentCode } };
}

function toDelivery({ id, webhookId, event, status, attempts, nextAttemptAt, createdAt, endedAt }: WebhookDelivery): AgentDeliveryResponse {
  return {
    id,
    webhookId,
    eventId: event && eventId(event),
    type: event?.type ?? TEST_TYPE,
    status,
    attemptCount: attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
