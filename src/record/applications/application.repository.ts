import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { isUnmet, Store, type Transaction } from '../../store/store.js';
import { LINE_CODES } from '../lines/line-table.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationChange, ApplicationDraft, ApplicationFields, ApplicationRecord, Actor, Later } from './application.js';
import { applicationsFrom, toRecord, type ApplicationRow } from './application-row.js';
import type { CalculatedStatus } from './status.js';
import { makeTransition, STAMPED, STAMPED_AT, withHistory, type Step } from './transition.js';

/** The columns that follow from the price, so that they can be searched and added up. */
const PRICE_COLUMNS = `(p->>'net')::numeric, (p->>'fee')::numeric, (p->>'taxTotal')::numeric, (p->>'levyTotal')::numeric, (p->>'gross')::numeric,
  p->>'tariffCode', (p->>'tariffVersion')::int`;

const FIND = applicationsFrom('application WHERE id = $1 AND line = ANY($2) AND agent_code = ANY($3)');

const FIND_ANY = applicationsFrom('application WHERE id = $1');

const LOCK = `
  SELECT demand(count(*) = 1, 'version') FROM (SELECT FROM application WHERE id = $1 AND version = $2 FOR UPDATE) AS locked`;

const INSERT = withHistory(
  `
  numbered AS (SELECT coalesce($18, nextval('application_id_seq')) AS id, $10::json AS p),
  changed AS (
    INSERT INTO application (id, line, application_no, policy_no, renewal_of, status, agent_code, start_date, end_date, pay_frequency_months,
      questionnaire, price, net, fee, tax, levy, gross, tariff_code, tariff_version, enfia_eligible, messages, client_afm, client_name, plate_no,
      calculated_at, last_action, updated_by, created_at, updated_at)
    SELECT id, $3, coalesce($19, $4 || lpad((id % 10000000)::text, 7, '0')), $20, $21, $2, $5, $6, $7, $8, $9::json, p, ${PRICE_COLUMNS},
      $11, $12::jsonb, $13, $14, $15, $16, $1::jsonb->>'action', $1::jsonb, $17, $17
    FROM numbered RETURNING id, application_no, NULL::text AS from_status, status, created_at AS moved_at)`,
  `id, application_no AS "applicationNo"`,
);

/** A call that began earlier and comes later leaves the times of the history in their order. */
const UPDATE = withHistory(
  `
  priced AS (SELECT $11::json AS p),
  changed AS (
    UPDATE application SET status = $2, policy_no = $5, start_date = $6, end_date = $7, issue_date = $8, pay_frequency_months = $9,
      questionnaire = $10::json, price = p,
      (net, fee, tax, levy, gross, tariff_code, tariff_version) = (SELECT ${PRICE_COLUMNS}),
      enfia_eligible = $12, messages = $13::jsonb, client_afm = $14, client_name = $15, plate_no = $16, calculated_at = $17,
      pay_by = $18, payment_code = $19, policy_document_id = $20, last_receipt = $21::jsonb, approval = $22::json, accept_by = $23,
      accepted_at = $24, renewed_by = $25, version = version + 1, ${STAMPED}, updated_at = greatest(${STAMPED_AT}, updated_at)
    FROM priced WHERE id = $3 AND version = $4
    RETURNING id, $26::text AS from_status, status, version, updated_at AS moved_at)`,
  `status, version, moved_at AS "updatedAt"`,
);

/**
 * One version more, so that neither a tag nor a change that began before the erasure holds any longer. What was erased is filed as the former
 * version already; when the application last moved stays, as its age and its place in a queue depend on it.
 */
const ERASE = withHistory(
  `
  changed AS (
    UPDATE application SET version = version + 1, ${STAMPED} WHERE id = ANY ($2::bigint[])
    RETURNING id, status AS from_status, status, ${STAMPED_AT} AS moved_at)`,
  'id',
);

/** What nothing but later actions fill in. */
const UNTOUCHED = {
  ...{ policyNo: null, issueDate: null, approval: null, acceptBy: null, acceptedAt: null, payBy: null, paymentCode: null },
  ...{ policyDocumentId: null, lastReceipt: null, renewalOf: null, renewedBy: null, version: 1 },
} as const satisfies Partial<ApplicationFields>;

interface Found<C extends LineCode = LineCode> {
  readonly application: ApplicationRow<C>;
}

