import { Injectable } from '@nestjs/common';
import { In, MoreThan, type EntityManager } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { Config } from '../../../config/config.js';
import { hashSecret, isSecret, createKeySecret } from '../../../identity/secret.js';
import { INVITATION_HOURS, RESET_MINUTES } from '../mail/mail-text.service.js';
import { OneTimeTokenEntity } from '../../../store/entities/app-user.entity.js';
import type { Transaction } from '../../../store/store.js';
import { isPasswordAllowed } from '../../common/password-access.js';

const HOUR_MS = 3_600_000;

export type PasswordPurpose = 'invitation' | 'reset';

/** Maximum number of valid links per account, so that nobody can flood a mailbox. */
export const MAX_OPEN_LINKS = 5;

const LIFE_MS: Readonly<Record<PasswordPurpose, number>> = {
  invitation: INVITATION_HOURS * HOUR_MS,
  reset: (RESET_MINUTES / 60) * HOUR_MS,
};

export interface TokenOwner {
  readonly userId: number;
  readonly email: string;
  readonly purpose: PasswordPurpose;
  readonly expiresAt: Date;
}

@Injectable()
export class OneTimeTokenService {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  isUsableFor(email: string): boolean {
    return isPasswordAllowed(this.config, email);
  }

  async issueForUser(tx: Transaction, userId: number, purpose: PasswordPurpose): Promise<string> {
    const token = createKeySecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS[purpose]);
    await tx.manager.insert(OneTimeTokenEntity, { tokenHash: hashSecret(token), purpose, userId, createdAt, expiresAt });
    return token;
  }

  countValid(tx: Transaction, userId: number): Promise<number> {
    return tx.manager.countBy(OneTimeTokenEntity, { userId, expiresAt: MoreThan(this.clock.now()) });
  }

  /** Finds the end of the open invitation of each user; users without one are absent. */
  async findOpenInvitations(manager: EntityManager, userIds: readonly number[]): Promise<Map<number, Date>> {
    const where = { userId: In(userIds), purpose: 'invitation' as const, expiresAt: MoreThan(this.clock.now()) };
    const found = await manager.find(OneTimeTokenEntity, { where, order: { expiresAt: 'ASC' } });
    return new Map(found.map(({ userId, expiresAt }) => [userId, expiresAt]));
  }

  async findOwner(manager: EntityManager, token: string): Promise<TokenOwner | null> {
    if (!isSecret(token)) return null;
    // A disabled user may have a token that was requested just before.
    const where = { tokenHash: hashSecret(token), expiresAt: MoreThan(this.clock.now()), user: { status: 'active' as const } };
    const [found] = await manager.find(OneTimeTokenEntity, { where, relations: { user: true } });
    if (found === undefined || !this.isUsableFor(found.user.email)) return null;
    return { userId: found.user.id, email: found.user.email, purpose: found.purpose, expiresAt: found.expiresAt };
  }

  async use(tx: Transaction, token: string): Promise<boolean> {
    const where = { tokenHash: hashSecret(token), expiresAt: MoreThan(this.clock.now()) };
    return (await tx.manager.delete(OneTimeTokenEntity, where)).affected === 1;
  }
}

export async function deleteOneTimeTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.manager.delete(OneTimeTokenEntity, { userId });
}
