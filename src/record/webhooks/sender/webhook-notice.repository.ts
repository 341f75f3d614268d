import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';

/** Longer than a mail server may take. */
const TAKEN_FOR = '2 minutes';
const TAKEN_AT_ONCE = 20;

/** A webhook that was disabled because its receiver failed for too long, of which its owner is to be told. */
export interface WebhookNotice {
  readonly id: number;
  readonly userId: number;
  readonly url: string;
  /** Tells this turn from every other of the notice. */
  readonly takenUntil: Date;
}

/** Of whole milliseconds, as a Date holds it. */
const TAKE = `
  UPDATE webhook SET notice_due_at = date_trunc('milliseconds', statement_timestamp()) + interval '${TAKEN_FOR}'
  WHERE id IN (
    SELECT id FROM webhook WHERE notice_due_at <= statement_timestamp() AND deleted_at IS NULL ORDER BY id LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", url, notice_due_at AS "takenUntil"`;

const SETTLE = `UPDATE webhook SET notice_due_at = NULL WHERE id = $1 AND notice_due_at = $2`;

/** What owners of webhooks are to be told, until they were. SQL of our own: a claim is one statement (ADR-2). */
@Injectable()
export class WebhookNoticeRepository {
  constructor(private readonly store: Store) {}

  /** Those that are due; they are due again unless they are settled in time. */
  take(environment: Environment): Promise<WebhookNotice[]> {
    return this.store.query<WebhookNotice>(environment, TAKE);
  }

  /** The owner was told. */
  async settle(environment: Environment, { id, takenUntil }: WebhookNotice): Promise<void> {
    await this.store.query(environment, SETTLE, [id, takenUntil]);
  }
}
