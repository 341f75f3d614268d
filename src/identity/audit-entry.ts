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
  /** Absent for keys, programs and users, which both environments share. */
  readonly environment?: Environment;
  /** New values or changed fields; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

// Names its schema, because changes of an environment are recorded in their own transaction.
const INSERT = `
  INSERT INTO gateway.audit_entry (at, actor_id, actor, action, subject_type, subject_id, environment, address, request_id, details, role)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Writes an entry of the audit record in the transaction of the action (backoffice.10). */
export async function insertAuditEntry(tx: Transaction, at: Date, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { action, subject, id, environment = null, details = {} } = entry;
  const { userId, name, address, requestId, role = null } = actor;
  await tx.query(INSERT, [at, userId, name, action, subject, String(id), environment, address, requestId, JSON.stringify(details), role]);
}
