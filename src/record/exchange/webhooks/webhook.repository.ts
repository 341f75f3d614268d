import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Environment } from '../../../common/environment.js';
import { toCappedTotal, type Page, type PageWindow } from '../../../common/paging.js';
import { WebhookEntity } from '../../../store/entities/webhook.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { DisabledReason, MAX_CALLS_AN_HOUR, MAX_WEBHOOKS, type Webhook, type WebhookOwner, type WebhookTerms } from './webhook.js';

/** Webhooks use real time, in the sandbox too. */
const NOW = (): string => 'clock_timestamp()';
/** The previous secret signs together with the new one (events.11). */
const PREVIOUS_SECRET_UNTIL = (): string => `clock_timestamp() + interval '24 hours'`;

const NOT_DELETED = { deletedAt: IsNull() };

/** Drops calls before the last hour. Changes nothing at the limit. */
const countCall = (column: 'tested_at' | 'resent_at'): string => `
  UPDATE webhook SET ${column} = recent.calls || clock_timestamp()
  FROM (SELECT ARRAY(SELECT at FROM webhook, unnest(${column}) AS at WHERE id = $1 AND at > clock_timestamp() - interval '1 hour') AS calls) AS recent
  WHERE id = $1 AND cardinality(recent.calls) < ${MAX_CALLS_AN_HOUR} RETURNING true AS counted`;
const COUNT_CALL = { test: countCall('tested_at'), resend: countCall('resent_at') } as const;

export interface NewWebhook extends Required<WebhookOwner>, WebhookTerms {
  readonly userId: number;
  readonly secret: Buffer;
}

export interface StoredWebhook extends Webhook {
  readonly secret: Buffer;
}

@Injectable()
export class WebhookRepository {
  constructor(private readonly store: Store) {}

  async list(environment: Environment, owner: WebhookOwner): Promise<StoredWebhook[]> {
    const rows = await this.store.read(environment, (manager) =>
      manager.find(WebhookEntity, { where: { ...owner, ...NOT_DELETED }, order: { id: 'ASC' } }),
    );
    return rows.map(toWebhook);
  }

  async search(environment: Environment, owner: WebhookOwner, { start, limit }: PageWindow): Promise<Page<StoredWebhook>> {
    const [rows, count] = await this.store.readAnywhere(environment, ({ manager }) =>
      manager.findAndCount(WebhookEntity, { where: { ...owner, ...NOT_DELETED }, order: { id: 'DESC' }, skip: start - 1, take: limit }),
    );
    return { items: rows.map(toWebhook), ...toCappedTotal(count) };
  }

  async find(environment: Environment, owner: WebhookOwner, id: number): Promise<StoredWebhook | null> {
    const row = await this.store.read(environment, (manager) => manager.findOneBy(WebhookEntity, { ...owner, ...NOT_DELETED, id }));
    return row && toWebhook(row);
  }

  async lock(tx: Transaction, owner: WebhookOwner, id: number): Promise<StoredWebhook | null> {
    const row = await tx.manager.findOne(WebhookEntity, { where: { ...owner, ...NOT_DELETED, id }, lock: { mode: 'for_no_key_update' } });
    return row && toWebhook(row);
  }

  async insert(tx: Transaction, webhook: NewWebhook): Promise<StoredWebhook | null> {
    const { agentCode, programId, types } = webhook;
    // Concurrent calls wait here, so that each counts the webhooks of the others.
    await lockTurn(tx, `webhooks of ${agentCode}, ${programId}`);
    if ((await tx.manager.countBy(WebhookEntity, { agentCode, programId, ...NOT_DELETED })) >= MAX_WEBHOOKS) return null;
    const { identifiers } = await tx.manager.insert(WebhookEntity, { ...webhook, types: [...types], createdAt: NOW, updatedAt: NOW });
    return toWebhook(await tx.manager.findOneByOrFail(WebhookEntity, { id: Number(identifiers[0]?.id) }));
  }

  async update(tx: Transaction, { id, url, types, description, status, disabledReason, failingSince }: Webhook): Promise<void> {
    const changes = { url, types: [...types], description, status, disabledReason, failingSince, updatedAt: NOW };
    await tx.manager.update(WebhookEntity, { id }, changes);
  }

  async replaceSecret(tx: Transaction, id: number, secret: Buffer, previousSecret: Buffer | null): Promise<void> {
    const previousSecretUntil = previousSecret && PREVIOUS_SECRET_UNTIL;
    await tx.manager.update(WebhookEntity, { id }, { secret, previousSecret, previousSecretUntil, updatedAt: NOW });
  }

  /** The clean-up job deletes its deliveries and the row. */
  async delete(tx: Transaction, id: number): Promise<void> {
    const state = { status: 'disabled', disabledReason: DisabledReason.OWNER, deletedAt: NOW, description: null };
    await tx.manager.update(WebhookEntity, { id }, { ...state, secret: Buffer.alloc(0), previousSecret: null, previousSecretUntil: null });
  }

  async countCall(tx: Transaction, id: number, call: keyof typeof COUNT_CALL): Promise<boolean> {
    return (await tx.query(COUNT_CALL[call], [id])).length > 0;
  }
}

function toWebhook(row: WebhookEntity): StoredWebhook {
  const { id, programId, url, types, description, status, disabledReason, createdAt, lastSuccessAt, failingSince, secret } = row;
  const state = { status, disabledReason } as Pick<Webhook, 'status' | 'disabledReason'>;
  return { id, programId, url, types, description, ...state, createdAt, lastSuccessAt, failingSince, secret };
}
