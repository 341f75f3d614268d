import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { formatEventId } from '../../../record/exchange/events/event.js';
import { WebhookDeliveryService } from '../../../record/exchange/webhooks/webhook-delivery.service.js';
import { WebhookService } from '../../../record/exchange/webhooks/webhook.service.js';
import type { Webhook, WebhookDelivery, WebhookManager, WebhookStatus } from '../../../record/exchange/webhooks/webhook.js';
import { ProgramEntity } from '../../../store/entities/program.entity.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, type AuditAction } from '../../access/audit/audit.service.js';
import { mapPage, toPage } from '../../common/page.js';
import { toPageWindow, type PageQueryDto } from '../../common/page.dto.js';
import type {
  AgentDeliveryDetailsResponse,
  AgentDeliveryListResponse,
  AgentDeliveryQueryDto,
  AgentDeliveryResponse,
  AgentWebhookListResponse,
  AgentWebhookResponse,
  AgentWebhookSecretResponse,
} from './webhooks.dto.js';

const TEST_TYPE = 'webhook.test';

@Injectable()
export class AgentWebhookService {
  constructor(
    private readonly store: Store,
    private readonly webhooks: WebhookService,
    private readonly deliveries: WebhookDeliveryService,
    private readonly audit: AuditService,
  ) {}

  async search(staff: StaffCaller, query: PageQueryDto): Promise<AgentWebhookListResponse> {
    const window = toPageWindow(query);
    const page = toPage(await this.webhooks.search(toKeeper(staff), window), window);
    return { ...page, items: await this.toResponses(page.items) };
  }

  async get(staff: StaffCaller, id: string): Promise<AgentWebhookResponse> {
    return this.toResponse(await this.webhooks.get(toKeeper(staff), id));
  }

  async setStatus(staff: StaffCaller, id: string, status: WebhookStatus): Promise<AgentWebhookResponse> {
    const keeper = this.writer(staff, status === 'enabled' ? 'enable' : 'disable');
    return this.toResponse(await this.webhooks.update(keeper, id, { status }));
  }

  delete(staff: StaffCaller, id: string): Promise<void> {
    return this.webhooks.delete(this.writer(staff, 'delete'), id);
  }

  async rotate(staff: StaffCaller, id: string): Promise<AgentWebhookSecretResponse> {
    const { webhook, secret } = await this.webhooks.rotate(this.writer(staff, 'rotate'), id);
    return { ...(await this.toResponse(webhook)), secret };
  }

  async test(staff: StaffCaller, id: string): Promise<AgentDeliveryResponse> {
    return toDelivery(await this.deliveries.sendTest(this.writer(staff, 'send', { test: true }), id));
  }

  async searchDeliveries(staff: StaffCaller, id: string, query: AgentDeliveryQueryDto): Promise<AgentDeliveryListResponse> {
    const window = toPageWindow(query);
    return mapPage(toPage(await this.deliveries.search(toKeeper(staff), id, query.status ?? null, window), window), toDelivery);
  }

  async getDelivery(staff: StaffCaller, id: string): Promise<AgentDeliveryDetailsResponse> {
    const { delivery, attempts } = await this.deliveries.get(toKeeper(staff), id);
    return { ...toDelivery(delivery), attempts: attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })) };
  }

  async resend(staff: StaffCaller, id: string): Promise<AgentDeliveryResponse> {
    return toDelivery(await this.deliveries.resend(this.writer(staff, 'send', { deliveryId: id }), id));
  }

  private writer(staff: StaffCaller, action: AuditAction, details?: Readonly<Record<string, unknown>>): WebhookManager {
    const { environment } = staff;
    const record: WebhookManager['record'] = (tx, id) =>
      this.audit.record(tx, toAuditActor(staff), { action, subject: 'webhook', id, environment, details });
    return { ...toKeeper(staff), record };
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

/** Returns the user's own agent, not a delegate, because a webhook gets the events of one agent (events.10). */
function toKeeper({ environment, unitOfWork, agentCode }: StaffCaller): WebhookManager {
  if (agentCode === null) throw new Error("The agent's user has no agent");
  return { environment, unitOfWork, user: { agentCode } };
}

function toDelivery({ id, webhookId, event, status, attempts, nextAttemptAt, createdAt, endedAt }: WebhookDelivery): AgentDeliveryResponse {
  return {
    id,
    webhookId,
    eventId: event && formatEventId(event),
    type: event?.type ?? TEST_TYPE,
    status,
    attemptCount: attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
