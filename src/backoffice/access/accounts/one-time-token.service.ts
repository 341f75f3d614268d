import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { digestOf, isSecret, newSecret } from '../../../identity/secret.js';
import { INVITATION_HOURS, RESET_MINUTES } from '../mail/mail-text.service.js';
import { OneTimeTokenEntity } from '../../../store/entities/one-time-token.entity.js';
import type { Transaction } from '../../../store/store.js';

const HOUR_MS = 3_600_000;

export type PasswordPurpose = 'invitation' | 'reset';

/** Links of one account that can be open at a time, so that no mailbox is flooded. */
export const MAX_OPEN_LINKS = 5;

const LIFE_MS: Readonly<Record<PasswordPurpose, number>> = {
  invitation: INVITATION_HOURS * HOUR_MS,
  reset: (RESET_MINUTES / 60) * HOUR_MS,
};

/** The user who may choose a password by a token. */
export interface TokenOwner {
  readonly userId: number;
  readonly email: string;
  readonly purpose: PasswordPurpose;
  readonly expiresAt: Date;
}

/** Tokens that are mailed and used once; only their SHA-256 is kept. */
@Injectable()
export class OneTimeTokenService {
  constructor(private readonly clock: Clock) {}

  /** The token in full, this once. */
  async issueForUser(tx: Transaction, userId: number, purpose: PasswordPurpose): Promise<string> {
    const token = newSecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS[purpose]);
    await tx.manager.insert(OneTimeTokenEntity, { tokenHash: digestOf(token), purpose, userId, createdAt, expiresAt });
    return token;
  }

  /** Tokens of the user that can still be used. */
  countOfUser(tx: Transaction, userId: number): Promise<number> {
    return tx.manager.countBy(OneTimeTokenEntity, { userId, expiresAt: MoreThan(this.clock.now()) });
  }

  /** Whose password the token can set; null for one that is unknown, used or expired. Does not use it. */
  async findOwner(manager: EntityManager, token: string): Promise<TokenOwner | null> {
    if (!isSecret(token)) return null;
    // Disabling a user deletes the tokens; a reset that was requested just before may still leave one.
    const where = { tokenHash: digestOf(token), expiresAt: MoreThan(this.clock.now()), user: { status: 'active' as const } };
    const [found] = await manager.find(OneTimeTokenEntity, { where, relations: { user: true } });
    if (found === undefined) return null;
    return { userId: found.user.id, email: found.user.email, purpose: found.purpose, expiresAt: found.expiresAt };
  }

  /** Uses the token; of two calls at once one does. Returns false when it cannot be used any more. */
  async use(tx: Transaction, token: string): Promise<boolean> {
    const where = { tokenHash: digestOf(token), expiresAt: MoreThan(this.clock.now()) };
    return (await tx.manager.delete(OneTimeTokenEntity, where)).affected === 1;
  }
}

/** After a password was set, or its owner disabled, no link to it is left. */
export async function dropOneTimeTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.manager.delete(OneTimeTokenEntity, { userId });
}
