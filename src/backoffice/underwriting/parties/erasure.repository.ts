import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Actor } from '../../../record/core/applications/application.js';
import type { Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { AuditActor } from '../../access/audit/audit.service.js';
import type { Counts } from './erasure-counts.js';
import type { NamingApplication } from './naming-application.js';
import type { ErasureResponse } from './party-erasure.dto.js';
import type { FoundParty, ApplicationToErase } from './person-data.repository.js';

/** Number of states in the first part. A failed part makes the next one smaller. */
const FIRST_SIZE = 100;
const LARGEST_SIZE = 400;

export interface Requester {
  readonly actor: AuditActor;
  readonly signature: Pick<Actor, 'role' | 'name'>;
}

export interface RunningErasure extends Pick<ErasureState, 'partyId' | 'counts' | 'startedAt'> {
  readonly afm: string;
  readonly requester: Requester;
  readonly after: number;
  readonly afterVersion: number;
  readonly size: number;
}

interface NewErasure {
  readonly applications: readonly NamingApplication[];
  readonly requester: Requester;
  readonly counts: Counts;
  readonly at: Date;
}

export interface ErasureState extends Omit<ErasureResponse, 'places' | 'retryAt' | 'startedAt' | 'finishedAt'> {
  readonly counts: Counts;
  readonly retryAt: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

interface Progress extends Pick<RunningErasure, 'after' | 'afterVersion' | 'counts'> {
  readonly states: number;
}

export interface PartApplication extends ApplicationToErase {
  readonly status: Status;
  readonly line: LineCode;
}

const INSERT = `
  WITH listed AS (
    SELECT * FROM jsonb_to_recordset($6::jsonb) AS l(id bigint, "agentCode" text, version integer, "isOwn" boolean, "isNamed" boolean)),
  begun AS (
    INSERT INTO erasure (party_id, afm, actor, requested_by, counts, size, rows_total, retry_at, started_at)
    SELECT $1, $2, $3, $4, $5, ${FIRST_SIZE}, (SELECT coalesce(sum(version), 0) FROM listed), $7, $7 RETURNING party_id)
  INSERT INTO erasure_application (party_id, application_id, agent_code, version, is_own, is_named)
  SELECT b.party_id, l.id, l."agentCode", l.version, l."isOwn", l."isNamed" FROM begun b, listed l`;

const FIND = `
  SELECT party_id AS "partyId", state, requested_by AS "requestedBy", rows_done AS "rowsDone", rows_total AS "rowsTotal", counts, failures, fault,
    retry_at AS "retryAt", started_at AS "startedAt", finished_at AS "finishedAt"
  FROM erasure WHERE party_id = $1`;

const CLAIM = `
  SELECT party_id AS "partyId", afm, actor AS requester, after, after_version AS "afterVersion", size, counts, started_at AS "startedAt"
  FROM erasure WHERE state = 'running' AND retry_at <= $1 ORDER BY retry_at, party_id LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Selects applications with at most $3 states together, and at least one application. */
const FIND_PART = `
  SELECT p.id, p."agentCode", p.version, p."isOwn", p."isNamed", a.status, a.line FROM (
    SELECT application_id AS id, agent_code AS "agentCode", version, is_own AS "isOwn", is_named AS "isNamed",
      sum(version) OVER (ORDER BY application_id) AS states, row_number() OVER (ORDER BY application_id) AS place
    FROM erasure_application WHERE party_id = $1 AND application_id > $2 ORDER BY application_id LIMIT $3) AS p
  JOIN application a ON a.id = p.id
  WHERE p.states <= $3 OR p.place = 1 ORDER BY p.id`;

const ADVANCE = `
  UPDATE erasure SET after = $2, after_version = $3, size = least(size + greatest(1, size / 4), ${LARGEST_SIZE}), rows_done = rows_done + $4, counts = $5,
    failures = 0, fault = NULL, retry_at = $6
  WHERE party_id = $1`;

const FINISH = `
  WITH listed AS (DELETE FROM erasure_application WHERE party_id = $1)
  UPDATE erasure SET state = 'done', afm = NULL, actor = NULL, failures = 0, fault = NULL, finished_at = $2 WHERE party_id = $1`;

const POSTPONE = `
  UPDATE erasure SET size = greatest(1, size / 2), failures = failures + 1, fault = $2,
    retry_at = CASE WHEN size > 1 THEN $3::timestamptz ELSE $3::timestamptz + least(600, 5 * 2 ^ least(failures, 10)) * interval '1 second' END
  WHERE party_id = $1 AND state = 'running'`;

/** A finished erasure has counts, requester and times, but no data of the person. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly store: Store) {}

  async insert(tx: Transaction, { id, afm }: FoundParty, { applications, requester, counts, at }: NewErasure): Promise<void> {
    const [actor, countsText, listed] = [requester, counts, applications].map((value) => JSON.stringify(value));
    await tx.query(INSERT, [id, afm, actor, requester.signature.name, countsText, listed, at]);
  }

  async find(where: Environment | Writer, partyId: number): Promise<ErasureState | null> {
    const [row] = await this.store.query<ErasureState>(where, FIND, [partyId]);
    return row ?? null;
  }

  async claim(tx: Transaction, now: Date): Promise<RunningErasure | null> {
    const [row] = await tx.query<RunningErasure>(CLAIM, [now]);
    return row ?? null;
  }

  findPart(tx: Transaction, { partyId, after, size }: RunningErasure): Promise<PartApplication[]> {
    return tx.query<PartApplication>(FIND_PART, [partyId, after, size]);
  }

  async advance(tx: Transaction, partyId: number, { after, afterVersion, states, counts }: Progress, at: Date): Promise<void> {
    await tx.query(ADVANCE, [partyId, after, afterVersion, states, JSON.stringify(counts), at]);
  }

  async finish(tx: Transaction, partyId: number, at: Date): Promise<void> {
    await tx.query(FINISH, [partyId, at]);
  }

  /** Makes the next part smaller after a failure; the smallest one waits. */
  async postpone(environment: Environment, partyId: number, fault: string, now: Date): Promise<void> {
    await this.store.query(environment, POSTPONE, [partyId, fault, now]);
  }
}
