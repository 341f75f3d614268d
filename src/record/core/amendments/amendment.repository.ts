import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { getRow, isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Actor, ApplicationFields } from '../applications/application.js';
import { Status } from '../applications/status.js';
import type { Amendment, RequestedAmendment } from './amendment.js';
import type { AmendmentAction } from './amendment-states.js';

const COLUMNS = `m.id, m.application_id AS "applicationId", m.amendment_no AS "amendmentNo", m.agent_code AS "agentCode", m.kind, m.status,
  m.effective_date AS "effectiveDate", m.received_on AS "receivedOn", m.reason, m.instructions, m.is_loss_unknown AS "isLossUnknown", m.resolutions,
  m.outcome, m.messages, m.approval, m.reinstates, m.base_issue AS "baseIssue", m.pay_by AS "payBy", m.payment_code AS "paymentCode", m.issue_no AS "issueNo",
  m.issued_at AS "issuedAt", m.reversed_at AS "reversedAt", m.version, m.created_by AS "createdBy", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
  (SELECT d.id FROM document d WHERE d.application_id = m.application_id AND d.system_key = 'amendment:' || m.amendment_no) AS "actDocumentId"`;

const LOGGED = (changed: string): string => `
  WITH changed AS (${changed}),
  logged AS (
    INSERT INTO amendment_transition (amendment_id, from_status, to_status, action, actor, actor_name, reason, at)
    SELECT m.id, $2, m.status, $3, $4, $5, $6, m.updated_at FROM changed m)
  SELECT ${COLUMNS} FROM changed m`;

const LOCK_POLICY = 'SELECT FROM application WHERE id = $1 FOR UPDATE';

const INSERT = LOGGED(`
  INSERT INTO amendment (application_id, amendment_no, agent_code, kind, status, effective_date, received_on, reason, instructions, is_loss_unknown, outcome, messages,
    base_issue, pay_by, resolutions, approval, reinstates, created_by, created_at, updated_at)
  SELECT $7, 1 + coalesce((SELECT max(amendment_no) FROM amendment WHERE application_id = $7), 0), $8, $9, $10, $11, $12, $13, $14::jsonb, $15, $16::jsonb,
    $17::jsonb, $18, $19, $20::jsonb, $21::jsonb, $22, $5, $1, $1
  RETURNING *`);

const CHANGED = {
  status: ['status'],
  effectiveDate: ['effective_date'],
  receivedOn: ['received_on'],
  reason: ['reason'],
  isLossUnknown: ['is_loss_unknown'],
  resolutions: ['resolutions', 'jsonb'],
  instructions: ['instructions', 'jsonb'],
  outcome: ['outcome', 'jsonb'],
  messages: ['messages', 'jsonb'],
  approval: ['approval', 'jsonb'],
  baseIssue: ['base_issue'],
  payBy: ['pay_by'],
  paymentCode: ['payment_code'],
  issueNo: ['issue_no'],
  issuedAt: ['issued_at'],
  reversedAt: ['reversed_at'],
} as const satisfies Partial<Record<keyof Amendment, readonly [column: string, json?: 'jsonb']>>;

export type AmendmentChange = Partial<Pick<Amendment, keyof typeof CHANGED>>;

export type NewAmendmentFields = Pick<
  Amendment,
  'status' | 'instructions' | 'outcome' | 'messages' | 'baseIssue' | 'payBy' | 'approval' | 'reinstates'
>;

export interface AmendmentStep {
  readonly action: AmendmentAction;
  readonly reason?: string | null;
}

const FIND = `SELECT ${COLUMNS} FROM amendment m WHERE m.application_id = $1 AND m.amendment_no = $2`;
const LIST = `SELECT ${COLUMNS} FROM amendment m WHERE m.application_id = $1 ORDER BY m.amendment_no LIMIT $2`;

const LIST_OF_MANY = `SELECT ${COLUMNS} FROM amendment m WHERE m.application_id = ANY ($1) ORDER BY m.application_id, m.amendment_no`;
const CLAIM_IDS = `SELECT nextval(pg_get_serial_sequence('amendment', 'id')) AS id FROM generate_series(1, $1)`;

const INSERT_OF_RUN = `
  WITH changed AS (
    INSERT INTO amendment (id, run_id, application_id, amendment_no, agent_code, kind, status, effective_date, reason, instructions, outcome, messages,
      base_issue, pay_by, issue_no, issued_at, created_by, created_at, updated_at)
    OVERRIDING SYSTEM VALUE
    VALUES ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14::jsonb, $15::jsonb, $16, $17, $18, $19, $3, $1, $1) RETURNING *),
  logged AS (
    INSERT INTO amendment_transition (amendment_id, from_status, to_status, action, actor, actor_name, at)
    SELECT m.id, t.from_status, t.to_status, t.action, $2, $3, $1
    FROM changed m CROSS JOIN LATERAL (VALUES (1, NULL, CASE WHEN m.issue_no IS NULL THEN m.status ELSE '${Status.CALCULATED}' END, 'insert'), (2, '${Status.CALCULATED}', m.status, 'issue'))
      AS t(place, from_status, to_status, action)
    WHERE t.place = 1 OR m.issue_no IS NOT NULL ORDER BY t.place)
  SELECT ${COLUMNS} FROM changed m`;

/** Limit of a policy, so that its list needs no pages. */
export const MAX_AMENDMENTS = 999;

@Injectable()
export class AmendmentRepository {
  constructor(private readonly store: Store) {}

