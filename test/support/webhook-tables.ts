import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ENVIRONMENTS, type Environment } from '../../src/common/environment.js';
import type { Transaction } from '../../src/store/store.js';
import type { AppParts } from './app-parts.js';
import { eventually } from './eventually.js';
import { testAgent } from './record-fixtures.js';

export interface WebhookRow {
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
}

export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly leased_until: Date | null;
  readonly ended_at: Date | null;
  /** Status and failure of each attempt: `500 status`, `null timeout`, `204 null`. */
  readonly outcomes: string[];
}

export interface CreatedWebhook {
  readonly id: number;
  readonly secret: string;
}

/** Owner of webhooks: an agent of both environments, and a program with a key for events. */
export interface WebhookOwner {
  readonly agentCode: string;
  readonly programId: number;
  readonly userId: number;
  readonly email: string;
  readonly keyId: number;
}

const DELIVERIES = `
  SELECT d.id::int, d.webhook_id::int, d.status, d.attempts, d.next_attempt_at, d.leased_until, d.ended_at,
    ARRAY(SELECT concat(coalesce(a.status::text, 'null'), ' ', coalesce(a.failure, 'null')) FROM webhook_attempt a WHERE a.delivery_id = d.id ORDER BY a.id) AS outcomes
  FROM webhook_delivery d WHERE d.webhook_id = $1 ORDER BY d.id`;

/** Inserts webhooks, events and deliveries directly into the database, and reads them. */
export class WebhookTables {
  private constructor(
    private readonly parts: AppParts,
    private readonly client: pg.Client,
  ) {}

  static async open(parts: AppParts, url: string): Promise<WebhookTables> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new WebhookTables(parts, client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async rows<Row extends pg.QueryResultRow>(environment: Environment, text: string, values: unknown[] = []): Promise<Row[]> {
    await this.client.query(`SET search_path TO ${environment}, public`);
    return (await this.client.query<Row>(text, values)).rows;
  }

  /** Creates an owner. Without `program` a new one is created, which the sender knows within a second. */
  async createOwner(code: string, createProgram?: Pick<WebhookOwner, 'programId' | 'keyId'>): Promise<WebhookOwner> {
    const { store, agents, users } = this.parts;
    const agent = testAgent({ code });
    for (const environment of ENVIRONMENTS) await agents.create({ environment, at: new Date() }, agent);
    const email = `${code.toLowerCase()}@test.example`;
    return store.transaction('gateway', async (tx) => {
      const { programId, keyId } = createProgram ?? (await this.program(tx, `Program of ${code}`));
      const userId = await users.create(tx, { email, name: agent.name, role: 'agent', agentCode: code, delegates: [] });
      return { agentCode: code, programId, userId, email, keyId };
    });
  }

  private async program(tx: Transaction, name: string): Promise<Pick<WebhookOwner, 'programId' | 'keyId'>> {
    const { apiKeys } = this.parts;
    const programId = await apiKeys.createProgram(tx, { name, owner: 'test' });
    const terms = { name: 'test', status: 'active', services: ['auth-api', 'events-api'], environments: ENVIRONMENTS } as const;
    const limits = { ipAddresses: [], ratePerHour: null, ratePerDay: null, serviceRates: {} };
    const { id } = await apiKeys.createKey(tx, programId, { ...terms, ...limits });
    return { programId, keyId: id };
  }

  createSecret(): string {
    return `whsec_${randomBytes(32).toString('base64')}`;
  }

  async insertWebhook(environment: Environment, owner: WebhookOwner, url: string): Promise<CreatedWebhook> {
    const secret = this.createSecret();
    const values = [owner.agentCode, owner.programId, owner.userId, url, this.parts.secretBox.seal(secret)];
    const [row] = await this.rows<{ id: number }>(
      environment,
      `INSERT INTO webhook (agent_code, program_id, user_id, url, secret, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, now(), now()) RETURNING id::int`,
      values,
    );
    return { id: row!.id, secret };
  }

  /** Inserts events of the owner with a delivery to the webhook each; returns the ids of the deliveries. */
  async insertDeliveries(environment: Environment, webhookId: number, count = 1): Promise<number[]> {
    const rows = await this.rows<{ id: number }>(
      environment,
      `WITH made AS (
         INSERT INTO event (type, at, agent_code, data)
         SELECT 'policy.issued', '2026-12-01T07:30:00Z', w.agent_code, json_build_object('application_id', n, 'policy_no', 'P' || n, 'renewal_of', NULL)
         FROM webhook w CROSS JOIN generate_series(1, $2::int) AS n WHERE w.id = $1 RETURNING id)
       INSERT INTO webhook_delivery (webhook_id, event_id, next_attempt_at) SELECT $1, id, clock_timestamp() FROM made ORDER BY id RETURNING id::int`,
      [webhookId, count],
    );
    // The event publisher wakes the sender in the same way.
    void this.parts.webhookSender.job.run(environment);
    return rows.map(({ id }) => id);
  }

  /** Returns the only delivery to a webhook. */
  async getOnlyDelivery(environment: Environment, { id }: CreatedWebhook): Promise<DeliveryRow> {
    const rows = await this.listDeliveries(environment, id);
    if (rows.length !== 1) throw new Error(`${rows.length} deliveries to webhook ${id}`);
    return rows[0]!;
  }

  /** Waits for the first attempt of the only delivery. */
  async waitForAttempt(environment: Environment, webhook: CreatedWebhook): Promise<DeliveryRow> {
    const hasOutcome = async (): Promise<boolean> => (await this.getOnlyDelivery(environment, webhook)).outcomes.length === 1;
    await eventually('the delivery was attempted', hasOutcome, 25_000);
    return this.getOnlyDelivery(environment, webhook);
  }

  /** Creates a webhook for the address with one event, and waits for its first attempt. */
  async deliverTo(owner: WebhookOwner, url: string): Promise<{ readonly webhook: CreatedWebhook; readonly delivery: DeliveryRow }> {
    const webhook = await this.insertWebhook('production', owner, url);
    await this.insertDeliveries('production', webhook.id);
    return { webhook, delivery: await this.waitForAttempt('production', webhook) };
  }

  listDeliveries(environment: Environment, webhookId: number): Promise<DeliveryRow[]> {
    return this.rows<DeliveryRow & pg.QueryResultRow>(environment, DELIVERIES, [webhookId]);
  }

  async getWebhook(environment: Environment, id: number): Promise<WebhookRow> {
    const [row] = await this.rows<WebhookRow & pg.QueryResultRow>(
      environment,
      'SELECT status, disabled_reason, failing_since, last_success_at FROM webhook WHERE id = $1',
      [id],
    );
    if (row === undefined) throw new Error(`no webhook ${id}`);
    return row;
  }
}
