import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Store, type Transaction } from '../../../store/store.js';
import { claimTurn } from '../../../store/turn.js';

const AT_ONCE = 1_000;
/** Entries of transactions that are open for longer than this are not expected. */
const LATE_AFTER = `interval '1 hour'`;

const LAST_LINK = 'SELECT position, hash FROM audit_link ORDER BY position DESC LIMIT 1';
const UNLINKED = `
  SELECT e.id, e.sha256 FROM audit_entry e
  WHERE e.id > coalesce((SELECT max(entry_id) FROM audit_link WHERE position <= (
      SELECT max(position) FROM audit_link WHERE linked_at < statement_timestamp() - ${LATE_AFTER})), 0)
    AND NOT EXISTS (SELECT FROM audit_link l WHERE l.entry_id = e.id)
  ORDER BY e.id LIMIT ${AT_ONCE}`;
const INSERT = `
  INSERT INTO audit_link (position, entry_id, hash)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])`;

const LINKED_AFTER = `
  SELECT l.position, l.hash, e.id, e.at, e.actor_id AS "actorId", e.actor, e.role, e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
         e.environment, e.address, e.request_id AS "requestId", e.details
  FROM audit_link l JOIN audit_entry e ON e.id = l.entry_id WHERE l.position > $1 ORDER BY l.position LIMIT $2`;

export interface AuditHead {
  readonly position: number;
  readonly hash: Buffer;
}

export interface LinkedEntry extends AuditHead {
  readonly id: number;
  readonly at: Date;
  readonly actorId: number | null;
  readonly actor: string;
  readonly role: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly environment: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export const NO_LINKS: AuditHead = { position: 0, hash: Buffer.alloc(0) };

/** `sha256` is null for a row that the program did not write. */
export function hashLink(previous: Buffer, entryId: number, sha256: Buffer | null): Buffer {
  const id = Buffer.alloc(8);
  id.writeBigInt64BE(BigInt(entryId));
  return createHash('sha256')
    .update(previous)
    .update(id)
    .update(sha256 ?? Buffer.alloc(0))
    .digest();
}

export function formatHead({ position, hash }: AuditHead): string {
  return `${position}:${hash.toString('hex')}`;
}

@Injectable()
export class AuditChainRepository {
  constructor(private readonly store: Store) {}

  /** Returns without work while another node does it. */
  async linkAll(): Promise<void> {
    while ((await this.store.transaction('gateway', linkSome)) === AT_ONCE);
  }

  async findHead(): Promise<AuditHead> {
    const [head] = await this.store.query<AuditHead>('gateway', LAST_LINK);
    return head ?? NO_LINKS;
  }

  listAfter(position: number, limit: number): Promise<LinkedEntry[]> {
    return this.store.query('gateway', LINKED_AFTER, [position, limit]);
  }
}

async function linkSome(tx: Transaction): Promise<number> {
  if (!(await claimTurn(tx, 'audit chain'))) return 0;
  const entries = await tx.query<{ id: number; sha256: Buffer | null }>(UNLINKED);
  if (entries.length === 0) return 0;
  let [{ position, hash } = NO_LINKS] = await tx.query<AuditHead>(LAST_LINK);
  const links = entries.map(({ id, sha256 }) => ({ position: (position += 1), id, hash: (hash = hashLink(hash, id, sha256)) }));
  await tx.query(INSERT, [links.map((link) => link.position), links.map(({ id }) => id), links.map((link) => link.hash)]);
  return entries.length;
}
