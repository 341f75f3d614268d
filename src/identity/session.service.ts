import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/domain-error.js';
import type { Environment } from '../common/environment.js';
import { ErrorCode } from '../common/error-codes.js';
import { hashSecret, isSecret, createKeySecret } from './secret.js';
import { StaffSessionEntity } from '../store/entities/app-user.entity.js';
import { Store, type Transaction } from '../store/store.js';
import type { Role } from './user.service.js';

export const SESSION_TTL_SECONDS = 8 * 3600;
/** An unused cookie session ends after this time. */
export const IDLE_MS = 30 * 60_000;
const USE_SAVED_EVERY_MS = 60_000;
/** Time in which an ended session is "expired", and "unknown" afterwards. */
export const EXPIRED_SESSION_REMEMBERED_MS = 24 * 3_600_000;
const MAX_PER_USER = 20;

/** A token is valid in one place only: header or cookie. */
export type SessionKind = 'bearer' | 'cookie';

export type SecondFactor = NonNullable<StaffSessionEntity['secondFactor']>;

export type SignInMethod = 'password' | 'oidc';

export interface SessionOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly method: SignInMethod;
  readonly providerSession?: string | null;
  readonly idToken?: string;
  readonly secondFactor?: SecondFactor;
}

const UNKNOWN_ORIGIN: SessionOrigin = { address: null, userAgent: null, method: 'password' };

export interface NewSession {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface SessionUser {
  readonly sessionId: number;
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly agentCode: string | null;
  readonly sandboxOnly: boolean;
  readonly signInMethod: SignInMethod;
  readonly secondFactor: SecondFactor | null;
  /** Whether the session can only set up a second factor (factors.6). */
  readonly lacksSecondFactor: boolean;
}

export interface LiveSession {
  readonly user: SessionUser;
  readonly secondsLeft: number;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

type SessionRow = SessionUser & Pick<LiveSession, 'expiresAt' | 'lastUsedAt'>;

/** A factor is due if the role requires or the user has one; the provider answers for its sessions (factors.1). */
export const LACKS_SECOND_FACTOR = `
  s.method = 'password' AND s.second_factor IS NULL AND (
    EXISTS (SELECT FROM access_setting a WHERE a.key = 'secondFactorRoles' AND a.value ? u.role)
    OR EXISTS (SELECT FROM staff_totp t WHERE t.user_id = u.id) OR EXISTS (SELECT FROM staff_passkey k WHERE k.user_id = u.id))`;

// Every staff call reads the database, so that each change takes effect immediately.
const FIND = `
  SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt", u.id AS "userId", u.email, u.name, u.role, u.agent_code AS "agentCode",
    u.sandbox_only AS "sandboxOnly", s.method AS "signInMethod", s.second_factor AS "secondFactor", (${LACKS_SECOND_FACTOR}) AS "lacksSecondFactor"
  FROM staff_session s JOIN app_user u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.status = 'active' AND (NOT u.sandbox_only OR $2::text = 'sandbox') AND s.kind = $3`;

// Another node may have stored a later use.
const SAVE_USE = `
  UPDATE staff_session SET last_used_at = greatest(last_used_at, $2) WHERE id = $1 AND last_used_at > $3 AND expires_at > $2
  RETURNING last_used_at AS "lastUsedAt"`;

@Injectable()
export class SessionService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  async open(tx: Transaction, userId: number, kind: SessionKind = 'bearer', origin = UNKNOWN_ORIGIN): Promise<NewSession> {
    const token = createKeySecret();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_TTL_SECONDS * 1000);
    const lastUsedAt = kind === 'cookie' ? now : null;
    const session = tx.manager.create(StaffSessionEntity, {
      userId,
      tokenHash: hashSecret(token),
      createdAt: now,
      expiresAt,
      lastUsedAt,
      kind,
      ...origin,
    });
    await tx.manager.insert(StaffSessionEntity, session);
    await tx.query(
      `DELETE FROM staff_session WHERE user_id = $1 AND id NOT IN
         (SELECT id FROM staff_session WHERE user_id = $1 ORDER BY id DESC LIMIT ${MAX_PER_USER})`,
      [userId],
    );
    return { id: session.id, token, expiresAt };
  }

  /** @throws DomainError TOKEN_EXPIRED for 24 hours after the end, then TOKEN_REFUSED */
  async resolve(token: string, environment: Environment, kind: SessionKind): Promise<LiveSession> {
    const values = [hashSecret(token), environment, kind];
    const [row] = isSecret(token) ? await this.store.query<SessionRow>('gateway', FIND, values) : [];
    if (row === undefined) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    const { expiresAt, lastUsedAt, ...user } = row;
    const nowMs = this.clock.now().getTime();
    const idleEndMs = kind === 'bearer' ? Infinity : lastUsedAt!.getTime() + IDLE_MS;
    const leftMs = Math.min(expiresAt.getTime(), idleEndMs) - nowMs;
    if (leftMs <= -EXPIRED_SESSION_REMEMBERED_MS) throw new DomainError(ErrorCode.TOKEN_REFUSED);
    if (leftMs <= 0) throw new DomainError(ErrorCode.TOKEN_EXPIRED);
    return { user, secondsLeft: Math.ceil((expiresAt.getTime() - nowMs) / 1000), expiresAt, lastUsedAt };
  }

  async saveUse({ sessionId, lastUsedAt }: { readonly sessionId: number; readonly lastUsedAt: Date }): Promise<Date> {
    const now = this.clock.now();
    if (now.getTime() - lastUsedAt.getTime() < USE_SAVED_EVERY_MS) return lastUsedAt;
    const [saved] = await this.store.query<{ lastUsedAt: Date }>('gateway', SAVE_USE, [sessionId, now, new Date(now.getTime() - IDLE_MS)]);
    if (saved === undefined) throw new DomainError(ErrorCode.TOKEN_EXPIRED);
    return saved.lastUsedAt;
  }

  async saveSecondFactor(tx: Transaction, sessionId: number, secondFactor: SecondFactor): Promise<void> {
    await tx.manager.update(StaffSessionEntity, { id: sessionId }, { secondFactor });
  }

  async end(tx: Transaction, sessionId: number): Promise<boolean> {
    return (await tx.manager.delete(StaffSessionEntity, { id: sessionId })).affected === 1;
  }
}

export async function deleteSessionsOf(tx: Transaction, userId: number, exceptSessionId: number | null = null): Promise<void> {
  await tx.manager.delete(StaffSessionEntity, { userId, ...(exceptSessionId === null ? {} : { id: Not(exceptSessionId) }) });
}
