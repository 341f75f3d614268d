import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import { buildFreeCondition, buildLease, buildLeaseEnd } from '../../../../store/lease.js';
import { getRow, Store } from '../../../../store/store.js';
import type { ArchivedObject } from './archived-object.js';

/** Longer than writing an object and reading it back. Its object is not deleted before the end of the lease. */
const STORE_LEASE_SECONDS = 300;
const DELETE_LEASE_SECONDS = 60;
const MAX_WAIT_SECONDS = 3_600;
const MAX_COUNTED = 100_000;

export interface LeasedObject extends ArchivedObject {
  readonly leasedUntil: Date;
}

export interface DocumentToArchive extends LeasedObject {
  readonly content: Buffer<ArrayBuffer>;
}

export interface ArchiveCounts {
  readonly waiting: number;
  readonly failed: number;
  readonly deleting: number;
}

const IS_DUE = `d.archived_at IS NULL AND d.scan = 'clean' AND d.created_at < $1`;

/** Writes the row of the object before the object exists, so that a killed node leaves no object without a row. */
const CLAIM = `
  WITH due AS (
    SELECT d.id, d.sha256 FROM document d JOIN document_content c ON c.document_id = d.id
    WHERE ${IS_DUE} AND NOT EXISTS (SELECT FROM document_object o WHERE o.document_id = d.id AND NOT ${buildFreeCondition('o.leased_until')})
    ORDER BY d.created_at, d.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
  claimed AS (
    INSERT INTO document_object AS o (document_id, sha256, state, leased_until)
    SELECT id, sha256, 'storing', ${buildLeaseEnd(STORE_LEASE_SECONDS)} FROM due
    ON CONFLICT (document_id) DO UPDATE SET leased_until = excluded.leased_until
    WHERE o.state = 'storing' AND ${buildFreeCondition('o.leased_until')}
    RETURNING o.document_id, o.sha256, o.leased_until)
  SELECT o.document_id AS id, encode(o.sha256, 'hex') AS sha256, o.leased_until AS "leasedUntil", c.content
  FROM claimed o JOIN document_content c ON c.document_id = o.document_id`;

const MARK = `
  UPDATE document d SET archived_at = $3 WHERE d.id = $1 AND d.archived_at IS NULL AND EXISTS (
    SELECT FROM document_object o WHERE o.document_id = d.id AND o.state = 'storing' AND o.leased_until = $2)
  RETURNING d.id`;

/** The trigger of the table lets the bytes go once the document is marked. */
const EMPTY = `UPDATE document_content SET content = NULL WHERE document_id = $1 RETURNING document_id`;

const FINISH = `UPDATE document_object SET state = 'stored', leased_until = NULL, failures = 0, fault = NULL WHERE document_id = $1`;

/** Has an object deleted that was written for a document which is deleted meanwhile, also if its row is gone. */
const ABANDON = `
  INSERT INTO document_object AS o (document_id, sha256, state) VALUES ($1, decode($2, 'hex'), 'deleting')
  ON CONFLICT (document_id) DO UPDATE SET leased_until = NULL WHERE o.state = 'deleting' AND o.leased_until = $3`;

const FAIL = `
  UPDATE document_object SET failures = failures + 1, fault = $3,
    leased_until = statement_timestamp() + least(${MAX_WAIT_SECONDS}, 10 * 2 ^ least(failures, 10)) * interval '1 second'
  WHERE document_id = $1 AND leased_until = $2`;

const CLAIM_DELETION = buildLease({
  table: 'document_object',
  key: 'document_id',
  where: `state = 'deleting'`,
  orderBy: 'leased_until NULLS FIRST, document_id',
  until: buildLeaseEnd(DELETE_LEASE_SECONDS),
  returning: `document_id AS id, encode(sha256, 'hex') AS sha256, leased_until AS "leasedUntil"`,
});

const FORGET = `DELETE FROM document_object WHERE document_id = $1 AND state = 'deleting' AND leased_until = $2`;

const count = (from: string): string => `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MAX_COUNTED}) AS found)::int`;

const COUNT = `
  SELECT ${count(`document d JOIN document_content c ON c.document_id = d.id WHERE ${IS_DUE}`)} AS waiting,
    ${count('document_object WHERE failures > 0')} AS failed, ${count(`document_object WHERE state = 'deleting'`)} AS deleting`;

@Injectable()
export class DocumentArchiveRepository {
  constructor(private readonly store: Store) {}

  async claimDocument(environment: Environment, before: Date): Promise<DocumentToArchive | null> {
    const [row] = await this.store.query<DocumentToArchive>(environment, CLAIM, [before]);
    return row ?? null;
  }

  async saveArchived(environment: Environment, { id, leasedUntil }: LeasedObject, at: Date): Promise<boolean> {
    return this.store.transaction(environment, async (tx) => {
      const [marked] = await tx.query(MARK, [id, leasedUntil, at]);
      if (marked === undefined) return false;
      const emptied = await tx.query(EMPTY, [id]);
      if (emptied.length === 0) throw new Error(`The content of document ${id} was deleted meanwhile.`);
      await tx.query(FINISH, [id]);
      return true;
    });
  }

  async abandonObject(environment: Environment, { id, sha256, leasedUntil }: LeasedObject): Promise<void> {
    await this.store.query(environment, ABANDON, [id, sha256, leasedUntil]);
  }

  /** Waits longer after each failure. `fault` names the failure and no person. */
  async saveFailure(environment: Environment, { id, leasedUntil }: LeasedObject, fault: string): Promise<void> {
    await this.store.query(environment, FAIL, [id, leasedUntil, fault]);
  }

  async claimDeletion(environment: Environment): Promise<LeasedObject | null> {
    const [row] = await this.store.query<LeasedObject>(environment, CLAIM_DELETION);
    return row ?? null;
  }

  async saveDeleted(environment: Environment, { id, leasedUntil }: LeasedObject): Promise<void> {
    await this.store.query(environment, FORGET, [id, leasedUntil]);
  }

  async count(environment: Environment, before: Date | null): Promise<ArchiveCounts> {
    return getRow(await this.store.query<ArchiveCounts>(environment, COUNT, [before]));
  }
}
