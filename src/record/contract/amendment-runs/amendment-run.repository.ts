import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import { Status } from '../../core/applications/status.js';
import type { LeasedRun, RequestedRun, RunOutcome, RunState } from './amendment-run.js';

const LEASE_SECONDS = 10;

const INSERT = `
  INSERT INTO amendment_run (line, filter, changes, kind, effective_date, reason, created_by_id, created_by, created_at)
  VALUES ($1, $2::jsonb, $3::jsonb, $4, $5, $6, $7, $8, $9) RETURNING id`;

export const MAX_RUN_POLICIES = 200_000;
/** Policies that one statement selects, so that none runs into the time limit of statements. */
const AT_ONCE = 20_000;

const SELECT_POLICIES = `
  WITH selected AS (INSERT INTO amendment_run_policy (run_id, application_id)
  SELECT $1, a.id FROM application a
  WHERE a.status = '${Status.IN_FORCE}' AND a.line = $2 AND a.end_date > $3 AND ($4::text[] IS NULL OR a.agent_code = ANY ($4))
    AND ($5::integer[] IS NULL OR a.tariff_version = ANY ($5)) AND ($6::date IS NULL OR a.start_date >= $6) AND ($7::date IS NULL OR a.start_date <= $7)
    AND ($8::date IS NULL OR a.end_date >= $8) AND ($9::date IS NULL OR a.end_date <= $9) AND a.id > $10
  ORDER BY a.id LIMIT ${AT_ONCE} RETURNING application_id)
  SELECT count(*)::int AS count, max(application_id) AS "lastId" FROM selected`;
const SAVE_COUNT = 'UPDATE amendment_run SET policy_count = $2 WHERE id = $1';

const LEASE = buildLease({
  table: 'amendment_run',
  key: 'id',
  where: `state IN ('CALCULATING', 'RUNNING') AND id > $1`,
  orderBy: 'id',
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: `id, state, filter, changes, kind, effective_date AS "effectiveDate", reason, coalesce(started_by, created_by) AS by`,
});
const PROLONG = `UPDATE amendment_run SET leased_until = ${buildLeaseEnd(LEASE_SECONDS)} WHERE id = $1 AND state = $2 RETURNING id`;
const RELEASE = `UPDATE amendment_run SET leased_until = NULL WHERE id = $1 AND leased_until IS NOT NULL`;

const IS_WAITING: Readonly<Record<LeasedRun['state'], string>> = {
  CALCULATING: 'p.step = 0',
  RUNNING: `p.step = 1 AND p.result IN ('ISSUED', 'UNPAID', 'REFERRED')`,
};
const listWaiting = (state: LeasedRun['state']): string =>
  `SELECT p.application_id AS id FROM amendment_run_policy p WHERE p.run_id = $1 AND ${IS_WAITING[state]} AND p.application_id > $2
  ORDER BY p.application_id LIMIT $3`;
const SAVE = `
  UPDATE amendment_run_policy p SET step = 1, result = s.result, yearly = s.yearly, due = s.due, faults = s.faults
  FROM jsonb_to_recordset($2::jsonb) AS s("applicationId" bigint, result text, yearly numeric, due numeric, faults jsonb)
  WHERE p.run_id = $1 AND p.application_id = s."applicationId" AND p.step = 0`;
const MARK = `
  UPDATE amendment_run_policy p SET step = 2, result = $3, amendment_no = $4, yearly = $5, due = $6, faults = $7::jsonb
  FROM amendment_run r WHERE p.run_id = $1 AND p.application_id = $2 AND p.step = 1 AND r.id = $1 AND r.state = 'RUNNING' RETURNING p.run_id`;

export const buildFigures = (run: string): string => `(
  SELECT coalesce(json_agg(f), '[]') FROM (
    SELECT p.step, p.result, count(*)::integer AS count, coalesce(sum(p.yearly), 0.00)::text AS yearly, coalesce(sum(p.due), 0.00)::text AS due
    FROM amendment_run_policy p WHERE p.run_id = ${run} GROUP BY p.step, p.result) AS f)`;

const FINISH = (from: LeasedRun['state'], to: RunState): string => `
  UPDATE amendment_run r SET state = '${to}', figures = ${buildFigures('r.id')}, ended_at = $2, leased_until = NULL
  WHERE r.id = $1 AND r.state = '${from}' AND NOT EXISTS (SELECT FROM amendment_run_policy p WHERE p.run_id = $1 AND ${IS_WAITING[from]})`;

interface SelectedPolicies {
  readonly count: number;
  readonly lastId: number | null;
}

