import { Injectable } from '@nestjs/common';
import { getLaterDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toAmount, toDecimal, type Amount } from '../../../common/money.js';
import { AgentClocks } from '../../../store/agent-clocks.js';
import { MAX_AMENDMENTS } from '../../core/amendments/amendment.repository.js';
import type { Actor } from '../../core/applications/application.js';
import { Status } from '../../core/applications/status.js';
import {
  AmendmentReader,
  assertAmendable,
  assertNoConflicts,
  NOTHING_CHANGES,
  type ReadAmendment,
} from '../amendments/amendment-reader.service.js';
import { getSegmentOn, type RunningContract } from '../amendments/running-contract.service.js';
import type { LeasedRun, RunOutcome, RunResult } from './amendment-run.js';
import { buildChanges, hasFacts } from './run-changes.js';

export interface CalculatedPolicy {
  readonly outcome: RunOutcome;
  readonly read: ReadAmendment | null;
}

const PATHS = { effectiveDate: 'effectiveDate', receivedOn: 'receivedOn' };
const RESULTS: Readonly<Partial<Record<Status, RunResult>>> = { [Status.CALCULATED]: 'ISSUED', [Status.NEEDS_APPROVAL]: 'REFERRED' };

@Injectable()
export class AmendmentRunCalculator {
  constructor(
    private readonly reader: AmendmentReader,
    private readonly agentClocks: AgentClocks,
  ) {}

  toActor(run: LeasedRun, context: Pick<Actor, 'environment' | 'at'>, agentCode: string): Promise<Actor> {
    return this.agentClocks.applyClock({ ...context, role: 'staff', name: run.by, keyPrefix: null, agentCode: null }, agentCode);
  }

  async calculate(run: LeasedRun, contract: RunningContract, by: Actor): Promise<CalculatedPolicy> {
    try {
      return await this.read(run, contract, by);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === ErrorCode.UNAVAILABLE) throw error;
      return { outcome: buildRefusedOutcome(contract.policy.id, error), read: null };
    }
  }

  private async read(run: LeasedRun, contract: RunningContract, by: Actor): Promise<CalculatedPolicy> {
    const { policy } = contract;
    const { kind, reason, filter } = run;
    assertAmendable(policy, by);
    if (contract.amendments.length >= MAX_AMENDMENTS) throw new DomainError(ErrorCode.LIMIT_REACHED);
    const effectiveDate = getLaterDate(run.effectiveDate, policy.startDate);
    const { questionnaire } = getSegmentOn(contract.segments, kind === 'CORRECTION' ? policy.startDate : effectiveDate);
    if (!hasFacts(filter.facts ?? {}, questionnaire)) return buildUnchanged(policy.id);
    const changes = buildChanges(run.changes, questionnaire);
    const sent = { kind, effectiveDate, receivedOn: null, reason, isLossUnknown: false, resolutions: [], changes };
    const read = await this.reader.readOn(contract, by, PATHS, sent).catch((error: unknown) => {
      if (error instanceof DomainError && error.text === NOTHING_CHANGES) return null;
      throw error;
    });
    if (!read) return buildUnchanged(policy.id);
    assertNoConflicts(read.assessment);
    return { outcome: buildOutcome(policy.id, read), read };
  }
}

export function buildRefusedOutcome(applicationId: number, { code, text, violations }: DomainError): RunOutcome {
  const refusal = { applicationId, result: 'REFUSED', amendmentNo: null, yearly: null, due: null } as const;
  return { ...refusal, faults: violations.length > 0 ? violations : [{ path: '', code, text }] };
}

/** Whether an amendment is issued at once: one that needs neither approval nor a payment. */
export function isFree({ assessment }: ReadAmendment): boolean {
  return assessment.status === Status.CALCULATED && toDecimal(assessment.outcome.due.gross).lte(0);
}

function buildUnchanged(applicationId: number): CalculatedPolicy {
  return { outcome: { applicationId, result: 'UNCHANGED', amendmentNo: null, yearly: null, due: null, faults: [] }, read: null };
}

function buildOutcome(applicationId: number, read: ReadAmendment): RunOutcome {
  const { status, outcome, messages } = read.assessment;
  const { before, after, due } = outcome;
  const result = RESULTS[status] ?? 'REFUSED';
  const yearly: Amount | null = after && toAmount(toDecimal(after.gross).minus(before.gross));
  return {
    applicationId,
    result: result === 'ISSUED' && !isFree(read) ? 'UNPAID' : result,
    amendmentNo: null,
    yearly,
    due: due.gross,
    faults: result === 'ISSUED' ? [] : messages.map(({ code, path, text }) => ({ path, code: code as ErrorCode, text })),
  };
}
