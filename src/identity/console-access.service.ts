import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/domain-error.js';
import type { Environment } from '../common/environment.js';
import { ErrorCode } from '../common/error-codes.js';
import { Store } from '../store/store.js';
import { type ApiKey, KEY_COLUMNS, type KeyColumns, toApiKey } from './api-key.service.js';
import { FreshCache } from './fresh-cache.js';
import { hashSecret, isSecret } from './secret.js';
import { buildRoleRefusal } from './role-refusal.js';
import { LACKS_SECOND_FACTOR, SessionService } from './session.service.js';
import { OWNER_COLUMNS, type OwnerRow } from './token-user.js';

const CAPACITY = 5_000;

export interface ConsoleSession {
  readonly key: ApiKey;
  readonly owner: OwnerRow;
  readonly expiresAt: Date;
}

interface ConsoleRecord extends ConsoleSession {
  readonly isSandboxOnly: boolean;
  readonly sessionId: number;
  lastUsedAt: Date;
}

type ConsoleRow = KeyColumns & OwnerRow & Pick<ConsoleRecord, 'isSandboxOnly' | 'sessionId' | 'expiresAt' | 'lastUsedAt'>;

const FIND = `
  SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt", u.sandbox_only AS "isSandboxOnly", ${OWNER_COLUMNS},
    ${KEY_COLUMNS}
  FROM staff_session s
  JOIN app_user u ON u.id = s.user_id AND u.status = 'active' AND u.role = 'agent'
  JOIN program p ON p.console_user_id = u.id
  JOIN api_key ON api_key.program_id = p.id
  WHERE s.token_hash = $1 AND s.kind = 'cookie' AND NOT (${LACKS_SECOND_FACTOR})`;

@Injectable()
export class ConsoleAccessService {
  readonly cache: FreshCache<ConsoleRecord>;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly sessions: SessionService,
  ) {
    this.cache = new FreshCache(clock, CAPACITY, (digest) => this.lookUp(digest));
  }

  async resolve(sessionToken: string, environment: Environment): Promise<ConsoleSession | null> {
    const record = isSecret(sessionToken) ? await this.cache.get(hashSecret(sessionToken).toString('base64')) : undefined;
    if (record === undefined || (record.isSandboxOnly && environment === 'production')) return this.refuse(sessionToken, environment);
    if (record.expiresAt.getTime() <= this.clock.now().getTime()) throw new DomainError(ErrorCode.TOKEN_EXPIRED);
    record.lastUsedAt = await this.sessions.saveUse(record);
    return record;
  }

  private async refuse(sessionToken: string, environment: Environment): Promise<null> {
    const { user } = await this.sessions.resolve(sessionToken, environment, 'cookie');
    if (user.lacksSecondFactor) throw new DomainError(ErrorCode.SECOND_FACTOR_MISSING);
    if (user.role !== 'agent') throw buildRoleRefusal(['agent']);
    return null;
  }

  private async lookUp(digest: string): Promise<ConsoleRecord | undefined> {
    const [row] = await this.store.query<ConsoleRow>('gateway', FIND, [Buffer.from(digest, 'base64')]);
    if (row === undefined) return undefined;
    const { sessionId, expiresAt, lastUsedAt, isSandboxOnly } = row;
    return { key: toApiKey(row), owner: row, isSandboxOnly, sessionId, expiresAt, lastUsedAt };
  }
}
