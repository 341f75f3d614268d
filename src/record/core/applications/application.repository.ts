import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { isFailedDemand, Store, type Transaction } from '../../../store/store.js';
import { LINE_CODES, type LineCode } from '../../reference/products/line-table.js';
import type { ApplicationChange, ApplicationDraft, ApplicationFields, ApplicationRecord, Actor } from './application.js';
import { toApplications, toRecord, type ApplicationRow } from './application-row.js';
import { ADD_PRINT_TASK } from './print-task.js';
import type { CalculatedStatus } from './status.js';
import { applyTransition, STAMPED, STAMPED_AT, addHistory, type Step } from './transition.js';

const PRICE_COLUMNS = `(p->>'net')::numeric, (p->>'fee')::numeric, (p->>'taxTotal')::numeric, (p->>'levyTotal')::numeric, (p->>'gross')::numeric,
  p->>'tariffCode', (p->>'tariffVersion')::int`;

const FIND = toApplications('application WHERE id = $1 AND line = ANY($2) AND agent_code = ANY($3)');

const FIND_ANY = toApplications('application WHERE id = $1');

const LIST_ANY = toApplications('application WHERE id = ANY ($1)');

const LOCK = `
  SELECT demand(count(*) = 1, 'version') FROM (SELECT FROM application WHERE id = $1 AND version = $2 FOR UPDATE) AS locked`;

const INSERT = addHistory(
  `
  numbered AS (SELECT coalesce($18, nextval('application_id_seq')) AS id, $10::json AS p),
  changed AS (
    INSERT INTO application (id, line, application_no, policy_no, renewal_of, status, agent_code, start_date, end_date, pay_frequency_months,
      questionnaire, price, net, fee, tax, levy, gross, tariff_code, tariff_version, enfia_eligible, messages, client_afm, client_name, plate_no,
      calculated_at, last_action, updated_by, created_at, updated_at)
    SELECT id, $3, coalesce($19, $4 || lpad(id::text, greatest(length(id::text), 7), '0')), $20, $21, $2, $5, $6, $7, $8, $9::json, p, ${PRICE_COLUMNS},
      $11, $12::jsonb, $13, $14, $15, $16, $1::jsonb->>'action', $1::jsonb, $17, $17
    FROM numbered RETURNING id, application_no, NULL::text AS from_status, status, created_at AS moved_at)`,
  `id, application_no AS "applicationNo"`,
);

const COLUMNS: { readonly [Field in keyof Required<ApplicationChange>]: readonly [column: string, json?: 'json' | 'jsonb'] } = {
  policyNo: ['policy_no'],
  startDate: ['start_date'],
  endDate: ['end_date'],
  issueDate: ['issue_date'],
  payFrequencyMonths: ['pay_frequency_months'],
  questionnaire: ['questionnaire', 'json'],
  price: ['price', 'json'],
  enfiaEligible: ['enfia_eligible'],
  messages: ['messages', 'jsonb'],
  clientAfm: ['client_afm'],
  clientName: ['client_name'],
  plateNo: ['plate_no'],
  calculatedAt: ['calculated_at'],
  payBy: ['pay_by'],
  paymentCode: ['payment_code'],
  policyDocumentId: ['policy_document_id'],
  lastReceipt: ['last_receipt', 'jsonb'],
  approval: ['approval', 'json'],
  acceptBy: ['accept_by'],
  acceptedAt: ['accepted_at'],
  renewalOf: ['renewal_of'],
  renewedBy: ['renewed_by'],
  cancelsOn: ['cancels_on'],
  changesOn: ['changes_on'],
};
type ChangedField = keyof typeof COLUMNS;
const CHANGED_FIELDS = Object.keys(COLUMNS) as ChangedField[];

const FIRST_FIELD = 6;
/** The times of the history never go back. */
function buildUpdate(fields: readonly ChangedField[]): string {
  const changes = fields.flatMap((field, index) => {
    const [column, json] = COLUMNS[field];
    const value = `$${FIRST_FIELD + index}${json === undefined ? '' : `::${json}`}`;
    const derived = `(net, fee, tax, levy, gross, tariff_code, tariff_version) = (SELECT ${PRICE_COLUMNS} FROM (SELECT ${value} AS p) AS priced)`;
    return [`${column} = ${value}`, ...(field === 'price' ? [derived] : [])];
  });
  return addHistory(
    `
  changed AS (
    UPDATE application SET ${[...changes, 'status = $2'].join(', ')}, version = version + 1, ${STAMPED},
      updated_at = greatest(${STAMPED_AT}, updated_at)
    WHERE id = $3 AND version = $4
    RETURNING id, $5::text AS from_status, status, version, updated_at AS moved_at),${ADD_PRINT_TASK}`,
    `status, version, moved_at AS "updatedAt"`,
  );
}

/** The new version refuses tags and changes from before the erasure. `updated_at` stays: queues are ordered by it. */
const ERASE = addHistory(
  `
  changed AS (
    UPDATE application SET version = version + 1, ${STAMPED} WHERE id = ANY ($2::bigint[])
    RETURNING id, status AS from_status, status, ${STAMPED_AT} AS moved_at)`,
  'id',
);

