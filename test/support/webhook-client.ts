import type { WebhookResponse, WebhookSecretResponse, DeliveryResponse } from '../../src/services/events/webhook.dto.js';
import type { HttpResponse, Client } from './client.js';
import { expectStatus, type FireAgent } from './fire-app.js';

export const RECEIVER = 'https://agency.example/hooks/insurance';
export type IssuedWebhook = WebhookSecretResponse & { readonly secret: string };

/** Client of the webhook routes for an agent and environment. */
export class WebhookClient {
  constructor(
    readonly agent: FireAgent,
    readonly client: Client = agent.client,
  ) {}

  path(...rest: readonly (number | string)[]): string {
    return [`${this.agent.root}/events-api/resources/webhooks`, ...rest].join('/');
  }

  deliveryPath(...rest: readonly (number | string)[]): string {
    return [`${this.agent.root}/events-api/resources/deliveries`, ...rest].join('/');
  }

  post(changes: object = {}): Promise<HttpResponse> {
    return this.client.post(this.path(), { url: RECEIVER, ...changes });
  }

  async create(changes: object = {}): Promise<IssuedWebhook> {
    return expectStatus(201, await this.post(changes)).json<IssuedWebhook>();
  }

  update(id: number, change: object): Promise<HttpResponse> {
    return this.client.put(this.path(id), change);
  }

  async get(id: number): Promise<WebhookResponse> {
    return expectStatus(200, await this.client.get(this.path(id))).json<WebhookResponse>();
  }

  async list(): Promise<WebhookResponse[]> {
    return expectStatus(200, await this.client.get(this.path())).json<WebhookResponse[]>();
  }

  async listDeliveries(id: number, query = ''): Promise<DeliveryResponse[]> {
    return expectStatus(200, await this.client.get(`${this.path(id, 'deliveries')}${query}`)).json<DeliveryResponse[]>();
  }

  sendTest(id: number): Promise<HttpResponse> {
    return this.client.post(this.path(id, 'test'));
  }

  resend(delivery: number): Promise<HttpResponse> {
    return this.client.post(this.deliveryPath(delivery, 'resend'));
  }

  resendPeriod(id: number, from: Date | string, to: Date | string): Promise<HttpResponse> {
    return this.client.post(this.path(id, 'resend'), { from, to });
  }

  async deleteAll(): Promise<void> {
    for (const { id } of await this.list()) expectStatus(204, await this.client.delete(this.path(id)));
  }

  /** Ends a delivery as the sender does. */
  async endDelivery(delivery: number, status: 'delivered' | 'failed', attempts = 1): Promise<void> {
    await this.agent.app.query(
      this.agent.environment,
      `UPDATE webhook_delivery SET status = $2, attempts = $3, next_attempt_at = NULL, leased_until = NULL, ended_at = clock_timestamp() WHERE id = $1`,
      [delivery, status, attempts],
    );
  }

  /** Publishes all events and lists those of an application. */
  async listPublishedEvents(applicationId: number): Promise<{ id: number; type: string }[]> {
    const { app, environment } = this.agent;
    await app.publishEvents(environment);
    const find = `SELECT id, type FROM event WHERE (data ->> 'application_id')::bigint = $1 ORDER BY id`;
    const events = await app.query<{ id: string; type: string }>(environment, find, [applicationId]);
    return events.map(({ id, type }) => ({ id: Number(id), type }));
  }
}
