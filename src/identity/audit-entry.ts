import { randomBytes } from 'node:crypto';
import type { Environment } from '../common/environment.js';
import type { Transaction } from '../store/store.js';
import type { Role } from './user.service.js';

/** Actor of an action. `userId` is null without a session; `name` is an e-mail address or a name such as `clock`. */
export interface AuditActor {
  readonly userId: number | null;
  readonly name: string;
  readonly role?: Role | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly id: number | string;
  readonly environment?: Environment;
  /** New values or changed fields; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Makes the hash of an erased text useless for guessing it (backoffice.280). */
const SALT_BYTES = 16;

// Names its schema, because changes of an environment are recorded in their own transaction.
const INSERT = `
  INSERT INTO gateway.audit_entry (at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details, role,
    erasable_sha256, sha256, erasable_salt)
  SELECT e.*, h.erasable, gateway.hash_audit_entry(e.at, e.actor_id, e.actor, e.action, e.subject_type, e.subject_id, e.environment, e.address, e.request_id,
    e.details, e.role, h.erasable), CASE WHEN h.erasable IS NOT NULL THEN $12::bytea END
  FROM (SELECT $1::timestamptz AS at, $2::integer AS actor_id, $3 AS actor, $4 AS action, $5 AS subject_type, $6 AS subject_id, $7 AS environment,
    $8 AS address, $9::uuid AS request_id, $10::jsonb AS details, $11 AS role) AS e,
    LATERAL (SELECT gateway.hash_erasable_details(e.details, $12) AS erasable) AS h`;

export async function insertAuditEntry(tx: Transaction, at: Date, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { action, subject, id, environment = null, details = {} } = entry;
  const { userId, name, address, requestId, role = null } = actor;
  const values = [at, userId, name, action, subject, String(id), environment, address, requestId, JSON.stringify(details), role];
  await tx.query(INSERT, [...values, randomBytes(SALT_BYTES)]);
}
