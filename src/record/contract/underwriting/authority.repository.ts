import { Injectable } from '@nestjs/common';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import type { AuthorityHolder, GrantedAuthority } from './authority.js';

export interface Underwriter extends AuthorityHolder {
  readonly isGranted: boolean;
  readonly granted: readonly GrantedAuthority[];
}

export interface StoredAuthority extends GrantedAuthority {
  readonly id: number;
  readonly userId: number;
  readonly userName: string;
  readonly grantedBy: string;
  readonly grantedAt: Date;
  readonly endedBy: string | null;
  readonly endedAt: Date | null;
}

export interface NewAuthority extends GrantedAuthority {
  readonly userId: number;
}

interface Granter {
  readonly userId: number;
  readonly name: string;
  readonly at: Date;
}

const LIMITS = `a.lines, a.rules, a.max_sum_insured::text AS "maxSumInsured", a.max_premium::text AS "maxPremium",
    a.max_loading_percent::text AS "maxLoadingPercent", a.max_discount_percent::text AS "maxDiscountPercent",
    a.max_deductible::text AS "maxDeductible", a.valid_from::text AS "validFrom", a.valid_to::text AS "validTo"`;

/** Names of users are in another schema (ADR-2). */
export const SELECT_AUTHORITIES = `
  SELECT a.id, a.user_id AS "userId", u.name AS "userName", ${LIMITS}, a.granted_by AS "grantedBy", a.granted_at AS "grantedAt",
    a.ended_by AS "endedBy", a.ended_at AS "endedAt"
  FROM underwriting_authority a JOIN gateway.app_user u ON u.id = a.user_id`;

const IS_UNDERWRITER = `u.role = 'underwriter' AND u.status = 'active'`;

/** Amounts and dates as text, so that no digit is lost. */
const LIST_UNDERWRITERS = `
  SELECT u.id, u.name, EXISTS (SELECT FROM underwriting_authority e WHERE e.user_id = u.id) AS "isGranted",
    (SELECT coalesce(jsonb_agg(to_jsonb(g)), '[]') FROM (SELECT ${LIMITS} FROM underwriting_authority a WHERE a.user_id = u.id AND a.ended_at IS NULL) g) AS granted
  FROM gateway.app_user u WHERE ${IS_UNDERWRITER} ORDER BY u.name, u.id`;

const IS_ACTIVE_UNDERWRITER = `SELECT u.id FROM gateway.app_user u WHERE u.id = $1 AND ${IS_UNDERWRITER}`;

const INSERT = `
  INSERT INTO underwriting_authority (user_id, lines, rules, max_sum_insured, max_premium, max_loading_percent, max_discount_percent, max_deductible,
    valid_from, valid_to, granted_by_id, granted_by, granted_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`;

const END = `UPDATE underwriting_authority SET ended_by_id = $2, ended_by = $3, ended_at = $4 WHERE id = $1 AND ended_at IS NULL RETURNING id`;

@Injectable()
export class AuthorityRepository {
  constructor(private readonly store: Store) {}

  listUnderwriters(where: Writer): Promise<Underwriter[]> {
    return this.store.query<Underwriter>(where, LIST_UNDERWRITERS);
  }

  async isUnderwriter(tx: Transaction, userId: number): Promise<boolean> {
    return (await tx.query(IS_ACTIVE_UNDERWRITER, [userId])).length > 0;
  }

  async find(where: Writer, id: number): Promise<StoredAuthority | null> {
    const [row] = await this.store.query<StoredAuthority>(where, `${SELECT_AUTHORITIES} WHERE a.id = $1`, [id]);
    return row ?? null;
  }

  async insert(tx: Transaction, authority: NewAuthority, { userId, name, at }: Granter): Promise<number> {
    const { lines, rules, maxSumInsured, maxPremium, maxLoadingPercent, maxDiscountPercent, maxDeductible, validFrom, validTo } = authority;
    const limits = [lines, rules, maxSumInsured, maxPremium, maxLoadingPercent, maxDiscountPercent, maxDeductible, validFrom, validTo];
    return getRow(await tx.query<{ id: number }>(INSERT, [authority.userId, ...limits, userId, name, at])).id;
  }

  async end(tx: Transaction, id: number, { userId, name, at }: Granter): Promise<boolean> {
    return (await tx.query(END, [id, userId, name, at])).length > 0;
  }
}
