import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { Violation } from '../../../common/domain-error.js';
import type { Language } from '../../../common/language.js';
import { sum, toNumber, toNumberOrNull, type Amount } from '../../../common/money.js';
import { addTitles, buildColumn, buildOptionalColumn, type TableColumn, type TableRow } from '../../../common/table.js';
import { RUN_RESULT_TITLES, RUN_RESULTS, type RunResult, type RunSum } from '../../../record/contract/amendment-runs/amendment-run.js';
import { buildFigures } from '../../../record/contract/amendment-runs/amendment-run.repository.js';
import { Store } from '../../../store/store.js';
import { buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type {
  AmendmentRunPageResponse,
  AmendmentRunPolicyPageResponse,
  AmendmentRunPolicyQuery,
  AmendmentRunPolicyResponse,
  AmendmentRunQuery,
  AmendmentRunResponse,
  AmendmentRunSumResponse,
} from './amendment-runs.dto.js';

const SELECT = `
  SELECT r.id, r.state, r.filter, r.changes, r.kind, r.effective_date AS "effectiveDate", r.reason, r.policy_count AS policies,
    coalesce(r.figures::json, ${buildFigures('r.id')}) AS figures, r.created_by_id AS "createdById", r.created_by AS "createdBy", r.created_at AS "createdAt",
    r.started_by AS "startedBy", r.started_at AS "startedAt", r.ended_at AS "endedAt"
  FROM amendment_run r
  WHERE ($1::text IS NULL OR r.state = $1) AND ($2::text IS NULL OR r.line = $2) AND ($3::bigint IS NULL OR r.id = $3)`;

const POLICY = `p.application_id AS id, p.application_id AS "applicationId", a.policy_no AS "policyNo", a.agent_code AS "agentCode", p.result, p.step = 2 AS "isDone",
  p.amendment_no AS "amendmentNo", p.yearly, p.due`;
const SELECT_POLICIES = `
  SELECT ${POLICY}, coalesce(p.faults, '[]') AS faults FROM amendment_run_policy p JOIN application a ON a.id = p.application_id
  WHERE p.run_id = $1 AND ($2::text IS NULL OR p.result = $2)`;
const STREAM_POLICIES = `
  SELECT ${POLICY}, p.faults #>> '{0,code}' AS code, p.faults #>> '{0,path}' AS path, p.faults #>> ARRAY['0', 'text', $2::text] AS message
  FROM amendment_run_policy p JOIN application a ON a.id = p.application_id WHERE p.run_id = $1 ORDER BY p.application_id`;

export const RUN_COLUMNS: readonly TableColumn[] = [
  buildColumn('applicationId', 'integer', 'Αίτηση', 'Application', 42),
  buildColumn('policyNo', 'text', 'Συμβόλαιο', 'Policy', 'P260000042'),
  buildColumn('agentCode', 'text', 'Συνεργάτης', 'Agent', '00100'),
  addTitles(buildOptionalColumn('result', 'text', 'Αποτέλεσμα', 'Result', 'ISSUED', RUN_RESULTS), RUN_RESULT_TITLES),
  buildOptionalColumn('amendmentNo', 'integer', 'Πρόσθετη πράξη', 'Amendment', 1),
  buildOptionalColumn('yearly', 'amount', 'Διαφορά έτους', 'Yearly difference', 12.4),
  buildOptionalColumn('due', 'amount', 'Προς πληρωμή', 'Due', 7.15),
  buildOptionalColumn('code', 'text', 'Κωδικός', 'Code', '-113'),
  buildOptionalColumn('path', 'text', 'Πεδίο', 'Path', 'changes.objects_insured[0].post_code'),
  buildOptionalColumn('message', 'text', 'Αιτία', 'Message', 'Unknown postcode.'),
];

interface Row extends Omit<
  AmendmentRunResponse,
  'calculated' | 'done' | 'left' | 'figures' | 'createdAt' | 'startedAt' | 'endedAt' | 'isOwn'
> {
  readonly figures: readonly FigureRow[];
  readonly createdById: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

interface FigureRow extends RunSum {
  readonly step: 0 | 1 | 2;
  readonly result: RunResult | null;
}

interface PolicyRow extends Omit<AmendmentRunPolicyResponse, 'yearly' | 'due' | 'faults'> {
  readonly id: number;
  readonly yearly: Amount | null;
  readonly due: Amount | null;
  readonly faults: readonly Violation[];
}

@Injectable()
export class AmendmentRunSearchRepository {
  constructor(private readonly store: Store) {}

  async find(staff: StaffCaller, query: AmendmentRunQuery): Promise<AmendmentRunPageResponse> {
    const values = [query.state ?? null, query.line ?? null, null];
    const page = await findPage<Row>(this.store, staff.environment, { select: SELECT, order: 'id DESC', values }, query);
    return mapPage(page, (row) => toRun(row, staff));
  }

  async get(staff: StaffCaller, id: number): Promise<AmendmentRunResponse> {
    const [row] = await this.store.query<Row>(staff, SELECT, [null, null, id]);
    if (!row) throw buildNotFound();
    return toRun(row, staff);
  }

  async findPolicies(staff: StaffCaller, id: number, query: AmendmentRunPolicyQuery): Promise<AmendmentRunPolicyPageResponse> {
    await this.get(staff, id);
    const list = { select: SELECT_POLICIES, order: 'id', values: [id, query.result ?? null] };
    return mapPage(await findPage<PolicyRow>(this.store, staff.environment, list, query), (row) => toPolicy(row, staff.language));
  }

  stream({ environment, language }: StaffCaller, id: number): AsyncGenerator<TableRow[], void> {
    return this.store.stream<TableRow>(environment, STREAM_POLICIES, [id, language]);
  }
}

function toRun({ figures, createdById, ...row }: Row, { userId }: StaffCaller): AmendmentRunResponse {
  const count = (rows: readonly FigureRow[]): number => rows.reduce((total, each) => total + each.count, 0);
  const done = count(figures.filter(({ step }) => step === 2));
  const calculated = count(figures.filter(({ step }) => step > 0));
  const toAmend = count(figures.filter(({ step, result }) => step === 1 && result !== 'UNCHANGED' && result !== 'REFUSED'));
  const sumOf = (...results: readonly RunResult[]): AmendmentRunSumResponse => {
    const alike = figures.filter(({ result }) => result !== null && results.includes(result));
    return {
      count: count(alike),
      yearly: toNumber(sum(alike.map(({ yearly }) => yearly))),
      due: toNumber(sum(alike.map(({ due }) => due))),
    };
  };
  return {
    ...row,
    calculated,
    done,
    left: row.startedAt === null ? row.policies - calculated : toAmend,
    figures: {
      total: sumOf(...RUN_RESULTS),
      issued: sumOf('ISSUED'),
      unpaid: sumOf('UNPAID'),
      referred: sumOf('REFERRED'),
      unchanged: sumOf('UNCHANGED'),
      refused: sumOf('REFUSED'),
    },
    createdAt: toLocalDateTime(row.createdAt),
    startedAt: row.startedAt && toLocalDateTime(row.startedAt),
    endedAt: row.endedAt && toLocalDateTime(row.endedAt),
    isOwn: createdById === userId,
  };
}

function toPolicy({ id: _, yearly, due, faults, ...row }: PolicyRow, language: Language): AmendmentRunPolicyResponse {
  return {
    ...row,
    yearly: toNumberOrNull(yearly),
    due: toNumberOrNull(due),
    faults: faults.map(({ path, code, text }) => ({ path, code, message: text[language] })),
  };
}
