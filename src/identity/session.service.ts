import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/domain-error.js';
import type { Environment } from '../common/environment.js';
import { ErrorCode } from '../common/error-codes.js';
import { digestOf, isSecret, newSecret } from './secret.js';
import { StaffSessionEntity } from '../store/entities/staff-session.entity.js';
import { Store, type Transaction } from '../store/store.js';
import type { Role } from './user.service.js';

/** A working day; nobody is signed out in the middle of a form. */
export const SESSION_TTL_SECONDS = 8 * 3600;
/** A session in a cookie ends when it was not used for so long: somebody left the browser open. */
export const IDLE_MS = 30 * 60_000;
/** The use of a session is written down once in so long. */
const USE_NOTED_EVERY_MS = 60_000;
/** How long an expired session is told from an unknown one. */
export const EXPIRED_SESSION_REMEMBERED_MS = 24 * 3_600_000;
const MAX_PER_USER = 20;

/** How a session's token is presented: in the header `Authorization`, or in a cookie. One of the one kind is worth nothing in the other place. */
export type SessionKind = 'bearer' | 'cookie';

export interface NewSession {
  readonly id: number;
  /** In full, this once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** One of the insurer's people, or an agent's user, with a live session. A new role counts from the next call on. */
export interface SessionUser {
  readonly sessionId: number;
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The agent the user works for; every user of role `agent` has one. */
  readonly agentCode: string | null;
  /** Whether the user signed up: everything but what is its own is hidden from it. */
  readonly sandboxOnly: boolean;
}

/** The user behind a live session, and how long it lives. */
export interface LiveSession {
  readonly user: SessionUser;
  readonly secondsLeft: number;
  readonly expiresAt: Date;
  /** Never null of a session in a cookie. */
  readonly lastUsedAt: Date | null;
}

type SessionRow = SessionUser & Pick<LiveSession, 'expiresAt' | 'lastUsedAt'>;

// Staff calls are few: every one asks the database, so that whatever ends or changes a session counts at once, on every node.
// SQL of our own: one round trip and a prepared plan (ADR-2).
const FIND = `
  SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt", u.id AS "userId", u.email, u.name, u.role, u.agent_code AS "agentCode",
    u.sandbox_only AS "sandboxOnly"
  FROM staff_session s JOIN app_user u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.status = 'active' AND (NOT u.sandbox_only OR $2::text = 'sandbox') AND s.kind = $3`;

// What a node remembers of a session may be old; whether it was idle for too long is asked where all nodes write it down.
const NOTE_USE = `
  UPDATE staff_session SET last_used_at = greatest(last_used_at, $2) WHERE id = $1 AND last_used_at > $3 AND expires_at > $2
  RETURNING last_used_at AS "lastUsedAt"`;

/** Sessions of the back office. They serve both environments, those of users of the sandbox alone that one; of a token only the SHA-256 is kept. */
@Injectable()
export class SessionService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Of a user's sessions the oldest end when there are too many. */
  async open(tx: Transaction, userId: number, kind: SessionKind = 'bearer'): Promise<NewSession> {
    const token = newSecret();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_TTL_SECONDS * 1000);
    const lastUsedAt = kind === 'cookie' ? now : null;
    const session = tx.manager.create(StaffSessionEntity, {
      userId,
      tokenHash: digestOf(token),
      createdAt: now,
      expiresAt,
      lastUsedAt,
      kind,
    });
    await tx.manager.insert(StaffSessionEntity, session);
    await tx.query(
      `DELETE FROM staff_session WHERE user_id = $1 AND id NOT IN
         (SELECT id FROM staff_session WHERE user_id = $1 ORDER BY id DESC LIMIT ${MAX_PER_USER})`,
      [userId],
    );
    return { id: session.id, token, expiresAt };
  }

  /**
   * @throws DomainError TOKEN_REFUSED (-201) for a token that is unknown or ended, or whose user may no longer, or not there, work; TOKEN_EXPIRED (-204)
   *   for 24 hours after its end; UNAVAILABLE when the database cannot be asked
   */
  async resolve(token: string, environment: Environment, kind: SessionKind): Promise<LiveSession> {
    const values = [digestOf(token), environment, kind];
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

  /**
   * Notes that a session in a cookie is used, once a minute at most; returns when it was last used, as it is written down now.
   * @throws DomainError TOKEN_EXPIRED (-204) when it ended meanwhile
   */
  async noteUse({ sessionId, lastUsedAt }: { readonly sessionId: number; readonly lastUsedAt: Date }): Promise<Date> {
    const now = this.clock.now();
    if (now.getTime() - lastUsedAt.getTime() < USE_NOTED_EVERY_MS) return lastUsedAt;
    const [noted] = await this.store.query<{ lastUsedAt: Date }>('gateway', NOTE_USE, [sessionId, now, new Date(now.getTime() - IDLE_MS)]);
    if (noted === undefined) throw new DomainError(ErrorCode.TOKEN_EXPIRED);
    return noted.lastUsedAt;
  }

  /** Returns false when it had ended already. */
  async end(tx: Transaction, sessionId: number): Promise<boolean> {
    return (await tx.manager.delete(StaffSessionEntity, { id: sessionId })).affected === 1;
  }
}

/** Ends a user's sessions, all but the one that is kept. */
export async function endSessionsOf(tx: Transaction, userId: number, keptSessionId: number | null = null): Promise<void> {
  await tx.manager.delete(StaffSessionEntity, { userId, ...(keptSessionId === null ? {} : { id: Not(keptSessionId) }) });
}
