import { Injectable } from '@nestjs/common';
import type { Actor } from '../../record/applications/application.js';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { Store, type Transaction } from '../../store/store.js';
import type { AuditActor } from '../audit/audit.service.js';
import type { FoundParty, Listing } from './erasure-listing.service.js';
import type { Named, Naming, Outcome } from './erasure-part.js';
import { stepsOf, type Counts, type ErasurePlan } from './erasure-plan.js';

/** Rows of the first part; it shrinks when a part takes too long. */
const FIRST_SIZE = 100;
const LARGEST_SIZE = 400;

/** The requester of an erasure: as the audit record names them, and as the history of an application does. */
export interface Requester {
  readonly actor: AuditActor;
  readonly signature: Pick<Actor, 'role' | 'name'>;
}

export interface RunningErasure extends Pick<ErasureState, 'partyId' | 'step' | 'steps' | 'counts' | 'omitted'> {
  readonly afm: string;
  readonly plan: ErasurePlan;
  readonly requester: Requester;
  readonly after: unknown;
  readonly size: number;
}

interface NewErasure {
  readonly listing: Listing;
  readonly requester: Requester;
  readonly counts: Counts;
}

/** What any user may read of an erasure. */
export interface ErasureState {
  readonly partyId: number;
  readonly state: 'running' | 'done';
  readonly requestedBy: string;
  readonly step: number;
  readonly steps: number;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly counts: Counts;
  readonly omitted: Readonly<Record<string, number>>;
  readonly failures: number;
  readonly fault: string | null;
  readonly retryAt: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const INSERT = `
  INSERT INTO erasure (party_id, afm, plan, actor, requested_by, steps, size, rows_total, counts, omitted, retry_at, started_at)
  VALUES ($1, $2, $3, $4, $5, $6, ${FIRST_SIZE}, $7, $8, $9, $10, $10)`;
const INSERT_APPLICATIONS = `
  INSERT INTO erasure_application (party_id, application_id, agent_code, version, is_own, is_named)
  SELECT $1, a.id, a."agentCode", a.version, a."isOwn", a."isNamed"
  FROM jsonb_to_recordset($2::jsonb) AS a(id bigint, "agentCode" text, version integer, "isOwn" boolean, "isNamed" boolean)`;

const FIND = `
  SELECT party_id AS "partyId", state, requested_by AS "requestedBy", step, steps, rows_done AS "rowsDone", rows_total AS "rowsTotal", counts, omitted,
    failures, fault, retry_at AS "retryAt", started_at AS "startedAt", finished_at AS "finishedAt"
  FROM erasure WHERE party_id = $1`;

/** As every release wrote it: a later one may go on with what an earlier one began. */
const REQUESTER = `jsonb_build_object('actor', actor->'actor',
    'signature', jsonb_build_object('role', actor->'doer'->'actor', 'name', actor->'doer'->'actorName'))`;

/** The one that waits longest and that no other node is busy with. It is locked until this transaction ends, or its process. */
const CLAIM = `
  SELECT party_id AS "partyId", afm, plan, ${REQUESTER} AS requester, step, steps, after, size, counts, omitted
  FROM erasure WHERE state = 'running' AND retry_at <= $1 ORDER BY retry_at, party_id LIMIT 1 FOR UPDATE SKIP LOCKED`;

const GO_ON = `
  UPDATE erasure SET plan = coalesce($2::jsonb, plan), step = $3, after = $4, size = least(size + greatest(1, size / 4), ${LARGEST_SIZE}), rows_done = rows_done + $5,
    counts = $6, omitted = $7, failures = 0, fault = NULL, retry_at = $8
  WHERE party_id = $1`;

/** Nothing of the person stays. */
const FINISH = `
  WITH listed AS (DELETE FROM erasure_application WHERE party_id = $1)
  UPDATE erasure SET state = 'done', afm = NULL, plan = NULL, actor = NULL, after = NULL, step = steps, rows_done = rows_done + $2, counts = $3,
    omitted = $4, failures = 0, fault = NULL, finished_at = $5
  WHERE party_id = $1`;

const POSTPONE = `
  UPDATE erasure SET size = greatest(1, size / 2), failures = failures + 1, fault = $2,
    retry_at = CASE WHEN size > 1 THEN $3::timestamptz ELSE $3::timestamptz + least(600, 5 * 2 ^ least(failures, 10)) * interval '1 second' END
  WHERE party_id = $1 AND state = 'running'`;

const NAMED = `SELECT application_id AS id, agent_code AS "agentCode", version, is_own AS "isOwn", is_named AS "isNamed" FROM erasure_application`;

/** Erasures under way and done. The row of one that is done says how much was erased, by whom and when, and nothing of the person. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly store: Store) {}

  async insert(tx: Transaction, { id: partyId, afm }: FoundParty, { listing, requester, counts }: NewErasure): Promise<void> {
    const { plan, applications, omitted, rows } = listing;
    const steps = stepsOf(plan.agents.length).length;
    const { role, name } = requester.signature;
    const texts = [plan, { actor: requester.actor, doer: { actor: role, actorName: name } }].map((value) => JSON.stringify(value));
    const values = [partyId, afm, ...texts, name, steps, rows, JSON.stringify(counts), JSON.stringify(omitted)];
    await tx.query(INSERT, [...values, new Date(plan.startedAt)]);
    await tx.query(INSERT_APPLICATIONS, [partyId, JSON.stringify(applications)]);
  }

  async find(where: Environment | Writer, partyId: number): Promise<ErasureState | null> {
    const [row] = await this.store.query<ErasureState>(where, FIND, [partyId]);
    return row ?? null;
  }

  async claim(tx: Transaction, now: Date): Promise<RunningErasure | null> {
    const [row] = await tx.query<RunningErasure>(CLAIM, [now]);
    return row ?? null;
  }

  async goOn(tx: Transaction, { partyId, step, counts, omitted }: RunningErasure, { rows, after, plan }: Outcome, at: Date): Promise<void> {
    const texts = [counts, omitted].map((value) => JSON.stringify(value));
    const [planText, afterText] = [plan ? JSON.stringify(plan) : null, after === null ? null : JSON.stringify(after)];
    await tx.query(GO_ON, [partyId, planText, step, afterText, rows, ...texts, at]);
  }

  async finish(tx: Transaction, { partyId, counts, omitted }: RunningErasure, { rows }: Outcome, at: Date): Promise<void> {
    await tx.query(FINISH, [partyId, rows, JSON.stringify(counts), JSON.stringify(omitted), at]);
  }

  /** After a part that failed: a smaller one next; when it has one row already, later. */
  async postpone(environment: Environment, partyId: number, fault: string, now: Date): Promise<void> {
    await this.store.query(environment, POSTPONE, [partyId, fault, now]);
  }

