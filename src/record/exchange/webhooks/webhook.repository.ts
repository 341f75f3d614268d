import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Environment } from '../../../common/environment.js';
import { cappedTotal, type Page, type PageWindow } from '../../../common/paging.js';
import { WebhookEntity } from '../../../store/entities/webhook.entity.js';
import { Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { DisabledReason, MAX_CALLS_AN_HOUR, MAX_WEBHOOKS, type Webhook, type WebhookOwner, type WebhookTerms } from './webhook.js';

/** Webhooks live in real time, in the sandbox too. */
const NOW = (): string => 'clock_timestamp()';
/** A former secret signs for so long beside the new one (events.11). */
const FORMER_SECRET_UNTIL = (): string => `clock_timestamp() + interval '24 hours'`;

const NOT_DELETED = { deletedAt: IsNull() };

/** A call too many changes nothing; older ones than an hour are forgotten with the next. */
const noteCall = (column: 'tested_at' | 'resent_at'): string => `
  UPDATE webhook SET ${column} = recent.calls || clock_timestamp()
  FROM (SELECT ARRAY(SELECT at FROM webhook, unnest(${column}) AS at WHERE id = $1 AND at > clock_timestamp() - interval '1 hour') AS calls) AS recent
  WHERE id = $1 AND cardinality(recent.calls) < ${MAX_CALLS_AN_HOUR} RETURNING true AS noted`;
const NOTE_CALL = { test: noteCall('tested_at'), resend: noteCall('resent_at') } as const;

export interface NewWebhook extends Required<WebhookOwner>, WebhookTerms {
  /** Who makes it. */
  readonly userId: number;
  /** Sealed. */
  readonly secret: Buffer;
}

/** A webhook as its row has it, with its sealed secret. */
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

  /** Newest first. */
  async search(environment: Environment, owner: WebhookOwner, { start, limit }: PageWindow): Promise<Page<StoredWebhook>> {
    const [rows, count] = await this.store.read(environment, (manager) =>
      manager.findAndCount(WebhookEntity, { where: { ...owner, ...NOT_DELETED }, order: { id: 'DESC' }, skip: start - 1, take: limit }),
    );
    return { items: rows.map(toWebhook), ...cappedTotal(count) };
  }

  async find(environment: Environment, owner: WebhookOwner, id: number): Promise<StoredWebhook | null> {
    const row = await this.store.read(environment, (manager) => manager.findOneBy(WebhookEntity, { ...owner, ...NOT_DELETED, id }));
    return row && toWebhook(row);
  }

  /** Deliveries may be added to it meanwhile; nobody else changes it. */
  async lock(tx: Transaction, owner: WebhookOwner, id: number): Promise<StoredWebhook | null> {
    const row = await tx.manager.findOne(WebhookEntity, { where: { ...owner, ...NOT_DELETED, id }, lock: { mode: 'for_no_key_update' } });
    return row && toWebhook(row);
  }

  /** Null: the owner has as many as there may be. */
  async insert(tx: Transaction, webhook: NewWebhook): Promise<StoredWebhook | null> {
    const { agentCode, programId, types } = webhook;
    // Concurrent calls count the webhooks of those before them.
    await lockTurn(tx, `webhooks of ${agentCode}, ${programId}`);
    if ((await tx.manager.countBy(WebhookEntity, { agentCode, programId, ...NOT_DELETED })) >= MAX_WEBHOOKS) return null;
    const { identifiers } = await tx.manager.insert(WebhookEntity, { ...webhook, types: [...types], createdAt: NOW, updatedAt: NOW });
    return toWebhook(await tx.manager.findOneByOrFail(WebhookEntity, { id: Number(identifiers[0]?.id) }));
  }

  async update(tx: Transaction, { id, url, types, description, status, disabledReason, failingSince }: Webhook): Promise<void> {
    const changes = { url, types: [...types], description, status, disabledReason, failingSince, updatedAt: NOW };
    await tx.manager.update(WebhookEntity, { id }, changes);
  }

  /** The former secret, when it can be read, goes on signing for a day; the one before it no longer. Both sealed. */
  async replaceSecret(tx: Transaction, id: number, secret: Buffer, formerSecret: Buffer | null): Promise<void> {
    const formerSecretUntil = formerSecret && FORMER_SECRET_UNTIL;
    await tx.manager.update(WebhookEntity, { id }, { secret, formerSecret, formerSecretUntil, updatedAt: NOW });
  }

  /** For its owner it is gone, and so are its secret and what was written about it; the clean-up takes its deliveries and then itself. */
  async delete(tx: Transaction, id: number): Promise<void> {
    const state = { status: 'disabled', disabledReason: DisabledReason.OWNER, deletedAt: NOW, description: null };
    await tx.manager.update(WebhookEntity, { id }, { ...state, secret: Buffer.alloc(0), formerSecret: null, formerSecretUntil: null });
  }

  /** Counts a call of the last hour; false when there were as many as there may be. */
  async noteCall(tx: Transaction, id: number, call: keyof typeof NOTE_CALL): Promise<boolean> {
    return (await tx.query(NOTE_CALL[call], [id])).length > 0;
  }
}

function toWebhook(row: WebhookEntity): StoredWebhook {
  const { id, programId, url, types, description, status, disabledReason, createdAt, lastSuccessAt, failingSince, secret } = row;
  const state = { status, disabledReason } as Pick<Webhook, 'status' | 'disabledReason'>;
  return { id, programId, url, types, description, ...state, createdAt, lastSuccessAt, failingSince, secret };
}
