import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { revokeTokensOfUser } from './token-revocation.js';
import type { Transaction } from '../store/store.js';

export const ROLES = ['admin', 'underwriter', 'issuing', 'agent'] as const;
export type Role = (typeof ROLES)[number];
export type UserStatus = 'active' | 'disabled';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The agent the user works for; every user of role `agent` has one. */
  readonly agentCode: string | null;
  /** Further agents the user may act for. */
  readonly delegates: readonly string[];
}

/** One account per address, whatever its capitals. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The people of the insurer and of its agents. Tokens see a change within two seconds. */
@Injectable()
export class UserService {
  constructor(private readonly clock: Clock) {}

  /** Returns the user's id; the user has no password yet. A taken address fails as a violation of `app_user_email_key`. */
  async create(tx: Transaction, user: NewUser): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO app_user (email, name, role, agent_code, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'active', $5, $5) RETURNING id`,
      [foldEmail(user.email), user.name, user.role, user.agentCode, this.clock.now()],
    );
    if (row === undefined) throw new Error('INSERT returned no row.');
    await this.setDelegates(tx, row.id, user.delegates);
    return row.id;
  }

  /** The hash comes from `hashPassword`, made before the transaction begins: it takes a quarter of a second. */
  async setPassword(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
    await tx.query(`UPDATE app_user SET password_hash = $2, updated_at = $3 WHERE id = $1`, [userId, passwordHash, this.clock.now()]);
  }

  /** Disabling kills the tokens of all the user's keys. */
  async setStatus(tx: Transaction, userId: number, status: UserStatus): Promise<void> {
    await tx.query(`UPDATE app_user SET status = $2, updated_at = $3 WHERE id = $1`, [userId, status, this.clock.now()]);
    if (status === 'disabled') await revokeTokensOfUser(tx, userId);
  }

  /** The whole list, in place of the former one. */
  async setDelegates(tx: Transaction, userId: number, agentCodes: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM delegation WHERE user_id = $1 AND agent_code <> ALL ($2::text[])`, [userId, agentCodes]);
    await tx.query(`INSERT INTO delegation (user_id, agent_code) SELECT $1::integer, unnest($2::text[]) ON CONFLICT DO NOTHING`, [
      userId,
      agentCodes,
    ]);
  }

  async findIdByEmail(tx: Transaction, email: string): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(`SELECT id FROM app_user WHERE email = $1`, [foldEmail(email)]);
    return row?.id ?? null;
  }
}
