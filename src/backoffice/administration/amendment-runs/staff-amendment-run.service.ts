import { Injectable } from '@nestjs/common';
import { parseLocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import type { PathValues, RequestedRun, RunFilter, RunState } from '../../../record/contract/amendment-runs/amendment-run.js';
import { AmendmentRunRepository, MAX_RUN_POLICIES } from '../../../record/contract/amendment-runs/amendment-run.repository.js';
import { parseRunPath } from '../../../record/contract/amendment-runs/run-changes.js';
import { Store, type Transaction } from '../../../store/store.js';
import { AuditService, toAuditActor, type AuditAction } from '../../access/audit/audit.service.js';
import { buildNotFound } from '../../common/errors.js';
import { omitUndefined } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AmendmentRunSearchRepository } from './amendment-run-search.repository.js';
import { AmendmentRunWorker } from './amendment-run.worker.js';
import type { AmendmentRunFilterRequest, AmendmentRunRequest, AmendmentRunResponse } from './amendment-runs.dto.js';

const MAX_PATHS = 20;
const MAX_PATH = 200;

type Step = 'start' | 'stop' | 'resume';
const AUDITED: Readonly<Record<Step, AuditAction>> = { start: 'approve', stop: 'close', resume: 'open' };

/** One administrator calculates the dry run, another starts it (amendments.30). */
@Injectable()
export class StaffAmendmentRunService {
  constructor(
    private readonly store: Store,
    private readonly repository: AmendmentRunRepository,
    private readonly search: AmendmentRunSearchRepository,
    private readonly worker: AmendmentRunWorker,
    private readonly audit: AuditService,
  ) {}

  async create(staff: StaffCaller, request: AmendmentRunRequest): Promise<AmendmentRunResponse> {
    const run = readRun(request);
    const id = await this.store.transaction(staff, async (tx) => {
      const created = await this.repository.insert(tx, run, staff);
      if (created.count === 0) throw DomainError.ofViolations([{ path: 'filter', code: ErrorCode.INVALID, text: NO_POLICY }]);
      if (created.count > MAX_RUN_POLICIES) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
      const { filter, changes, kind, effectiveDate, reason } = run;
      await this.record(tx, staff, 'create', created.id, { filter, changes, kind, effectiveDate, reason, policies: created.count });
      return created.id;
    });
    return this.work(staff, id);
  }

  async step(staff: StaffCaller, id: number, step: Step): Promise<AmendmentRunResponse> {
    await this.store.transaction(staff, async (tx) => {
      const run = await this.repository.find(tx, id);
      if (!run) throw buildNotFound();
      if (step === 'start' && run.createdById === staff.userId) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: SECOND_PERSON });
      if (!(await this.write(tx, staff, id, step))) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: STATES[run.state] });
      await this.record(tx, staff, AUDITED[step], id, {});
    });
    return step === 'stop' ? this.search.get(staff, id) : this.work(staff, id);
  }

  private write(tx: Transaction, { name, at }: StaffCaller, id: number, step: Step): Promise<boolean> {
    if (step === 'start') return this.repository.start(tx, id, name, at);
    return step === 'stop' ? this.repository.stop(tx, id, at) : this.repository.resume(tx, id);
  }

  private async work(staff: StaffCaller, id: number): Promise<AmendmentRunResponse> {
    const run = await this.search.get(staff, id);
    runAfterCommit(staff, () => void this.worker.job.run(staff.environment));
    return run;
  }

  private record(tx: Transaction, staff: StaffCaller, action: AuditAction, id: number, details: object): Promise<void> {
    const { environment } = staff;
    return this.audit.record(tx, toAuditActor(staff), { action, subject: 'amendment_run', id, environment, details: { ...details } });
  }
}

