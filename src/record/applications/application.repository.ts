import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { Store, type Transaction } from '../../store/store.js';
import { LINE_CODES } from '../lines/line-table.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationDraft, ApplicationFields, ApplicationRecord, AuditStamp } from './application.js';
import { applicationsFrom, toRecord, type ApplicationRow } from './application-row.js';

/** The columns that follow from the price, so that they can be searched and added up. */
const PRICE_COLUMNS = `(p->>'net')::numeric, (p->>'fee')::numeric, (p->>'taxTotal')::numeric, (p->>'levyTotal')::numeric, (p->>'gross')::numeric,
  p->>'tariffCode', (p->>'tariffVersion')::int`;

const FIND = applicationsFrom('application WHERE id = $1 AND line = ANY($2) AND agent_code = ANY($3)');

const FIND_ANY = applicationsFrom('application WHERE id = $1');

const LOCK = `SELECT id FROM application WHERE id = $1 AND version = $2 FOR UPDATE`;

const INSERT = `
  WITH numbered AS (SELECT coalesce($18, nextval('application_id_seq')) AS id, $9::json AS p),
  inserted AS (
    INSERT INTO application (id, line, application_no, policy_no, renewal_of, status, agent_code, start_date, end_date, pay_frequency_months, questionnaire, price,
      net, fee, tax, levy, gross, tariff_code, tariff_version, enfia_eligible, messages, client_afm, client_name, plate_no, calculated_at,
      last_action, updated_by, created_at, updated_at)
    SELECT id, $1, coalesce($19, $2 || lpad((id % 10000000)::text, 7, '0')), $20, $21, $3, $4, $5, $6, $7, $8::json, p, ${PRICE_COLUMNS}, $10, $11::jsonb, $12, $13, $14, $15,
      $16::jsonb->>'action', $16::jsonb, $17, $17
    FROM numbered RETURNING *),
  logged AS (
    INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, key_prefix, agent_code, reason, at)
    SELECT i.id, NULL, i.status, d.action, d.actor, d."actorName", d."keyPrefix", d."agentCode", d.reason, $17
    FROM inserted i, jsonb_to_record($16::jsonb) AS d(action text, actor text, "actorName" text, "keyPrefix" text, "agentCode" text, reason text))
  SELECT id, application_no AS "applicationNo" FROM inserted`;

/** A call that began earlier and comes later leaves the times of the history in their order. */
const UPDATE = `
  WITH priced AS (SELECT $10::json AS p),
  changed AS (
    UPDATE application SET status = $3, policy_no = $4, start_date = $5, end_date = $6, issue_date = $7, pay_frequency_months = $8,
      questionnaire = $9::json, price = p,
      (net, fee, tax, levy, gross, tariff_code, tariff_version) = (SELECT ${PRICE_COLUMNS}),
      enfia_eligible = $11, messages = $12::jsonb, client_afm = $13, client_name = $14, plate_no = $15, calculated_at = $16,
      approval = $24::json, accept_by = $25, accepted_at = $26, pay_by = $17,
      payment_code = $18, policy_document_id = $19, last_receipt = $20::jsonb, renewed_by = $27, version = version + 1,
      last_action = $21::jsonb->>'action', updated_by = $21::jsonb, updated_at = greatest($22, updated_at)
    FROM priced WHERE id = $1 AND version = $2 RETURNING application.*),
  logged AS (
    INSERT INTO status_transition (application_id, from_status, to_status, action, actor, actor_name, key_prefix, agent_code, reason, at)
    SELECT c.id, $23, c.status, d.action, d.actor, d."actorName", d."keyPrefix", d."agentCode", d.reason, c.updated_at
    FROM changed c, jsonb_to_record($21::jsonb) AS d(action text, actor text, "actorName" text, "keyPrefix" text, "agentCode" text, reason text))
  SELECT version, updated_at AS "updatedAt" FROM changed`;

/** What nothing but later actions fill in. */
const UNTOUCHED = {
  ...{ policyNo: null, issueDate: null, approval: null, acceptBy: null, acceptedAt: null, payBy: null, paymentCode: null },
  ...{ policyDocumentId: null, lastReceipt: null, renewalOf: null, renewedBy: null, version: 1 },
} as const satisfies Partial<ApplicationFields>;

interface Found<C extends LineCode = LineCode> {
  readonly application: ApplicationRow<C>;
}

/** Reads and writes application rows; each write also appends its transition, in the same statement. */
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
  async findAnyApplication(environment: Environment, id: number): Promise<ApplicationRecord | null> {
    const [row] = await this.store.query<Found>(environment, FIND_ANY, [id]);
    return row ? toRecord(row.application) : null;
  }

  /** An id that no other application gets. */
  async takeId(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ id: number }>(environment, `SELECT nextval('application_id_seq') AS id`);
    if (!row) throw new Error('a sequence always answers');
    return row.id;
  }

  async insertApplication<C extends LineCode>(
    tx: Transaction,
    draft: ApplicationDraft<C>,
    numberPrefix: string,
    stamp: AuditStamp,
  ): Promise<ApplicationRecord<C>> {
    const [row] = await tx.query<Pick<ApplicationRecord, 'id' | 'applicationNo'>>(INSERT, [
      draft.line,
      numberPrefix,
      draft.status,
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
      JSON.stringify(stamp),
      stamp.at,
      draft.id,
      draft.applicationNo,
      draft.policyNo,
      draft.renewalOf,
    ]);
    if (!row) throw new Error('an inserted application must come back');
    return newRecord({ ...draft, ...row }, stamp.at);
  }

  /** Locks the row until the end of the transaction; false when that version is no longer the current one. */
  async lockVersion(tx: Transaction, { id, version }: Pick<ApplicationRecord, 'id' | 'version'>): Promise<boolean> {
    return (await tx.query(LOCK, [id, version])).length === 1;
  }

  /** Writes `next` over the version it was made from; null when that version is no longer the current one. */
  async saveApplication<C extends LineCode>(
    tx: Pick<Transaction, 'query'>,
    current: ApplicationRecord<C>,
    next: ApplicationRecord<C>,
    stamp: AuditStamp,
  ): Promise<ApplicationRecord<C> | null> {
    const [row] = await tx.query<Pick<ApplicationRecord, 'version' | 'updatedAt'>>(UPDATE, [
      current.id,
      current.version,
      next.status,
      next.policyNo,
      next.startDate,
      next.endDate,
      next.issueDate,
      next.payFrequencyMonths,
      JSON.stringify(next.questionnaire),
      jsonOrNull(next.price),
      next.enfiaEligible,
      JSON.stringify(next.messages),
      next.clientAfm,
      next.clientName,
      next.plateNo,
      next.calculatedAt,
      next.payBy,
      next.paymentCode,
      next.policyDocumentId,
      jsonOrNull(next.lastReceipt),
      JSON.stringify(stamp),
      stamp.at,
      current.status,
      jsonOrNull(next.approval),
      next.acceptBy,
      next.acceptedAt,
      next.renewedBy,
    ]);
    return row ? { ...next, ...row } : null;
  }
}

/** A numbered draft as it stands in the table when it is inserted at that moment. */
export function newRecord<C extends LineCode>(
  draft: ApplicationDraft<C> & Pick<ApplicationFields, 'id' | 'applicationNo'>,
  at: Date,
): ApplicationRecord<C> {
  return { ...UNTOUCHED, ...draft, policyNo: draft.policyNo ?? null, renewalOf: draft.renewalOf ?? null, createdAt: at, updatedAt: at };
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
