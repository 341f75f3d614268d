import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import type { Writer } from '../../common/unit-of-work.js';
import { isUnmet, Store, type Transaction } from '../../store/store.js';
import { LINE_CODES } from '../lines/line-table.js';
import type { LineCode } from '../lines/questionnaires.js';
import type {
  ApplicationChange,
  ApplicationDraft,
  ApplicationFields,
  ApplicationRecord,
  Actor,
  Later,
  ShownApplication,
} from './application.js';
import { applicationsFrom, shownFrom, toRecord, toShown, type ApplicationRow, type ShownRow } from './application-row.js';
import { NOTHING_KEPT, ShownAnswers, type Kept, type KeptSource } from './shown-answers.js';
import type { CalculatedStatus } from './status.js';
import { makeTransition, STAMPED, STAMPED_AT, withHistory, type Step } from './transition.js';

/** The columns that follow from the price, so that they can be searched and added up. */
const PRICE_COLUMNS = `(p->>'net')::numeric, (p->>'fee')::numeric, (p->>'taxTotal')::numeric, (p->>'levyTotal')::numeric, (p->>'gross')::numeric,
  p->>'tariffCode', (p->>'tariffVersion')::int`;

const FIND = applicationsFrom('application WHERE id = $1 AND line = ANY($2) AND agent_code = ANY($3)');

const SHOW = shownFrom('application WHERE id = $1 AND line = $2 AND agent_code = ANY($3)', '$4');

const FIND_ANY = applicationsFrom('application WHERE id = $1');

const LOCK = `
  SELECT demand(count(*) = 1, 'version') FROM (SELECT FROM application WHERE id = $1 AND version = $2 FOR UPDATE) AS locked`;

const INSERT = withHistory(
  `
  numbered AS (SELECT coalesce($18, nextval('application_id_seq')) AS id, $10::json AS p),
  changed AS (
    INSERT INTO application (id, line, application_no, policy_no, renewal_of, status, agent_code, start_date, end_date, pay_frequency_months,
      questionnaire, price, net, fee, tax, levy, gross, tariff_code, tariff_version, enfia_eligible, messages, client_afm, client_name, plate_no,
      calculated_at, last_action, updated_by, created_at, updated_at, shown, shown_form, shown_version)
    SELECT id, $3, coalesce($19, $4 || lpad((id % 10000000)::text, 7, '0')), $20, $21, $2, $5, $6, $7, $8, $9::json, p, ${PRICE_COLUMNS},
      $11, $12::jsonb, $13, $14, $15, $16, $1::jsonb->>'action', $1::jsonb, $17, $17, $22, $23::smallint, 1
    FROM numbered RETURNING id, application_no, NULL::text AS from_status, status, created_at AS moved_at)`,
  `id, application_no AS "applicationNo"`,
);

/** What an update writes: what an action changes, and what is kept of the answer anew. */
type Changes = ApplicationChange & Partial<Kept>;

/** How the value of a field that an action may change is written: its column, and the type of what is JSON. */
const WRITTEN: { readonly [Field in keyof Required<Changes>]: readonly [column: string, json?: 'json' | 'jsonb'] } = {
  ...{ policyNo: ['policy_no'], startDate: ['start_date'], endDate: ['end_date'], issueDate: ['issue_date'] },
  ...{ payFrequencyMonths: ['pay_frequency_months'], questionnaire: ['questionnaire', 'json'], price: ['price', 'json'] },
  ...{ enfiaEligible: ['enfia_eligible'], messages: ['messages', 'jsonb'], clientAfm: ['client_afm'], clientName: ['client_name'] },
  ...{ plateNo: ['plate_no'], calculatedAt: ['calculated_at'], payBy: ['pay_by'], paymentCode: ['payment_code'] },
  ...{ policyDocumentId: ['policy_document_id'], lastReceipt: ['last_receipt', 'jsonb'], approval: ['approval', 'json'] },
  ...{ acceptBy: ['accept_by'], acceptedAt: ['accepted_at'], renewalOf: ['renewal_of'], renewedBy: ['renewed_by'] },
  ...{ shown: ['shown'], shownForm: ['shown_form'] },
};
type WrittenField = keyof typeof WRITTEN;
const WRITTEN_FIELDS = Object.keys(WRITTEN) as WrittenField[];

const FIRST_FIELD = 6;
/** By the fields that they write: there are few shapes of a change. */
const updates = new Map<string, string>();

/**
 * The statement that writes these fields, from $6 on: what stays is neither sent nor stored again. A call that began earlier and comes later leaves the
 * times of the history in their order.
 */
function updateOf(fields: readonly WrittenField[]): string {
  const shape = fields.join();
  let text = updates.get(shape);
  if (text === undefined) updates.set(shape, (text = updateText(fields)));
  return text;
}