function readRun({ filter, kind, effectiveDate, reason, changes }: AmendmentRunRequest): RequestedRun {
  assertNoViolations([
    ...listPathFaults('changes', changes),
    ...(Object.keys(changes).length === 0 ? [{ path: 'changes', code: ErrorCode.REQUIRED, text: NO_CHANGE }] : []),
    ...listPathFaults('filter.facts', filter.facts ?? {}),
  ]);
  return {
    filter: readFilter(filter),
    kind: kind as RequestedRun['kind'],
    effectiveDate: toDate(effectiveDate),
    reason: reason.trim(),
    changes,
  };
}

function readFilter(filter: AmendmentRunFilterRequest): RunFilter {
  const { line, agentCodes, tariffVersions, startFrom, startTo, endFrom, endTo, facts } = filter;
  const dates = { startFrom, startTo, endFrom, endTo };
  const days = Object.entries(dates).map(([name, day]) => [name, day ? toDate(day) : undefined]);
  const parts = {
    agentCodes: agentCodes ?? undefined,
    tariffVersions: tariffVersions ?? undefined,
    ...(Object.fromEntries(days) as { [Name in keyof typeof dates]: string | undefined }),
    facts: facts ?? undefined,
  };
  return { line: line as RunFilter['line'], ...omitUndefined(parts) };
}

function listPathFaults(place: string, values: PathValues): Violation[] {
  const paths = Object.keys(values);
  if (paths.length > MAX_PATHS) return [{ path: place, code: ErrorCode.INVALID, text: TOO_MANY_PATHS }];
  return paths
    .filter((path) => !isPath(path))
    .map((path) => ({ path: `${place}.${path.slice(0, MAX_PATH)}`, code: ErrorCode.INVALID, text: BAD_PATH }));
}

function isPath(path: string): boolean {
  try {
    parseRunPath(path);
    return path.length <= MAX_PATH;
  } catch {
    return false;
  }
}

function toDate(day: string): string {
  return parseLocalDate(day) ?? day;
}

const NO_POLICY: Text = { el: 'Κανένα συμβόλαιο σε ισχύ δεν πληροί τα κριτήρια.', en: 'No policy in force meets the criteria.' };
const NO_CHANGE: Text = { el: 'Ορίστε τουλάχιστον μία μεταβολή.', en: 'Name at least one change.' };
const TOO_MANY: Text = {
  el: `Τα κριτήρια επιλέγουν περισσότερα από ${MAX_RUN_POLICIES} συμβόλαια. Περιορίστε τα.`,
  en: `The criteria select more than ${MAX_RUN_POLICIES} policies. Narrow them.`,
};
const TOO_MANY_PATHS: Text = { el: `Έως ${MAX_PATHS} πεδία.`, en: `Up to ${MAX_PATHS} fields.` };
const BAD_PATH: Text = {
  el: 'Μη έγκυρη διαδρομή πεδίου. Παραδείγματα: usageCode, objects_insured[*].post_code, objects_insured[post_code=15669].post_code.',
  en: 'Invalid path of a field. Examples: usageCode, objects_insured[*].post_code, objects_insured[post_code=15669].post_code.',
};
const SECOND_PERSON: Text = {
  el: 'Τη μαζική μεταβολή ξεκινά διαχειριστής διαφορετικός από εκείνον που την ετοίμασε.',
  en: 'The administrator who prepared the run cannot start it. Another administrator must do so.',
};
const STATES: Readonly<Record<RunState, Text>> = {
  CALCULATING: { el: 'Ο δοκιμαστικός υπολογισμός δεν έχει ολοκληρωθεί.', en: 'The dry run is not complete.' },
  CALCULATED: { el: 'Η μαζική μεταβολή δεν έχει ξεκινήσει.', en: 'The run has not been started.' },
  RUNNING: { el: 'Η μαζική μεταβολή εκτελείται.', en: 'The run is under way.' },
  STOPPED: { el: 'Η μαζική μεταβολή έχει διακοπεί. Συνεχίστε την πρώτα.', en: 'The run is stopped. Resume it first.' },
  DONE: { el: 'Η μαζική μεταβολή έχει ολοκληρωθεί.', en: 'The run is complete.' },
};
