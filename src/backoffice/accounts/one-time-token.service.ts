import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { digestOf, isSecret, newSecret } from '../../identity/secret.js';
import type { Transaction } from '../../store/store.js';

const HOUR_MS = 3_600_000;

export type PasswordPurpose = 'invitation' | 'reset';

/** How long a mailed token can be used. */
export const INVITATION_HOURS = 72;
export const RESET_MINUTES = 60;
export const SIGNUP_HOURS = 48;

/** Links of one account, and of the signups of one address, that can be open at a time: nobody's mailbox is filled, its owner holds them all. */
export const MAX_OPEN_LINKS = 5;

const LIFE_MS: Readonly<Record<PasswordPurpose | 'signup', number>> = {
  invitation: INVITATION_HOURS * HOUR_MS,
  reset: (RESET_MINUTES / 60) * HOUR_MS,
  signup: SIGNUP_HOURS * HOUR_MS,
};

/** The user who may choose a password by a token. */
export interface TokenOwner {
  readonly userId: number;
  readonly email: string;
  readonly purpose: PasswordPurpose;
  readonly expiresAt: Date;
}

interface Asker {
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

// Disabling a user deletes the tokens; a reset that was asked for just before may still leave one.
const FIND_OWNER = `
  SELECT u.id AS "userId", u.email, t.purpose, t.expires_at AS "expiresAt" FROM one_time_token t JOIN app_user u ON u.id = t.user_id
  WHERE t.token_hash = $1 AND t.expires_at > $2 AND u.status = 'active'`;

/** Tokens that are mailed and used once; only their SHA-256 is kept. */
@Injectable()
export class OneTimeTokenService {
  constructor(private readonly clock: Clock) {}

  /** The token in full, this once. */
  async issueForUser(tx: Transaction, userId: number, purpose: PasswordPurpose): Promise<string> {
    return this.issue(tx, purpose, { userId, apiKeyId: null });
  }

  async issueForSignup(tx: Transaction, apiKeyId: number): Promise<string> {
    return this.issue(tx, 'signup', { userId: null, apiKeyId });
  }

  /** Tokens of the user that can still be used. */
  async countOfUser(tx: Transaction, userId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM one_time_token WHERE user_id = $1 AND expires_at > $2`,
      [userId, this.clock.now()],
    );
    return row?.count ?? 0;
  }

  /** When the links end that were mailed to those who signed up with the address, and can still be used; the first one first. */
  async endsOfSignups(tx: Transaction, email: string): Promise<Date[]> {
    const rows = await tx.query<{ expires_at: Date }>(
      `SELECT t.expires_at FROM one_time_token t JOIN signup s ON s.api_key_id = t.api_key_id
       WHERE s.email = $1 AND t.expires_at > $2 ORDER BY t.expires_at`,
      [email, this.clock.now()],
    );
    return rows.map(({ expires_at }) => expires_at);
  }

  /** Whose password the token can set; null for one that is unknown, used or expired. Does not use it. */
  async findOwner(asker: Asker, token: string): Promise<TokenOwner | null> {
    if (!isSecret(token)) return null;
    const [owner] = await asker.query<TokenOwner>(FIND_OWNER, [digestOf(token), this.clock.now()]);
    return owner ?? null;
  }

  /** Uses the token; of two calls at once one does. Returns false when it cannot be used any more. */
  async use(tx: Transaction, token: string): Promise<boolean> {
    const used = await tx.query(`DELETE FROM one_time_token WHERE token_hash = $1 AND expires_at > $2 RETURNING 1 AS used`, [
      digestOf(token),
      this.clock.now(),
    ]);
    return used.length > 0;
  }

  /** The key whose signup the token verifies; null for one that is unknown, used or expired. Uses it. */
  async useForSignup(tx: Transaction, token: string): Promise<number | null> {
    if (!isSecret(token)) return null;
    const [used] = await tx.query<{ api_key_id: number }>(
      `DELETE FROM one_time_token WHERE token_hash = $1 AND purpose = 'signup' AND expires_at > $2 RETURNING api_key_id`,
      [digestOf(token), this.clock.now()],
    );
    return used?.api_key_id ?? null;
  }

  private async issue(
    tx: Transaction,
    purpose: PasswordPurpose | 'signup',
    { userId, apiKeyId }: { userId: number | null; apiKeyId: number | null },
  ): Promise<string> {
    const token = newSecret();
    const now = this.clock.now();
    await tx.query(
      `INSERT INTO one_time_token (token_hash, purpose, user_id, api_key_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [digestOf(token), purpose, userId, apiKeyId, now, new Date(now.getTime() + LIFE_MS[purpose])],
    );
    return token;
  }
}

/** After a password was set, or its owner disabled, no link to it is left. */
export async function dropOneTimeTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM one_time_token WHERE user_id = $1', [userId]);
}
