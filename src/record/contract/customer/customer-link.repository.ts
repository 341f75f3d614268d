import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { Store, type Transaction } from '../../../store/store.js';
import { MAX_CODES, MAX_FAILURES, MAX_VALID_LINKS, type CustomerLink, type OpenLink } from './customer-link.js';

interface NewLink extends Pick<CustomerLink, 'applicationId' | 'purpose' | 'expiresAt' | 'createdBy' | 'createdAt'> {
  readonly tokenHash: Buffer;
  readonly secret: Buffer;
}

const COLUMNS = `k.id, k.application_id AS "applicationId", k.purpose, k.expires_at AS "expiresAt", k.created_by AS "createdBy", k.created_at AS "createdAt",
  k.withdrawn_by AS "withdrawnBy", k.withdrawn_at AS "withdrawnAt", k.failures, k.code_failures AS "codeFailures"`;

const LOCK_APPLICATION = 'SELECT FROM application WHERE id = $1 FOR UPDATE';
const INSERT = `
  INSERT INTO customer_link AS k (application_id, purpose, token_hash, secret, expires_at, created_by, created_at)
  SELECT $1, $2, $3, $4, $5::timestamptz, $6, $7::timestamptz WHERE (
    SELECT count(*) FROM customer_link o WHERE o.application_id = $1 AND o.withdrawn_at IS NULL AND o.expires_at > $7::timestamptz) < ${MAX_VALID_LINKS}
  RETURNING ${COLUMNS}`;
const LIST = `SELECT ${COLUMNS} FROM customer_link k WHERE k.application_id = $1 ORDER BY k.id DESC LIMIT 100`;
const WITHDRAW = `
  UPDATE customer_link k SET withdrawn_at = coalesce(withdrawn_at, $3::timestamptz), withdrawn_by = coalesce(withdrawn_by, $4)
  WHERE k.id = $2 AND k.application_id = $1 RETURNING ${COLUMNS}`;
const FIND_OPEN = `
  SELECT ${COLUMNS}, a.agent_code AS "agentCode", k.secret FROM customer_link k JOIN application a ON a.id = k.application_id WHERE k.token_hash = $1`;
/** Also a right attempt is refused when simultaneous wrong ones have locked the link. */
const COUNT_ATTEMPT = `
  UPDATE customer_link SET failures = failures + $2::boolean::int WHERE id = $1 AND failures < ${MAX_FAILURES} RETURNING failures`;
const SAVE_CODE = `
  UPDATE customer_link SET code_hash = $2, code_expires_at = $3, codes_sent = codes_sent + 1
  WHERE id = $1 AND codes_sent < ${MAX_CODES} AND code_failures < ${MAX_FAILURES} RETURNING id`;
/** Counts a wrong code in the statement that compares it, so that simultaneous guesses are all counted. */
const CHECK_CODE = `
  UPDATE customer_link SET code_failures = code_failures + (code_hash IS DISTINCT FROM $2)::int
  WHERE id = $1 AND code_failures < ${MAX_FAILURES} RETURNING code_hash IS NOT DISTINCT FROM $2 AND code_expires_at > $3 AS "isRight"`;

/** Plain SQL, because attempts are counted in the statement that limits them (ADR-2). */
@Injectable()
export class CustomerLinkRepository {
  constructor(private readonly store: Store) {}

  async insertLink(tx: Transaction, link: NewLink): Promise<CustomerLink | null> {
    const { applicationId, purpose, tokenHash, secret, expiresAt, createdBy, createdAt } = link;
    await tx.query(LOCK_APPLICATION, [applicationId]);
    const [row] = await tx.query<CustomerLink>(INSERT, [applicationId, purpose, tokenHash, secret, expiresAt, createdBy, createdAt]);
    return row ?? null;
  }

  listLinks(where: Environment | Writer, applicationId: number): Promise<CustomerLink[]> {
    return this.store.query<CustomerLink>(where, LIST, [applicationId]);
  }

  async withdrawLink(tx: Transaction, of: Pick<CustomerLink, 'id' | 'applicationId'>, at: Date, by: string): Promise<CustomerLink | null> {
    const [row] = await tx.query<CustomerLink>(WITHDRAW, [of.applicationId, of.id, at, by]);
    return row ?? null;
  }

  async findLink(environment: Environment, tokenHash: Buffer): Promise<OpenLink | null> {
    const [row] = await this.store.query<OpenLink>(environment, FIND_OPEN, [tokenHash]);
    return row ?? null;
  }

  /** Returns the number of wrong attempts, or null for a locked link. */
  async countAttempt(tx: Transaction, id: number, isWrong: boolean): Promise<number | null> {
    const [row] = await tx.query<{ failures: number }>(COUNT_ATTEMPT, [id, isWrong]);
    return row?.failures ?? null;
  }

  async saveCode(tx: Transaction, id: number, codeHash: Buffer, expiresAt: Date): Promise<boolean> {
    return (await tx.query(SAVE_CODE, [id, codeHash, expiresAt])).length === 1;
  }

  /** Counts a wrong code. Returns null for a locked link. */
  async checkCode(tx: Transaction, id: number, codeHash: Buffer, at: Date): Promise<boolean | null> {
    const [row] = await tx.query<{ isRight: boolean }>(CHECK_CODE, [id, codeHash, at]);
    return row?.isRight ?? null;
  }
}