/** Each returns no row when the run is in another state. */
const START = `
  UPDATE amendment_run r SET state = 'RUNNING', figures = NULL, started_by = $2, started_at = $3, ended_at = NULL
  WHERE r.id = $1 AND r.state = 'CALCULATED' RETURNING id`;
const STOP = `
  UPDATE amendment_run r SET state = 'STOPPED', figures = ${buildFigures('r.id')}, ended_at = $2, leased_until = NULL
  WHERE r.id = $1 AND r.state IN ('CALCULATING', 'RUNNING') RETURNING id`;
const RESUME = `
  UPDATE amendment_run r SET state = CASE WHEN started_at IS NULL THEN 'CALCULATING' ELSE 'RUNNING' END, figures = NULL, ended_at = NULL
  WHERE r.id = $1 AND r.state = 'STOPPED' RETURNING id`;
const FIND = `SELECT state, created_by_id AS "createdById" FROM amendment_run WHERE id = $1`;

/** The run was stopped, or another node has amended the policy. */
export class PolicyTakenError extends Error {}

@Injectable()
export class AmendmentRunRepository {
  constructor(private readonly store: Store) {}

  async insert(
    tx: Transaction,
    { filter, changes, kind, effectiveDate, reason }: RequestedRun,
    { userId, name, at }: { readonly userId: number; readonly name: string; readonly at: Date },
  ): Promise<{ readonly id: number; readonly count: number }> {
    const { line, agentCodes, tariffVersions, startFrom, startTo, endFrom, endTo } = filter;
    const run = [line, JSON.stringify(filter), JSON.stringify(changes), kind, effectiveDate, reason, userId, name, at];
    const { id } = getRow(await tx.query<{ id: number }>(INSERT, run));
    const values = [id, line, effectiveDate, agentCodes, tariffVersions, startFrom, startTo, endFrom, endTo];
    let count = 0;
    for (let after: number | null = 0; after !== null;) {
      const selected: SelectedPolicies = getRow(await tx.query<SelectedPolicies>(SELECT_POLICIES, [...values, after]));
      count += selected.count;
      after = selected.count < AT_ONCE || count > MAX_RUN_POLICIES ? null : selected.lastId;
    }
    await tx.query(SAVE_COUNT, [id, count]);
    return { id, count };
  }

  async lease(environment: Environment, after: number): Promise<LeasedRun | null> {
    const [row] = await this.store.query<LeasedRun>(environment, LEASE, [after]);
    return row ?? null;
  }

  async prolongLease(environment: Environment, { id, state }: LeasedRun): Promise<boolean> {
    return (await this.store.query(environment, PROLONG, [id, state])).length > 0;
  }

  async release(environment: Environment, { id }: LeasedRun): Promise<void> {
    await this.store.query(environment, RELEASE, [id]);
  }

  async listWaiting(environment: Environment, { id, state }: LeasedRun, after: number, limit: number): Promise<number[]> {
    const rows = await this.store.query<{ id: number }>(environment, listWaiting(state), [id, after, limit]);
    return rows.map((row) => row.id);
  }

  async saveCalculated(environment: Environment, runId: number, outcomes: readonly RunOutcome[]): Promise<void> {
    await this.store.transaction(environment, (tx) => tx.query(SAVE, [runId, JSON.stringify(outcomes)]));
  }

  async mark(tx: Transaction, runId: number, { applicationId, result, amendmentNo, yearly, due, faults }: RunOutcome): Promise<void> {
    const marked = await tx.query(MARK, [runId, applicationId, result, amendmentNo, yearly, due, JSON.stringify(faults)]);
    if (marked.length === 0) throw new PolicyTakenError();
  }

  async finish(environment: Environment, { id, state }: LeasedRun, at: Date): Promise<void> {
    await this.store.query(environment, FINISH(state, state === 'RUNNING' ? 'DONE' : 'CALCULATED'), [id, at]);
  }

  async find(tx: Transaction, id: number): Promise<{ readonly state: RunState; readonly createdById: number } | null> {
    const [row] = await tx.query<{ state: RunState; createdById: number }>(FIND, [id]);
    return row ?? null;
  }

  async start(tx: Transaction, id: number, name: string, at: Date): Promise<boolean> {
    return (await tx.query(START, [id, name, at])).length > 0;
  }

  async stop(tx: Transaction, id: number, at: Date): Promise<boolean> {
    return (await tx.query(STOP, [id, at])).length > 0;
  }

  async resume(tx: Transaction, id: number): Promise<boolean> {
    return (await tx.query(RESUME, [id])).length > 0;
  }
}