const UNTOUCHED = {
  policyNo: null,
  issueDate: null,
  approval: null,
  acceptBy: null,
  acceptedAt: null,
  payBy: null,
  paymentCode: null,
  policyDocumentId: null,
  lastReceipt: null,
  renewalOf: null,
  renewedBy: null,
  cancelsOn: null,
  changesOn: null,
  version: 1,
} as const satisfies Partial<ApplicationFields>;

interface Insertion<C extends LineCode> {
  readonly draft: ApplicationDraft<C>;
  readonly numberPrefix: string;
  readonly reason?: string | undefined;
}

interface Found<C extends LineCode = LineCode> {
  readonly application: ApplicationRow<C>;
}

/** Writes applications together with the transition (ADR-2). */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly store: Store) {}

  async findApplication<C extends LineCode>(
    reader: Writer,
    id: number,
    line: C | 'any',
    agents: readonly string[],
  ): Promise<ApplicationRecord<C> | null> {
    const [row] = await this.store.query<Found<C>>(reader, FIND, [id, line === 'any' ? LINE_CODES : [line], agents]);
    return row ? toRecord(row.application) : null;
  }

  async findAnyApplication(where: Environment | Writer, id: number): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<Found>(where, FIND_ANY, [id]);
    return row ? toRecord(row.application) : null;
  }

  async listAnyApplications(where: Environment | Writer, ids: readonly number[]): Promise<ApplicationRecord[]> {
    const rows = await this.store.query<Found>(where, LIST_ANY, [ids]);
    return rows.map(({ application }) => toRecord(application));
  }

  async claimId(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ id: number }>(environment, `SELECT nextval('application_id_seq') AS id`);
    if (!row) throw new Error('the sequence returned no id');
    return row.id;
  }

  async insertApplication<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    { draft, numberPrefix, reason }: Insertion<C>,
  ): Promise<ApplicationRecord<C>> {
    const { line, status: calculated } = draft;
    const step: Step = { action: 'insert', of: [{ status: null, line }], calculated, reason };
    const [row] = await applyTransition<Pick<ApplicationRecord, 'id' | 'applicationNo'>>(tx, actor, step, (to) => ({
      text: INSERT,
      values: [
        to,
        line,
        numberPrefix,
        draft.agentCode,
        draft.startDate,
        draft.endDate,
        draft.payFrequencyMonths,
        JSON.stringify(draft.questionnaire),
        jsonOrNull(draft.price),
        draft.enfiaEligible,
        JSON.stringify(draft.messages),
        draft.clientAfm,
        draft.clientName,
        draft.plateNo,
        draft.calculatedAt,
        actor.at,
        draft.id,
        draft.applicationNo,
        draft.policyNo,
        draft.renewalOf,
      ],
    }));
    if (!row) throw new Error('the insert of an application returned no row');
    return buildRecord({ ...draft, ...row }, actor.at);
  }

  /** @throws VersionChanged when the version is not current */
  async lockVersion(tx: Transaction, { id, version }: Pick<ApplicationRecord, 'id' | 'version'>): Promise<void> {
    await tx.query(LOCK, [id, version]).catch((error: unknown) => {
      throw isFailedDemand(error, 'version') ? new VersionChanged() : error;
    });
  }

  async saveApplication<C extends LineCode>(
    tx: Transaction,
    actor: Actor,
    current: ApplicationRecord<C>,
    { change, ...step }: Omit<Step, 'of'> & { readonly change: ApplicationChange<C> },
  ): Promise<ApplicationRecord<C> | null> {
    const fields = CHANGED_FIELDS.filter((field) => field in change);
    type Written = Pick<ApplicationRecord, 'status' | 'version' | 'updatedAt'>;
    const [row] = await applyTransition<Written>(tx, actor, { ...step, of: [current] }, (to) => ({
      text: buildUpdate(fields),
      values: [to, current.id, current.version, current.status, ...fields.map((field) => toParameter(field, change))],
    }));
    return row ? { ...current, ...change, ...row } : null;
  }
}

export class VersionChanged extends Error {}

export async function saveErasure(
  tx: Transaction,
  actor: Actor,
  applications: readonly Pick<ApplicationRecord, 'id' | 'line' | 'status'>[],
): Promise<void> {
  const [first, ...others] = applications;
  if (!first) return;
  const ids = applications.map(({ id }) => id);
  await applyTransition(tx, actor, { action: 'erase', of: [first, ...others] }, () => ({ text: ERASE, values: [ids] }));
}

function toParameter(field: ChangedField, change: ApplicationChange): unknown {
  const value = change[field] ?? null;
  return COLUMNS[field][1] === undefined ? value : jsonOrNull(value);
}

export function buildRecord<C extends LineCode>(
  draft: ApplicationDraft<C> & Pick<ApplicationFields, 'id' | 'applicationNo'>,
  at: Date,
): ApplicationRecord<C> & { readonly status: CalculatedStatus } {
  return { ...UNTOUCHED, ...draft, policyNo: draft.policyNo ?? null, renewalOf: draft.renewalOf ?? null, createdAt: at, updatedAt: at };
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