  naming(tx: Transaction, partyId: number): Naming {
    return {
      after: (id, limit) =>
        tx.query<Named>(`${NAMED} WHERE party_id = $1 AND application_id > $2 ORDER BY application_id LIMIT $3`, [partyId, id, limit]),
      among: (ids) =>
        ids.length === 0
          ? Promise.resolve([])
          : tx.query<Named>(`${NAMED} WHERE party_id = $1 AND application_id = ANY ($2::bigint[]) ORDER BY application_id`, [partyId, ids]),
      idsOf: async (agentCode) =>
        (await tx.query<Named>(`${NAMED} WHERE party_id = $1 AND agent_code = $2`, [partyId, agentCode])).map(({ id }) => id),
      own: async () => (await tx.query<Named>(`${NAMED} WHERE party_id = $1 AND is_own`, [partyId])).map(({ id }) => id),
    };
  }
}

/** The same of a listing that is stored nowhere. */
export function namingOf(applications: readonly Named[]): Naming {
  const byId = new Map(applications.map((one) => [one.id, one]));
  return {
    after: (id, limit) => Promise.resolve(applications.filter((one) => one.id > id).slice(0, limit)),
    among: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? [])),
    idsOf: (agentCode) => Promise.resolve(applications.filter((one) => one.agentCode === agentCode).map(({ id }) => id)),
    own: () => Promise.resolve(applications.filter(({ isOwn }) => isOwn).map(({ id }) => id)),
  };
}
