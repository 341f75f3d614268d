import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { buildLease, buildLeaseEnd } from '../../../store/lease.js';
import { getRow, Store, type Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { formatStatusList, POLICY_STATUSES } from '../../core/applications/status.js';
import { addHistory, applyTransition, STAMPED, STAMPED_AT } from '../../core/applications/transition.js';
import type { LeasedTransfer, RequestedTransfer, TransferFigures, TransferState } from './portfolio-transfer.js';

const LEASE_SECONDS = 30;
const AT_ONCE = 50;

/** All years of a contract move together, because a renewal and its policy refer to each other. */
const buildChosen = (limit: string): string => `
  RECURSIVE chosen AS (
    (SELECT a.id, a.renewal_of, a.renewed_by FROM application a
     WHERE a.agent_code = $1 AND ($2::bigint[] IS NULL OR a.id = ANY ($2)) ${limit})
    UNION
    SELECT n.id, n.renewal_of, n.renewed_by FROM chosen c CROSS JOIN LATERAL (
      SELECT id, agent_code, renewal_of, renewed_by FROM application WHERE id IN (c.renewal_of, c.renewed_by)
      UNION ALL SELECT id, agent_code, renewal_of, renewed_by FROM application WHERE renewal_of = c.id) AS n
    WHERE n.agent_code = $1)`;

const LOCK_BATCH = `
  WITH ${buildChosen(`LIMIT ${AT_ONCE}`)}
  SELECT a.id, a.line, a.status, a.questionnaire FROM application a
  WHERE a.id IN (SELECT id FROM chosen) AND a.agent_code = $1 ORDER BY a.id FOR UPDATE`;

const COUNT = `
  WITH ${buildChosen('')}
  SELECT count(*) FILTER (WHERE a.status IN (${formatStatusList(POLICY_STATUSES)}))::int AS policies,
    count(*) FILTER (WHERE a.status NOT IN (${formatStatusList(POLICY_STATUSES)}))::int AS applications,
    coalesce(sum(due.count), 0)::int AS instalments, coalesce(sum(due.gross), 0.00)::text AS gross
  FROM chosen c JOIN application a ON a.id = c.id CROSS JOIN LATERAL (
    SELECT count(*) AS count, sum(r.gross) AS gross FROM receipt r WHERE r.application_id = a.id AND r.status = 'PENDING') AS due`;

const FIND_POLICIES = `
  SELECT a.id, a.agent_code AS "agentCode" FROM unnest($1::text[]) WITH ORDINALITY AS sent (policy_no, place)
  LEFT JOIN application a ON a.policy_no = sent.policy_no ORDER BY sent.place`;

const NAMED_AGENTS = `'{subagent_code,service_code,commission_code,commisionAgentCode,serviceAgentCode,indirectAgentCode}'::text[]`;

const namesAgents = (questionnaire: string): string => `${questionnaire}::jsonb ?| (${NAMED_AGENTS} || '{agentTitles}')`;

/** Removes named agents from a questionnaire in the order of its fields. A stored name becomes the new agent's. */
const toNewAgent = (questionnaire: string, agent: string): string => `CASE WHEN ${namesAgents(questionnaire)} THEN (
    SELECT json_object_agg(f.key, CASE WHEN f.key <> 'agentTitles' THEN f.value
      ELSE (SELECT json_build_object('agent', g.name) FROM agent g WHERE g.code = ${agent}) END ORDER BY f.place)
    FROM json_each(${questionnaire}) WITH ORDINALITY AS f (key, value, place) WHERE f.key <> ALL (${NAMED_AGENTS})) ELSE ${questionnaire} END`;

const MOVE = addHistory(
  `
  changed AS (
    UPDATE application a SET agent_code = $3, questionnaire = ${toNewAgent('a.questionnaire', '$3')}, version = version + 1, ${STAMPED},
      updated_at = greatest(${STAMPED_AT}, updated_at)
    WHERE a.id = ANY ($2::bigint[])
    RETURNING id, status AS from_status, status, updated_at AS moved_at)`,
  'id',
);
const MOVE_PARTS = [
  'UPDATE receipt SET agent_code = $2 WHERE application_id = ANY ($1::bigint[])',
  'UPDATE amendment SET agent_code = $2 WHERE application_id = ANY ($1::bigint[])',
  'UPDATE offer SET agent_code = $2 WHERE application_id = ANY ($1::bigint[])',
  `UPDATE contract_segment s SET questionnaire = ${toNewAgent('s.questionnaire', '$2')}
  WHERE s.application_id = ANY ($1::bigint[]) AND ${namesAgents('s.questionnaire')}`,
];
const INSERT = `
  INSERT INTO portfolio_transfer (from_agent, to_agent, policy_nos, application_ids, effective_date, reason, figures, created_by, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9) RETURNING id`;
const LEASE = buildLease({
  table: 'portfolio_transfer',
  key: 'id',
  where: `state IN ('SCHEDULED', 'RUNNING') AND effective_date <= $2 AND id > $1`,
  orderBy: 'id',
  until: buildLeaseEnd(LEASE_SECONDS),
  returning: `id, from_agent AS "fromAgent", to_agent AS "toAgent", application_ids AS "applicationIds", effective_date AS "effectiveDate",
    created_by AS "createdBy"`,
});
/** A failed transfer waits a minute longer after each failure, up to half an hour. $1: id; $2: reason. */
const SAVE_FAILURE = `
  UPDATE portfolio_transfer SET failures = failures + 1, failure = $2,
    leased_until = date_trunc('milliseconds', statement_timestamp()) + least(failures + 1, 30) * interval '1 minute'
  WHERE id = $1 AND ended_at IS NULL`;
const RELEASE = 'UPDATE portfolio_transfer SET leased_until = NULL WHERE id = $1 AND leased_until IS NOT NULL';
const CONTINUE = `
  UPDATE portfolio_transfer SET state = 'RUNNING', failures = 0, failure = NULL, leased_until = ${buildLeaseEnd(LEASE_SECONDS)}
  WHERE id = $1 AND state IN ('SCHEDULED', 'RUNNING') RETURNING id`;
const COUNT_MOVED = 'UPDATE portfolio_transfer SET moved = moved + $2 WHERE id = $1';
const END = 'UPDATE portfolio_transfer SET state = $2, ended_at = $3, leased_until = NULL WHERE id = $1 AND ended_at IS NULL';
const CANCEL = `
  UPDATE portfolio_transfer SET state = 'CANCELLED', ended_at = $2 WHERE id = $1 AND state = 'SCHEDULED' RETURNING id`;
const FIND_STATE = 'SELECT state FROM portfolio_transfer WHERE id = $1';

/** Locks the clocks of the sandbox. Selects whether all run in real time. */
const HOLD_CLOCKS = `
  SELECT coalesce(bool_and(held.is_real), true) AS "areReal" FROM (
    SELECT state = 'ready' AND frozen_at IS NULL AS is_real FROM agent_clock WHERE agent_code = ANY ($1) ORDER BY agent_code FOR KEY SHARE) AS held`;

export type MovedApplication = Pick<ApplicationRecord, 'id' | 'line' | 'status' | 'questionnaire'>;

@Injectable()
export class PortfolioTransferRepository {
  constructor(private readonly store: Store) {}

  async insert(
    tx: Transaction,
    transfer: RequestedTransfer,
    figures: TransferFigures,
    { name, at }: { readonly name: string; readonly at: Date },
  ): Promise<number> {
    const { fromAgent, toAgent, policyNos, applicationIds, effectiveDate, reason } = transfer;
    const values = [fromAgent, toAgent, policyNos, applicationIds, effectiveDate, reason, JSON.stringify(figures), name, at];
    return getRow(await tx.query<{ id: number }>(INSERT, values)).id;
  }

  findPolicies(
    tx: Transaction,
    policyNos: readonly string[],
  ): Promise<{ readonly id: number | null; readonly agentCode: string | null }[]> {
    return tx.query(FIND_POLICIES, [policyNos]);
  }

  async count(tx: Transaction, { fromAgent, applicationIds }: RequestedTransfer): Promise<TransferFigures> {
    return getRow(await tx.query<TransferFigures>(COUNT, [fromAgent, applicationIds]));
  }

  async holdClocks(tx: Transaction, agentCodes: readonly string[]): Promise<boolean> {
    return getRow(await tx.query<{ areReal: boolean }>(HOLD_CLOCKS, [agentCodes])).areReal;
  }

  async lease(environment: Environment, after: number, today: LocalDate): Promise<LeasedTransfer | null> {
    const [row] = await this.store.query<LeasedTransfer>(environment, LEASE, [after, today]);
    return row ?? null;
  }

  async release(environment: Environment, { id }: LeasedTransfer): Promise<void> {
    await this.store.query(environment, RELEASE, [id]);
  }

  /** Lets the transfer wait, so that it does not hold back others. */
  async saveFailure(environment: Environment, { id }: LeasedTransfer, reason: string): Promise<void> {
    await this.store.query(environment, SAVE_FAILURE, [id, reason]);
  }

  /** Locks the transfer until the end of the transaction; false once it has ended. */
  async continue(tx: Transaction, { id }: LeasedTransfer): Promise<boolean> {
    return (await tx.query(CONTINUE, [id])).length > 0;
  }

  lockBatch(tx: Transaction, { fromAgent, applicationIds }: LeasedTransfer): Promise<MovedApplication[]> {
    return tx.query<MovedApplication>(LOCK_BATCH, [fromAgent, applicationIds]);
  }

  async move(tx: Transaction, actor: Actor, { id, toAgent }: LeasedTransfer, applications: readonly MovedApplication[]): Promise<void> {
    const [first, ...others] = applications;
    if (!first) return;
    const ids = applications.map((application) => application.id);
    await applyTransition(tx, actor, { action: 'transfer', of: [first, ...others] }, () => ({ text: MOVE, values: [ids, toAgent] }));
    await Promise.all([...MOVE_PARTS.map((text) => tx.query(text, [ids, toAgent])), tx.query(COUNT_MOVED, [id, ids.length])]);
  }

  async end(tx: Transaction, { id }: LeasedTransfer, state: 'DONE' | 'REFUSED', at: Date): Promise<void> {
    await tx.query(END, [id, state, at]);
  }

  async findState(tx: Transaction, id: number): Promise<TransferState | null> {
    const [row] = await tx.query<{ state: TransferState }>(FIND_STATE, [id]);
    return row?.state ?? null;
  }

  async cancel(tx: Transaction, id: number, at: Date): Promise<boolean> {
    return (await tx.query(CANCEL, [id, at])).length > 0;
  }
}