function updateText(fields: readonly WrittenField[]): string {
  const changes = fields.flatMap((field, index) => {
    const [column, json] = WRITTEN[field];
    const value = `$${FIRST_FIELD + index}${json === undefined ? '' : `::${json}`}`;
    const derived = `(net, fee, tax, levy, gross, tariff_code, tariff_version) = (SELECT ${PRICE_COLUMNS} FROM (SELECT ${value} AS p) AS priced)`;
    return [`${column} = ${value}`, ...(field === 'price' ? [derived] : [])];
  });
  return withHistory(
    `
  changed AS (
    UPDATE application SET ${[...changes, 'status = $2'].join(', ')}, version = version + 1, shown_version = version + 1, ${STAMPED},
      updated_at = greatest(${STAMPED_AT}, updated_at)
    WHERE id = $3 AND version = $4
    RETURNING id, $5::text AS from_status, status, version, updated_at AS moved_at)`,
    `status, version, moved_at AS "updatedAt"`,
  );
}

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
  ...NOTHING_KEPT,
} as const satisfies Partial<ApplicationFields>;

/** What the kept parts of an answer are made of. */
const KEPT_FIELDS = ['questionnaire', 'price', 'enfiaEligible', 'messages'] as const satisfies readonly (keyof KeptSource)[];

interface Found<C extends LineCode = LineCode> {
  readonly application: ApplicationRow<C>;
}

/**
 * Reads and writes application rows; each write also appends its transition, in the same statement.
 * SQL of our own: one round trip to read, one to write with the transition (ADR-2).
 */
@Injectable()
export class ApplicationRepository {
  constructor(
    private readonly store: Store,
    private readonly shown: ShownAnswers,
  ) {}

  /** Returns the application if it is of the line, and one of these agents may see it. */
  async findApplication<C extends LineCode>(
    reader: Writer,
    id: number,
    line: C | 'any',
    agents: readonly string[],
  ): Promise<ApplicationRecord<C> | null> {
    const [row] = await this.store.query<Found<C>>(reader, FIND, [id, line === 'any' ? LINE_CODES : [line], agents]);
    return row ? toRecord(row.application) : null;
  }

  /** The same of one line, to be returned. */
  async showApplication<C extends LineCode>(
    reader: Writer,
    id: number,
    line: C,
    agents: readonly string[],
  ): Promise<ShownApplication<C> | null> {
    const [row] = await this.store.query<ShownRow<C>>(reader, SHOW, [id, line, agents, this.shown.formOf(line)]);
    return row ? toShown(row) : null;
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
    const json = jsonOf(draft);
    const kept = this.shown.keep(draft as KeptSource, actor, json);
    const inserted = makeTransition<Pick<ApplicationRecord, 'id' | 'applicationNo'>>(tx, actor, step, (to) => ({
      text: INSERT,
      values: [
        ...[to, line, numberPrefix, draft.agentCode, draft.startDate, draft.endDate, draft.payFrequencyMonths],
        ...[json[0], json[1], draft.enfiaEligible, json[2]],
        ...[draft.clientAfm, draft.clientName, draft.plateNo, draft.calculatedAt, actor.at],
        ...[draft.id, draft.applicationNo, draft.policyNo, draft.renewalOf, kept.shown, kept.shownForm],
      ],
    }));
    return Promise.resolve(() => {
      const [row] = inserted.rows;
      if (!row) throw new Error('an inserted application must come back');
      return { ...newRecord({ ...draft, ...row }, actor.at), ...kept };
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
    // What leaves the answer's kept parts as they are leaves their text where it is.
    const isKeptAnew = current.shownForm !== this.shown.formOf(current.line) || KEPT_FIELDS.some((field) => field in change);
    const kept: Kept | null = isKeptAnew ? this.shown.keep(next as KeptSource, actor, jsonOf(next)) : null;
    const changes: Changes = { ...change, ...kept };
    const fields = WRITTEN_FIELDS.filter((field) => field in changes);
    type Written = Pick<ApplicationRecord, 'status' | 'version' | 'updatedAt'>;
    const written = makeTransition<Written>(tx, actor, { ...step, of: [current] }, (to) => ({
      text: updateOf(fields),
      values: [to, current.id, current.version, current.status, ...fields.map((field) => sent(field, changes))],
    }));
    return Promise.resolve(() => {
      const [row] = written.rows;
      return row ? { ...next, ...row, ...kept } : null;
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

function sent(field: WrittenField, changes: Changes): unknown {
  const value = changes[field] ?? null;
  return WRITTEN[field][1] === undefined ? value : jsonOrNull(value);
}

/** A numbered draft as it stands in the table when it is inserted at that moment. */
export function newRecord<C extends LineCode>(
  draft: ApplicationDraft<C> & Pick<ApplicationFields, 'id' | 'applicationNo'>,
  at: Date,
): ApplicationRecord<C> & { readonly status: CalculatedStatus } {
  return { ...UNTOUCHED, ...draft, policyNo: draft.policyNo ?? null, renewalOf: draft.renewalOf ?? null, createdAt: at, updatedAt: at };
}

type RecordJson = readonly [questionnaire: string, price: string | null, messages: string];

/** As they are stored. */
function jsonOf({ questionnaire, price, messages }: Pick<KeptSource, 'questionnaire' | 'price' | 'messages'>): RecordJson {
  return [JSON.stringify(questionnaire), jsonOrNull(price), JSON.stringify(messages)];
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
