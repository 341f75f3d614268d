import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Clock } from '../common/clock.js';
import { UserKeyEntity } from '../store/entities/program.entity.js';
import type { Transaction } from '../store/store.js';
import { hashSecret, createKeySecret, getPrefix } from './secret.js';
import { revokeTokensOfUserKey } from './token-user.js';

export interface NewUserKey {
  readonly id: number;
  readonly userKey: string;
}

/** A user-key is the consent of a user that a program acts for them (auth.9). */
@Injectable()
export class UserKeyService {
  constructor(private readonly clock: Clock) {}

  async create(tx: Transaction, userId: number, programId: number): Promise<NewUserKey> {
    const userKey = createKeySecret();
    const fields = { userId, programId, keyHash: hashSecret(userKey), prefix: getPrefix(userKey), createdAt: this.clock.now() };
    const key = tx.manager.create(UserKeyEntity, fields);
    await tx.manager.insert(UserKeyEntity, key);
    return { id: key.id, userKey };
  }

  /** Disabling revokes the tokens. */
  async setEnabled(tx: Transaction, userId: number, id: number, enabled: boolean): Promise<boolean> {
    const { affected } = await tx.manager.update(UserKeyEntity, { id, userId, deletedAt: IsNull() }, { enabled });
    if (!enabled && affected === 1) await revokeTokensOfUserKey(tx, id);
    return affected === 1;
  }

  /** Revokes the tokens too. */
  async delete(tx: Transaction, userId: number, id: number): Promise<boolean> {
    const { affected } = await tx.manager.update(UserKeyEntity, { id, userId, deletedAt: IsNull() }, { deletedAt: this.clock.now() });
    if (affected === 1) await revokeTokensOfUserKey(tx, id);
    return affected === 1;
  }
}