/**
 * Reads and writes application rows; each write also appends its transition, in the same statement.
 * SQL of our own: one round trip to read, one to write with the transition (ADR-2).
 */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly store: Store) {}

  /** The application, if it is of one of the lines, or any where none is named, and one of these agents may see it. */
  async findApplication<C extends LineCode>(
    reader: Writer,
    id: number,
    lines: readonly C[],
    agents: readonly string[],
  ): Promise<ApplicationRecord<C> | null> {
    const [row] = await this.store.query<Found<C>>(reader, FIND, [id, lines.length === 0 ? LINE_CODES : lines, agents]);
    return row ? toRecord(row.application) : null;
  }

  /** The application of whichever agent. */
  async findAnyApplication(where: Environment | Writer, id: number): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<Found>(where, FIND_ANY, [id]);
    return row ? toRecord(row.application) : null;
  }

  /** An id that no other application gets. */
  async takeId(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ id: number }>(environment, `SELECT nextval('application_id_seq') AS id`);
    if (!row) throw new Error('a sequence always answers');
    return row.id;
  }

  /** Deferred: the draft as the state table has it begin, with the number it is given. */
  insertApplication<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    {
      draft,
      numberPrefix,
      reason,
    }: { readonly draft: ApplicationDraft<C>; readonly numberPrefix: string; readonly reason?: string | undefined },
  ): Promise<Later<ApplicationRecord<C>>> {
    const { line, status: calculated } = draft;
    const step: Step = { action: 'insert', of: [{ status: null, line }], calculated, reason };
    const inserted = makeTransition<Pick<ApplicationRecord, 'id' | 'applicationNo'>>(tx, actor, step, (to) => ({
      text: INSERT,
      values: [
        ...[to, line, numberPrefix, draft.agentCode, draft.startDate, draft.endDate, draft.payFrequencyMonths],
        ...[JSON.stringify(draft.questionnaire), jsonOrNull(draft.price), draft.enfiaEligible, JSON.stringify(draft.messages)],
        ...[draft.clientAfm, draft.clientName, draft.plateNo, draft.calculatedAt, actor.at],
        ...[draft.id, draft.applicationNo, draft.policyNo, draft.renewalOf],
      ],
    }));
    return Promise.resolve(() => {
      const [row] = inserted.rows;
      if (!row) throw new Error('an inserted application must come back');
      return newRecord({ ...draft, ...row }, actor.at);
    });
  }

  /**
   * Deferred: locks the row until the end of the transaction.
   * @throws VersionChanged (the next statement) when that version is no longer the current one
   */
  lockVersion(tx: Transaction, { id, version }: Pick<ApplicationRecord, 'id' | 'version'>): void {
    tx.defer(LOCK, [id, version], (error) => (isUnmet(error, 'version') ? new VersionChanged() : error));
  }

  /** Deferred: writes a change over the version it was made from; null when that version is no longer the current one. */
  saveApplication<C extends LineCode>(
    tx: Pick<Transaction, 'defer'>,
    actor: Actor,
    current: ApplicationRecord<C>,
    { change, ...step }: Omit<Step, 'of'> & { readonly change: ApplicationChange<C> },
  ): Promise<Later<ApplicationRecord<C> | null>> {
    const next = { ...current, ...change };
    type Written = Pick<ApplicationRecord, 'status' | 'version' | 'updatedAt'>;
    const written = makeTransition<Written>(tx, actor, { ...step, of: [current] }, (to) => ({
      text: UPDATE,
      values: [to, current.id, current.version, ...valuesOf(next), current.status],
    }));
    return Promise.resolve(() => {
      const [row] = written.rows;
      return row ? { ...next, ...row } : null;
    });
  }
}

/** Another action changed the application since it was read. */
export class VersionChanged extends Error {}

/** Deferred: notes of applications, in the transaction that erased a person in them, that this was done; their status stays. */
export function noteErasure(
  tx: Transaction,
  actor: Actor,
  applications: readonly Pick<ApplicationRecord, 'id' | 'line' | 'status'>[],
): void {
  const [first, ...others] = applications;
  if (!first) return;
  const ids = applications.map(({ id }) => id);
  makeTransition(tx, actor, { action: 'erase', of: [first, ...others] }, () => ({ text: ERASE, values: [ids] }));
}

/** What an UPDATE writes, from $5 on. */
function valuesOf(next: ApplicationFields & { readonly questionnaire: unknown }): unknown[] {
  return [
    ...[next.policyNo, next.startDate, next.endDate, next.issueDate, next.payFrequencyMonths],
    ...[JSON.stringify(next.questionnaire), jsonOrNull(next.price), next.enfiaEligible, JSON.stringify(next.messages)],
    ...[next.clientAfm, next.clientName, next.plateNo, next.calculatedAt, next.payBy, next.paymentCode, next.policyDocumentId],
    ...[jsonOrNull(next.lastReceipt), jsonOrNull(next.approval), next.acceptBy, next.acceptedAt, next.renewedBy],
  ];
}

/** A numbered draft as it stands in the table when it is inserted at that moment. */
export function newRecord<C extends LineCode>(
  draft: ApplicationDraft<C> & Pick<ApplicationFields, 'id' | 'applicationNo'>,
  at: Date,
): ApplicationRecord<C> & { readonly status: CalculatedStatus } {
  return { ...UNTOUCHED, ...draft, policyNo: draft.policyNo ?? null, renewalOf: draft.renewalOf ?? null, createdAt: at, updatedAt: at };
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
