import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { IDLE_MS } from '../../../identity/session.service.js';
import { Store, toGatewayWriter, type Transaction } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AuditService, toAuditActor } from '../audit/audit.service.js';
import type { StaffSessionListResponse, StaffSessionResponse } from './staff-sessions.dto.js';

const LIST = `
  SELECT id, created_at AS "openedAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", kind, method, address,
    user_agent AS "userAgent"
  FROM staff_session
  WHERE user_id = $1 AND expires_at > $2 AND (kind = 'bearer' OR last_used_at > $3)
  ORDER BY id DESC`;
const DELETE = `DELETE FROM staff_session WHERE user_id = $1`;

type Row = Omit<StaffSessionResponse, 'openedAt' | 'expiresAt' | 'lastUsedAt' | 'isCurrent'> &
  Readonly<{ openedAt: Date; expiresAt: Date; lastUsedAt: Date | null }>;

@Injectable()
export class StaffSessionsService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async list({ sessionId }: StaffCaller, userId: number): Promise<StaffSessionListResponse> {
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - IDLE_MS);
    const rows = await this.store.query<Row>('gateway', LIST, [userId, now, idleSince]);
    const items = rows.map(({ openedAt, expiresAt, lastUsedAt, ...row }) => ({
      ...row,
      openedAt: openedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isCurrent: row.id === sessionId,
    }));
    return { items };
  }

  async end(caller: StaffCaller, userId: number, sessionId: number): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      if ((await this.delete(tx, caller, userId, `${DELETE} AND id = $2`, sessionId)) === 0) throw buildNotFound();
    });
  }

  async endOthers(caller: StaffCaller, userId: number): Promise<void> {
    await this.store.transaction(toGatewayWriter(caller), (tx) =>
      this.delete(tx, caller, userId, `${DELETE} AND id <> $2`, caller.sessionId),
    );
  }

  private async delete(tx: Transaction, caller: StaffCaller, userId: number, statement: string, sessionId: number): Promise<number> {
    const ended = await tx.query<{ id: number }>(`${statement} RETURNING id`, [userId, sessionId]);
    for (const { id } of ended)
      await this.audit.record(tx, toAuditActor(caller), { action: 'close', subject: 'session', id, details: { userId } });
    return ended.length;
  }
}
