import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isFailedDemand, Store, type Schema, type Transaction } from '../../store/store.js';
import type { KeyOwner } from '../call/call.js';
import type { KeyedCall } from './keyed-call.js';
import type { StoredResponse } from './stored-response.js';

/** Status of an erased response. Key and fingerprint remain, so a repeated call is refused. */
export const ERASED_STATUS = 410;

const KEPT_MS = 24 * 3_600_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const BATCH = 500;
const LOCATING = /^(content-)?location$/i;
const RESOURCE = /[a-z_-]+\/\d+(?=\/|$)/gi;

function buildStatements(table: string, owner: string): Readonly<Record<'find' | 'admit' | 'save' | 'deleteOld', string>> {
  return {
    find: `
  SELECT fingerprint, upload_sha256 AS "uploadSha256", status, headers, body FROM ${table} WHERE scope = $1 AND created_at > $2`,
    admit: `
  SELECT demand(pg_try_advisory_xact_lock($1), 'free'), demand(NOT EXISTS (SELECT FROM ${table} WHERE scope = $2 AND created_at > $3), 'unanswered')`,
    save: `
  WITH stored AS (
    INSERT INTO ${table} AS k (scope, fingerprint, upload_sha256, status, headers, body, created_at, ${owner}, path, resources)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11)
    ON CONFLICT (scope) DO UPDATE SET (fingerprint, upload_sha256, status, headers, body, created_at, ${owner}, path, resources) =
      (excluded.fingerprint, excluded.upload_sha256, excluded.status, excluded.headers, excluded.body, excluded.created_at, excluded.${owner},
        excluded.path, excluded.resources)
      WHERE k.created_at <= $8
    RETURNING true)
  SELECT demand(EXISTS (SELECT FROM stored), 'unanswered')`,
    deleteOld: `
  DELETE FROM ${table} WHERE scope IN (SELECT scope FROM ${table} WHERE created_at <= $1 ORDER BY created_at LIMIT ${BATCH})
  RETURNING true AS deleted`,
  };
}

/** The table of staff has a schema in its name, because staff writes in another schema. */
const STATEMENTS: Readonly<Record<KeyOwner['table'], ReturnType<typeof buildStatements>>> = {
  services: buildStatements('kept_answer', 'agent_code'),
  staff: buildStatements('gateway.kept_staff_answer', 'environment'),
};

/** Writes an empty message to the log, whose commit waits as every other does. */
const AWAIT_REPLICATION = `
  SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' THEN pg_logical_emit_message(true, 'insurance-gateway', '') IS NOT NULL END`;

export interface CachedResponse extends StoredResponse {
  readonly fingerprint: Buffer;
  readonly uploadSha256: Buffer | null;
}

@Injectable()
export class CachedResponseService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  async find(environment: Environment, { scope, owner }: KeyedCall): Promise<CachedResponse | null> {
    const [stored] = await this.store.query<CachedResponse>(environment, STATEMENTS[owner.table].find, [scope, this.expiry()]);
    return stored ?? null;
  }

  async admit(tx: Transaction, { scope, owner }: KeyedCall): Promise<void> {
    await tx.query(STATEMENTS[owner.table].admit, [String(scope.readBigInt64BE()), scope, this.expiry()]).catch(refuse);
  }

  /** @throws DomainError IDEMPOTENCY_KEY_REUSED if a response was stored meanwhile */
  async save(tx: Transaction, keyed: KeyedCall, { fingerprint, uploadSha256, status, headers, body }: CachedResponse): Promise<void> {
    const { scope, owner, path } = keyed;
    if (body.length > MAX_BODY_BYTES) throw new Error(`A response of ${body.length} bytes is too large to be stored`);
    const values = [scope, fingerprint, uploadSha256, status, JSON.stringify(headers), body, this.clock.now(), this.expiry()];
    await tx.query(STATEMENTS[owner.table].save, [...values, owner.name, path, listResources(path, headers)]).catch(refuse);
  }

  /** Waits until synchronous standbys have all that was committed before. @throws DomainError UNAVAILABLE */
  async awaitReplication(environment: Environment): Promise<void> {
    await this.store.transaction(environment, (tx) => tx.query(AWAIT_REPLICATION));
  }

  async deleteOld(schema: Schema): Promise<void> {
    const { deleteOld } = STATEMENTS[schema === 'gateway' ? 'staff' : 'services'];
    while ((await this.store.query(schema, deleteOld, [this.expiry()])).length === BATCH);
  }

  private expiry(): Date {
    return new Date(this.clock.now().getTime() - KEPT_MS);
  }
}

/** Lists resources such as `applications/12`, by which an erasure finds responses. */
export function listResources(path: string, headers: StoredResponse['headers']): string[] {
  const located = headers.filter(([name]) => LOCATING.test(name)).map(([, value]) => String(value));
  return [...new Set([path, ...located].flatMap((one) => decodeURIComponent(one).match(RESOURCE) ?? []))];
}

function refuse(error: unknown): never {
  if (isFailedDemand(error, 'free')) throw new DomainError(ErrorCode.IDEMPOTENT_REQUEST_RUNNING);
  throw isFailedDemand(error, 'unanswered') ? new DomainError(ErrorCode.IDEMPOTENCY_KEY_REUSED) : error;
}
