import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { createKeySecret, hashSecret, isSecret } from '../../../identity/secret.js';
import { Store, type Transaction } from '../../../store/store.js';

const LIFE_MS = 5 * 60_000;
/** The oldest ones above it end, so that nobody can fill the table. */
const MAX_PER_USER = 5;

export type ChallengePurpose = 'sign_in' | 'passkey_sign_in' | 'totp' | 'passkey';

export interface NewChallenge {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface FactorChallenge {
  readonly purpose: ChallengePurpose;
  readonly userId: number | null;
  readonly secret: Buffer | null;
}

const INSERT = `
  INSERT INTO factor_challenge (token_hash, purpose, user_id, secret, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`;
const DELETE_OLDEST = `
  DELETE FROM factor_challenge WHERE user_id = $1 AND token_hash NOT IN
    (SELECT token_hash FROM factor_challenge WHERE user_id = $1 ORDER BY created_at DESC, token_hash LIMIT ${MAX_PER_USER - 1})`;
const FIND = `
  SELECT purpose, user_id AS "userId", secret FROM factor_challenge WHERE token_hash = $1 AND purpose = ANY ($2) AND expires_at > $3`;
const USE = 'DELETE FROM factor_challenge WHERE token_hash = $1 AND expires_at > $2 RETURNING 1 AS used';

@Injectable()
export class FactorChallengeService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** The token is also the challenge that a passkey signs. */
  async create(tx: Transaction, { purpose, userId, secret }: FactorChallenge): Promise<NewChallenge> {
    const token = createKeySecret();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFE_MS);
    if (userId !== null) await tx.query(DELETE_OLDEST, [userId]);
    await tx.query(INSERT, [hashSecret(token), purpose, userId, secret, now, expiresAt]);
    return { token, expiresAt };
  }

  async find(token: string, purposes: readonly ChallengePurpose[]): Promise<FactorChallenge | null> {
    if (!isSecret(token)) return null;
    const values = [hashSecret(token), purposes, this.clock.now()];
    const [found] = await this.store.query<FactorChallenge>('gateway', FIND, values);
    return found ?? null;
  }

  async use(tx: Transaction, token: string): Promise<boolean> {
    return (await tx.query(USE, [hashSecret(token), this.clock.now()])).length === 1;
  }
}

export async function deleteChallengesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM gateway.factor_challenge WHERE user_id = $1', [userId]);
}
