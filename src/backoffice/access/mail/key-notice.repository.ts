import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { UNUSED_NOTICE_DAYS } from '../../../config/config.js';
import { buildOwnerCondition } from '../../../identity/token-user.js';
import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import { Store, type Transaction } from '../../../store/store.js';

const LEASE_SECONDS = 120;
const CLAIMED_AT_ONCE = 20;
/** A key that was created for less time is announced at once. */
const EXPIRY_NOTICE_DAYS = { first: 30, last: 7 } as const;
const ANNOUNCED_FOR_DAYS = 7;

const LAST_USE = 'greatest(k.idle_from, u.used_at)';
/** Current keys that could be used; console programs have a key that nobody presents (auth.16). */
const CURRENT_KEYS = `
  FROM api_key k
  JOIN program p ON p.id = k.program_id AND p.console_user_id IS NULL
  LEFT JOIN api_key_use u ON u.api_key_id = k.id`;
const IS_CURRENT = `k.status = 'active' AND k.rotated_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1)`;

const ADD_EXPIRIES = `
  INSERT INTO api_key_notice (api_key_id, kind, days, refers_to, created_at, mail_due_at)
  SELECT k.id, 'EXPIRY', CASE WHEN k.expires_at <= $1::timestamptz + make_interval(days => $3) THEN $3 ELSE $2 END, k.expires_at, $1, statement_timestamp()
  ${CURRENT_KEYS}
  WHERE ${IS_CURRENT} AND k.expires_at <= $1::timestamptz + make_interval(days => $2)
  ON CONFLICT DO NOTHING`;

const ADD_UNUSED = `
  INSERT INTO api_key_notice (api_key_id, kind, days, refers_to, created_at, mail_due_at)
  SELECT k.id, 'UNUSED', ${UNUSED_NOTICE_DAYS}, ${LAST_USE}, $1, statement_timestamp()
  ${CURRENT_KEYS}
  WHERE ${IS_CURRENT} AND ${LAST_USE} <= $1::timestamptz - make_interval(days => $2 - ${UNUSED_NOTICE_DAYS})
  ON CONFLICT DO NOTHING`;

const CLAIM = buildLease({
  table: 'api_key_notice',
  key: 'id',
  column: 'mail_due_at',
  where: 'mail_due_at IS NOT NULL',
  orderBy: 'id',
  limit: CLAIMED_AT_ONCE,
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: 'id, api_key_id AS "apiKeyId", kind, refers_to AS "refersTo", mail_due_at AS "claimedUntil"',
});

const FIND_KEY = `
  SELECT k.name, k.prefix, k.status, p.name AS "programName", coalesce(k.contact, s.email, p.owner) AS address
  FROM api_key k JOIN program p ON p.id = k.program_id LEFT JOIN app_user s ON s.id = p.user_id AND s.status = 'active'
  WHERE k.id = $1`;

const SETTLE = `UPDATE api_key_notice SET mail_due_at = NULL, mailed_at = $3 WHERE id = $1 AND mail_due_at = $2`;

// Locked, so that two nodes disable a key once.
const LOCK_UNUSED = `
  SELECT k.id, ${LAST_USE} AS "lastUse"
  ${CURRENT_KEYS}
  JOIN api_key_notice n ON n.api_key_id = k.id AND n.kind = 'UNUSED' AND n.refers_to = ${LAST_USE}
  WHERE ${IS_CURRENT} AND ${LAST_USE} <= $1::timestamptz - make_interval(days => $2)
    AND n.mailed_at <= $1::timestamptz - make_interval(days => ${UNUSED_NOTICE_DAYS})
  ORDER BY k.id
  FOR UPDATE OF k SKIP LOCKED`;

const LIST_EXPIRIES = `
  SELECT k.id AS api_key_id, n.refers_to AS expires_at, n.days, k.prefix AS key_prefix,
    ARRAY(
      SELECT DISTINCT u.agent_code FROM user_key uk JOIN app_user u ON u.id = uk.user_id
      WHERE uk.program_id = k.program_id AND ${buildOwnerCondition('$2::text')}) AS agents
  FROM api_key_notice n JOIN api_key k ON k.id = n.api_key_id AND k.expires_at = n.refers_to
  WHERE n.kind = 'EXPIRY' AND n.created_at > $1::timestamptz - make_interval(days => ${ANNOUNCED_FOR_DAYS}) AND $2 = ANY (k.environments)`;

const ADD_EVENTS = `
  INSERT INTO key_expiry_notice (api_key_id, expires_at, days, at, key_prefix, agents)
  SELECT api_key_id, expires_at, days, $2, key_prefix, agents
  FROM jsonb_to_recordset($1::jsonb) AS e (api_key_id integer, expires_at timestamptz, days smallint, key_prefix text, agents text[])
  WHERE NOT EXISTS (
    SELECT FROM key_expiry_notice n WHERE n.api_key_id = e.api_key_id AND n.expires_at = e.expires_at AND n.days = e.days)
  ON CONFLICT DO NOTHING`;
const DELETE_OLD = `DELETE FROM key_expiry_notice WHERE expires_at < $1::timestamptz - make_interval(days => ${EXPIRY_NOTICE_DAYS.first})`;

export interface KeyNotice {
  readonly id: string;
  readonly apiKeyId: number;
  readonly kind: 'EXPIRY' | 'UNUSED';
  /** EXPIRY: the end of the key. UNUSED: its last use. */
  readonly refersTo: Date;
  readonly claimedUntil: Date;
}

export interface NoticedKey {
  readonly name: string;
  readonly prefix: string;
  readonly programName: string;
  readonly status: string;
  /** Contact, address of the user who signed up, or owner; the owner may be a name. */
  readonly address: string;
}

export interface UnusedKey {
  readonly id: number;
  readonly lastUse: Date;
}

interface ExpiryRow {
  readonly api_key_id: number;
  readonly expires_at: Date;
  readonly days: number;
  readonly key_prefix: string;
  readonly agents: readonly string[];
}

@Injectable()
export class KeyNoticeRepository {
  constructor(private readonly store: Store) {}

  async addDue(at: Date, unusedDays: number): Promise<void> {
    const { first, last } = EXPIRY_NOTICE_DAYS;
    await this.store.query('gateway', ADD_EXPIRIES, [at, first, last]);
    if (unusedDays > 0) await this.store.query('gateway', ADD_UNUSED, [at, unusedDays]);
  }

  claim(): Promise<KeyNotice[]> {
    return this.store.query<KeyNotice>('gateway', CLAIM);
  }

  async findKey({ apiKeyId }: KeyNotice): Promise<NoticedKey | null> {
    const [key] = await this.store.query<NoticedKey>('gateway', FIND_KEY, [apiKeyId]);
    return key ?? null;
  }

  async settle({ id, claimedUntil }: KeyNotice, mailedAt: Date | null): Promise<void> {
    await this.store.query('gateway', SETTLE, [id, claimedUntil, mailedAt]);
  }

  lockUnused(tx: Transaction, at: Date, unusedDays: number): Promise<UnusedKey[]> {
    return tx.query<UnusedKey>(LOCK_UNUSED, [at, unusedDays]);
  }

  async addEvents(environment: Environment, at: Date): Promise<void> {
    const expiries = await this.store.query<ExpiryRow>('gateway', LIST_EXPIRIES, [at, environment]);
    const announced = expiries.filter(({ agents }) => agents.length > 0);
    await this.store.transaction(environment, async (tx) => {
      if (announced.length > 0) await tx.query(ADD_EVENTS, [JSON.stringify(announced), at]);
      await tx.query(DELETE_OLD, [at]);
    });
  }
}