  async find(where: Environment | Writer, applicationId: number, amendmentNo: number): Promise<Amendment | null> {
    const [row] = await this.store.query<Amendment>(where, FIND, [applicationId, amendmentNo]);
    return row ?? null;
  }

  list(where: Environment | Writer, applicationId: number): Promise<Amendment[]> {
    return this.store.query<Amendment>(where, LIST, [applicationId, MAX_AMENDMENTS]);
  }

  listOfMany(where: Environment | Writer, applicationIds: readonly number[]): Promise<Amendment[]> {
    return this.store.query<Amendment>(where, LIST_OF_MANY, [applicationIds]);
  }

  async claimIds(environment: Environment, count: number): Promise<number[]> {
    return (await this.store.query<{ id: number }>(environment, CLAIM_IDS, [count])).map(({ id }) => id);
  }

  /** The caller has locked the policy. */
  async insertOfRun(tx: Transaction, by: Actor, runId: number, amendment: Amendment): Promise<Amendment> {
    const { id, applicationId, amendmentNo, agentCode, kind, status, effectiveDate, reason } = amendment;
    const rows = await tx.query<Amendment>(INSERT_OF_RUN, [
      by.at,
      by.role,
      by.name,
      id,
      runId,
      applicationId,
      amendmentNo,
      agentCode,
      kind,
      status,
      effectiveDate,
      reason,
      JSON.stringify(amendment.instructions),
      JSON.stringify(amendment.outcome),
      JSON.stringify(amendment.messages),
      amendment.baseIssue,
      amendment.payBy,
      amendment.issueNo,
      amendment.issuedAt,
    ]);
    return getRow(rows);
  }

  async lockPolicy(tx: Transaction, applicationId: number): Promise<void> {
    await tx.query(LOCK_POLICY, [applicationId]);
  }

  /** @throws DomainError CHANGED_MEANWHILE when another one reinstates the same amendment */
  async insert(
    tx: Transaction,
    by: Actor,
    policy: Pick<ApplicationFields, 'id' | 'agentCode'>,
    request: RequestedAmendment,
    fields: NewAmendmentFields,
  ): Promise<Amendment> {
    await tx.query(LOCK_POLICY, [policy.id]);
    const { status, instructions, outcome, messages, baseIssue, payBy, approval, reinstates } = fields;
    const { kind, effectiveDate, receivedOn, reason, isLossUnknown, resolutions } = request;
    const inserted = tx.query<Amendment>(INSERT, [
      by.at,
      null,
      'insert',
      by.role,
      by.name,
      null,
      policy.id,
      policy.agentCode,
      kind,
      status,
      effectiveDate,
      receivedOn,
      reason,
      JSON.stringify(instructions),
      isLossUnknown,
      JSON.stringify(outcome),
      JSON.stringify(messages),
      baseIssue,
      payBy,
      JSON.stringify(resolutions),
      approval && JSON.stringify(approval),
      reinstates,
    ]);
    return getRow(await inserted.catch(convertUniqueViolation));
  }

  /** @throws DomainError CHANGED_MEANWHILE when it changed since it was read, or another one is under way */
  async update(
    tx: Transaction,
    by: Actor,
    current: Amendment,
    { action, reason = null }: AmendmentStep,
    change: AmendmentChange,
  ): Promise<Amendment> {
    const fields = Object.keys(change) as (keyof typeof CHANGED)[];
    const sets = fields.map((field, index) => {
      const [column, json] = CHANGED[field] as readonly [string, string?];
      return `${column} = $${index + 9}${json === undefined ? '' : '::jsonb'}`;
    });
    const text = LOGGED(`
      UPDATE amendment m SET ${[...sets, 'version = version + 1', 'updated_at = greatest($1, updated_at)'].join(', ')}
      WHERE m.id = $7 AND m.version = $8 RETURNING m.*`);
    const values = fields.map((field) =>
      CHANGED[field].length > 1 && change[field] !== null ? JSON.stringify(change[field]) : change[field],
    );
    const [row] = await tx
      .query<Amendment>(text, [by.at, current.status, action, by.role, by.name, reason, current.id, current.version, ...values])
      .catch(convertUniqueViolation);
    if (!row) throw new DomainError(ErrorCode.CHANGED_MEANWHILE);
    return row;
  }

  listTransitions(where: Environment | Writer, amendmentId: number): Promise<AmendmentStepRow[]> {
    return this.store.query(where, LIST_TRANSITIONS, [amendmentId]);
  }
}

export interface AmendmentStepRow {
  readonly from: Status | null;
  readonly to: Status;
  readonly action: AmendmentAction;
  readonly actor: string;
  readonly name: string;
  readonly reason: string | null;
  readonly at: Date;
}

const LIST_TRANSITIONS = `
  SELECT from_status AS "from", to_status AS "to", action, actor, actor_name AS name, reason, at FROM amendment_transition
  WHERE amendment_id = $1 ORDER BY id LIMIT 200`;

function convertUniqueViolation(error: unknown): never {
  if (isUniqueViolation(error, 'amendment_under_way_key'))
    throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: UNDER_WAY, cause: error });
  if (isUniqueViolation(error, 'amendment_reinstates_key')) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { cause: error });
  throw error;
}

const UNDER_WAY = {
  el: 'Άλλη πρόσθετη πράξη του συμβολαίου βρίσκεται ήδη σε έγκριση ή αναμένει πληρωμή.',
  en: 'Another amendment of the policy is already with underwriting or awaits its payment.',
};
