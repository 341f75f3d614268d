import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Transaction } from '../store/store.js';
import { digestOf, newSecret, prefixOf } from './secret.js';
import { revokeTokensOfUserKey } from './token-revocation.js';

export interface NewUserKey {
  readonly id: number;
  /** In full, this once. */
  readonly userKey: string;
}

/** User-keys: a user's consent that a program acts in their name, given and withdrawn at any time (auth.9). */
@Injectable()
export class UserKeyService {
  constructor(private readonly clock: Clock) {}

  async create(tx: Transaction, userId: number, programId: number): Promise<NewUserKey> {
    const userKey = newSecret();
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO user_key (user_id, program_id, key_hash, prefix, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [userId, programId, digestOf(userKey), prefixOf(userKey), this.clock.now()],
    );
    if (row === undefined) throw new Error('INSERT returned no row.');
    return { id: row.id, userKey };
  }

  /** Disabling kills the tokens. Answers false when the user has no such key. */
  async setEnabled(tx: Transaction, userId: number, id: number, enabled: boolean): Promise<boolean> {
    const changed = await tx.query(`UPDATE user_key SET enabled = $3 WHERE id = $2 AND user_id = $1 AND deleted_at IS NULL RETURNING id`, [
      userId,
      id,
      enabled,
    ]);
    if (!enabled && changed.length > 0) await revokeTokensOfUserKey(tx, id);
    return changed.length > 0;
  }

  /** Kills the tokens too. Answers false when the user has no such key. */
  async delete(tx: Transaction, userId: number, id: number): Promise<boolean> {
    const changed = await tx.query(
      `UPDATE user_key SET deleted_at = $3 WHERE id = $2 AND user_id = $1 AND deleted_at IS NULL RETURNING id`,
      [userId, id, this.clock.now()],
    );
    if (changed.length > 0) await revokeTokensOfUserKey(tx, id);
    return changed.length > 0;
  }
}
