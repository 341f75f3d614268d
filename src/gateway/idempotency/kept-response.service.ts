import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isUnmet, Store, type Transaction } from '../../store/store.js';
import type { WholeResponse } from './whole-response.js';
import type { KeyedCall } from './keyed-call.js';

/** The status of a response that was erased with a person: key and fingerprint stay, so that a repeated call is refused and never done again. */
export const ERASED_STATUS = 410;

const KEPT_MS = 24 * 3_600_000;
/** Far above the largest application there can be. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const BATCH = 500;

const FIND = `
  SELECT fingerprint, upload_sha256 AS "uploadSha256", status, headers, body FROM kept_answer WHERE scope = $1 AND created_at > $2`;

/** The lock ends with the transaction. */
const ADMIT = `
  SELECT demand(pg_try_advisory_xact_lock($1), 'free'), demand(NOT EXISTS (SELECT FROM kept_answer WHERE scope = $2 AND created_at > $3), 'unanswered')`;

const KEEP = `
  WITH kept AS (
    INSERT INTO kept_answer AS k (scope, fingerprint, upload_sha256, status, headers, body, created_at, agent_code, path)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10)
    ON CONFLICT (scope) DO UPDATE SET (fingerprint, upload_sha256, status, headers, body, created_at, agent_code, path) =
      (excluded.fingerprint, excluded.upload_sha256, excluded.status, excluded.headers, excluded.body, excluded.created_at, excluded.agent_code,
        excluded.path)
      WHERE k.created_at <= $8
    RETURNING true)
  SELECT demand(EXISTS (SELECT FROM kept), 'unanswered')`;

const DELETE_OLD = `
  DELETE FROM kept_answer WHERE scope IN (SELECT scope FROM kept_answer WHERE created_at <= $1 ORDER BY created_at LIMIT ${BATCH})
  RETURNING true AS deleted`;

/** A response as it was sent, and what it was sent for. */
export interface KeptResponse extends WholeResponse {
  readonly fingerprint: Buffer;
  /** Digest of the file that was sent; null when none was. */
  readonly uploadSha256: Buffer | null;
}

/**
 * The responses to writes with an `Idempotency-Key`, kept for 24 hours in the environment that was written to.
 * SQL of our own: one prepared statement before a write, one after it (ADR-2).
 */
@Injectable()
export class KeptResponseService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  async find(environment: Environment, { scope }: KeyedCall): Promise<KeptResponse | null> {
    const [kept] = await this.store.query<KeptResponse>(environment, FIND, [scope, this.expiry()]);
    return kept ?? null;
  }

  /**
   * Makes every other call of the scope wait outside until the transaction ends, whichever node it came to. Deferred.
   * @throws DomainError (the next statement) IDEMPOTENT_REQUEST_RUNNING; IDEMPOTENCY_KEY_REUSED when there is a response, of the same body or another
   */
  admit(tx: Transaction, { scope }: KeyedCall): void {
    tx.defer(ADMIT, [String(scope.readBigInt64BE()), scope, this.expiry()], refusalOf);
  }

  /**
   * Keeps the response. Deferred.
   * @throws DomainError (the commit) IDEMPOTENCY_KEY_REUSED when there is a response by now
   */
  keep(tx: Transaction, keyed: KeyedCall, { fingerprint, uploadSha256, status, headers, body }: KeptResponse): void {
    const { scope, agentCode, path } = keyed;
    if (body.length > MAX_BODY_BYTES) throw new Error(`A response of ${body.length} bytes is too large to be kept`);
    const values = [scope, fingerprint, uploadSha256, status, JSON.stringify(headers), body, this.clock.now(), this.expiry()];
    tx.defer(KEEP, [...values, agentCode, path], refusalOf);
  }

  /** Deletes what is older than a day. */
  async deleteOld(environment: Environment): Promise<void> {
    while ((await this.store.query(environment, DELETE_OLD, [this.expiry()])).length === BATCH);
  }

  private expiry(): Date {
    return new Date(this.clock.now().getTime() - KEPT_MS);
  }
}

function refusalOf(error: unknown): unknown {
  if (isUnmet(error, 'free')) return new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING);
  return isUnmet(error, 'unanswered') ? new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED) : error;
}
