import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { buildLease, buildLeaseEnd } from '../../../../store/lease.js';
import { Store } from '../../../../store/store.js';

const LEASE_SECONDS = 120;
const CLAIMED_AT_ONCE = 20;

export interface WebhookNotice {
  readonly id: number;
  readonly userId: number;
  readonly url: string;
  readonly claimedUntil: Date;
}

const CLAIM = buildLease({
  table: 'webhook',
  key: 'id',
  column: 'notice_due_at',
  where: 'notice_due_at IS NOT NULL AND deleted_at IS NULL',
  orderBy: 'id',
  limit: CLAIMED_AT_ONCE,
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: 'id, user_id AS "userId", url, notice_due_at AS "claimedUntil"',
});

const SETTLE = `UPDATE webhook SET notice_due_at = NULL WHERE id = $1 AND notice_due_at = $2`;

@Injectable()
export class WebhookNoticeRepository {
  constructor(private readonly store: Store) {}

  claim(environment: Environment): Promise<WebhookNotice[]> {
    return this.store.query<WebhookNotice>(environment, CLAIM);
  }

  async settle(environment: Environment, { id, claimedUntil }: WebhookNotice): Promise<void> {
    await this.store.query(environment, SETTLE, [id, claimedUntil]);
  }
}
