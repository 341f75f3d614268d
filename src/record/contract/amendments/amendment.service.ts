import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { toDecimal } from '../../../common/money.js';
import { Store } from '../../../store/store.js';
import type { Amendment, RequestedAmendment } from '../../core/amendments/amendment.js';
import {
  AmendmentRepository,
  MAX_AMENDMENTS,
  type AmendmentChange,
  type AmendmentStep,
  type NewAmendmentFields,
} from '../../core/amendments/amendment.repository.js';
import { getAmendmentTarget, type AmendmentAction } from '../../core/amendments/amendment-states.js';
import type { Actor } from '../../core/applications/application.js';
import { Status, type CalculatedStatus } from '../../core/applications/status.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import { assertApprovalTerms } from '../underwriting/approval-terms.js';
import { buildApprovalNeed, buildLineNeed } from '../underwriting/authority.js';
import type { DecisionKind, UnderwritingDecision } from '../underwriting/underwriting.service.js';
import type { Assessment } from './amendment-calculator.service.js';
import { AmendmentPaymentService } from './amendment-payment.service.js';
import {
  AmendmentReader,
  assertAmendable,
  assertNoConflicts,
  type AmendmentDesk,
  type AmendmentView,
  type SentAmendment,
} from './amendment-reader.service.js';
import { AmendmentReview } from './amendment-review.service.js';
import { isBackdated, keepsDate, KIND_TERMS, type PayableAmendment } from './amendment-terms.js';
import { getSegmentOn, type RunningContract } from './running-contract.service.js';

const DECIDED: Readonly<Record<DecisionKind, AmendmentAction>> = {
  approve: 'approve',
  approve_with_terms: 'approve',
  return: 'return',
  request_documents: 'request_documents',
  decline: 'decline',
};

@Injectable()
export class AmendmentService {
  constructor(
    private readonly store: Store,
    private readonly amendments: AmendmentRepository,
    private readonly reader: AmendmentReader,
    private readonly review: AmendmentReview,
    private readonly payments: AmendmentPaymentService,
    private readonly tariffs: TariffService,
  ) {}

  /** @throws DomainError as `create` */
  async price(desk: AmendmentDesk, sent: SentAmendment): Promise<AmendmentView> {
    const { by, contract, request, instructions, assessment } = await this.reader.read(desk, sent);
    const { policy } = contract;
    const unsaved = {
      id: 0,
      amendmentNo: 0,
      version: 0,
      applicationId: policy.id,
      agentCode: policy.agentCode,
      createdBy: by.name,
      createdAt: by.at,
      updatedAt: by.at,
    };
    const open = {
      approval: null,
      reinstates: null,
      paymentCode: null,
      issueNo: null,
      issuedAt: null,
      reversedAt: null,
      actDocumentId: null,
    };
    const calculated = await this.toCalculated(by, contract, toNew(request, by), assessment);
    return { policy, amendment: { ...unsaved, ...open, ...request, ...calculated, instructions, status: assessment.status } };
  }

  /** @throws DomainError LIMIT_REACHED, CHANGED_MEANWHILE with the conflicting paths, and as `AmendmentReader.read` */
  async create(desk: AmendmentDesk, sent: SentAmendment): Promise<AmendmentView> {
    const { by, contract, request, instructions, assessment } = await this.reader.read(desk, sent);
    assertNoConflicts(assessment);
    const status = getAmendmentTarget(null, 'insert', by.role, assessment.status);
    const calculated = await this.toCalculated(by, contract, toNew(request, by), assessment);
    return this.insert(desk, by, contract, request, { status, instructions, approval: null, reinstates: null, ...calculated });
  }

  /** Puts a reversed amendment in effect again, with its approval (amendments.13). @throws DomainError as `create` */
  async reinstate(desk: AmendmentDesk, noText: string, reason: string): Promise<AmendmentView> {
    const { policy, amendment } = await this.reader.getExpected(desk, noText);
    const by = await this.reader.toActor(desk, policy);
    getAmendmentTarget(amendment.status, 'reinstate', by.role);
    assertAmendable(policy, by);
    const contract = await this.reader.load(by, policy);
    assertNotReinstated(contract, amendment);
    const { kind, effectiveDate, receivedOn, isLossUnknown, instructions, approval, amendmentNo: reinstates } = amendment;
    const request: RequestedAmendment = { kind, effectiveDate, receivedOn, reason, isLossUnknown, resolutions: [] };
    const proposal = { ...request, id: 0, instructions, approval, reinstates, createdAt: by.at };
    const assessment = await this.review.assess(contract, proposal, by);
    assertNoConflicts(assessment);
    const status = getAmendmentTarget(null, 'insert', by.role, assessment.status);
    const calculated = await this.toCalculated(by, contract, proposal, assessment);
    return this.insert(desk, by, contract, request, { status, instructions, approval, reinstates, ...calculated });
  }

  /** Ends the approval. @throws DomainError as `create` */
  async update(desk: AmendmentDesk, noText: string, sent: SentAmendment): Promise<AmendmentView> {
    const current = await this.reader.getExpected(desk, noText);
    getAmendmentTarget(current.amendment.status, 'update', desk.actor.role, Status.CALCULATED);
    const { by, contract, request, instructions, assessment } = await this.reader.read(desk, sent);
    if (request.kind !== current.amendment.kind)
      throw DomainError.ofViolations([{ path: 'kind', code: ErrorCode.INVALID, text: KIND_STAYS }]);
    assertNoConflicts(assessment);
    const { effectiveDate, receivedOn, reason, isLossUnknown, resolutions } = request;
    const calculated = await this.toCalculated(by, contract, toNew(request, by), assessment);
    const change = { effectiveDate, receivedOn, reason, isLossUnknown, resolutions, instructions, approval: null, ...calculated };
    return this.moveAndIssue(desk, by, current, { action: 'update' }, assessment.status, change);
  }

  /** An effective date of a past day moves to today. @throws DomainError CHANGED_MEANWHILE, NOT_ALLOWED_IN_STATUS */
  async calculate(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    const current = await this.reader.getExpected(desk, noText);
    const by = await this.reader.toActor(desk, current.policy);
    getAmendmentTarget(current.amendment.status, 'calc', by.role, Status.CALCULATED);
    const contract = await this.reader.load(by, current.policy);
    const effectiveDate = moveDate(current.amendment, by);
    const moved = { ...current.amendment, effectiveDate };
    const assessment = await this.review.assess(contract, moved, by);
    assertNoConflicts(assessment);
    const change = { effectiveDate, ...(await this.toCalculated(by, contract, moved, assessment)) };
    return this.moveAndIssue(desk, by, current, { action: 'calc' }, assessment.status, change);
  }

  requestApproval(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    return this.step(desk, noText, 'request_approval', {});
  }

  cancel(desk: AmendmentDesk, noText: string): Promise<AmendmentView> {
    return this.step(desk, noText, 'cancel', { payBy: null, paymentCode: null });
  }

  /** @throws DomainError NOT_ALLOWED_IN_STATUS, INVALID, PRICE_NO_LONGER_VALID, AUTHORITY_EXCEEDED */
  async decide(desk: AmendmentDesk, noText: string, decided: UnderwritingDecision): Promise<AmendmentView> {
    const { decision, messages, terms, excludedCoversPath, checkAuthority } = decided;
    const current = await this.reader.getExpected(desk, noText);
    const { policy, amendment } = current;
    const by: Actor = { ...(await this.reader.toActor(desk, policy)), role: 'underwriter' };
    const action = DECIDED[decision];
    getAmendmentTarget(amendment.status, action, by.role);
    const step = { action, reason: decision.toUpperCase() };
    if (decision === 'decline') await checkAuthority(buildLineNeed(policy.line));
    if (action !== 'approve') return this.move(desk, by, current, step, null, { messages: [...messages, ...amendment.messages] });
    const contract = await this.reader.load(by, policy);
    assertApprovalTerms(terms, this.tariffs.get(by.environment, contract.original.price), excludedCoversPath);
    const approval = { riskHash: this.review.hashRisk(contract, amendment), terms, approvedBy: by.name, approvedAt: by.at.toISOString() };
    const assessment = await this.review.assess(contract, { ...amendment, approval }, by);
    assertNoConflicts(assessment);
    this.review.assertDocuments(assessment);
    if (assessment.status !== Status.CALCULATED) throw new DomainError(ErrorCode.PRICE_NO_LONGER_VALID);
    const { price } = getSegmentOn(assessment.segments, amendment.effectiveDate);
    await checkAuthority(buildApprovalNeed(policy.line, assessment.messages, price, terms));
    const calculated = await this.toCalculated(by, contract, { ...amendment, approval }, assessment);
    const change = { approval, ...calculated, messages: [...messages, ...assessment.messages] };
    return this.moveAndIssue({ ...desk, actor: { ...desk.actor, role: 'underwriter' } }, by, current, step, null, change);
  }

  private async insert(
    desk: AmendmentDesk,
    by: Actor,
    { policy, amendments }: RunningContract,
    request: RequestedAmendment,
    fields: NewAmendmentFields,
  ): Promise<AmendmentView> {
    if (amendments.length >= MAX_AMENDMENTS) throw new DomainError(ErrorCode.LIMIT_REACHED);
    return this.store.runTogether(by, async (writer) => {
      const amendment = await this.store.transaction(writer, async (tx) => {
        const inserted = await this.amendments.insert(tx, writer, policy, request, fields);
        await desk.audit?.(tx, { amendmentNo: inserted.amendmentNo, action: 'insert', kind: request.kind, reason: request.reason });
        return inserted;
      });
      return this.issueIfFree(joinUnit(desk, writer), { policy, amendment });
    });
  }

  private async issueIfFree(desk: AmendmentDesk, view: AmendmentView): Promise<AmendmentView> {
    const { amendment } = view;
    const isFree = amendment.status === Status.CALCULATED && amendment.outcome !== null && toDecimal(amendment.outcome.due.gross).lte(0);
    if (!isFree || (await this.reader.findSecondPersonReason(desk, view)) !== null) return view;
    return this.payments.issue({ ...desk, expectedVersions: undefined }, String(amendment.amendmentNo));
  }

  private async step(desk: AmendmentDesk, noText: string, action: AmendmentAction, change: AmendmentChange): Promise<AmendmentView> {
    const current = await this.reader.getExpected(desk, noText);
    return this.move(desk, await this.reader.toActor(desk, current.policy), current, { action }, null, change);
  }

  private moveAndIssue(
    desk: AmendmentDesk,
    by: Actor,
    current: AmendmentView,
    step: AmendmentStep,
    calculated: CalculatedStatus | null,
    change: AmendmentChange,
  ): Promise<AmendmentView> {
    return this.store.runTogether(by, async (writer) => {
      const moved = await this.move(desk, writer, current, step, calculated, change);
      return this.issueIfFree(joinUnit(desk, writer), moved);
    });
  }

  private async move(
    desk: AmendmentDesk,
    by: Actor,
    { policy, amendment: current }: AmendmentView,
    step: AmendmentStep,
    calculated: CalculatedStatus | null,
    change: AmendmentChange,
  ) {
    const status = getAmendmentTarget(current.status, step.action, by.role, calculated);
    const cleared = calculated === null ? {} : { paymentCode: null };
    const amendment = await this.store.transaction(by, async (tx) => {
      const changed = await this.amendments.update(tx, by, current, step, { ...cleared, ...change, status });
      await desk.audit?.(tx, { amendmentNo: current.amendmentNo, action: step.action });
      return changed;
    });
    return { policy, amendment };
  }

  private async toCalculated(by: Actor, { revision }: RunningContract, amendment: PayableAmendment, assessment: Assessment) {
    const { messages, outcome } = assessment;
    return { messages, outcome, baseIssue: revision, payBy: await this.reader.findPayBy(by, amendment, assessment) };
  }
}

function joinUnit(desk: AmendmentDesk, { unitOfWork }: Pick<Actor, 'unitOfWork'>): AmendmentDesk {
  return { ...desk, actor: { ...desk.actor, unitOfWork } };
}

function toNew(request: RequestedAmendment, { at }: Actor): PayableAmendment {
  return { ...request, approval: null, reinstates: null, createdAt: at };
}

/** Cover that is paid later begins today (amendments.7). */
function moveDate(amendment: Amendment, { at }: Actor): string {
  const { kind, effectiveDate, payBy } = amendment;
  const today = toLocalDate(at);
  const isInTime = isBackdated(amendment) && (payBy === null || at < payBy);
  return keepsDate(amendment) || KIND_TERMS[kind].from === 'start' || effectiveDate >= today || isInTime ? effectiveDate : today;
}

function assertNotReinstated({ amendments }: RunningContract, { amendmentNo }: Amendment): void {
  const other = amendments.find(
    ({ reinstates, status }) => reinstates === amendmentNo && status !== Status.CANCELLED && status !== REVERSED,
  );
  if (!other) return;
  const no = other.amendmentNo;
  const text = { el: `Η πρόσθετη πράξη ${no} την επαναφέρει ήδη.`, en: `Amendment ${no} already reinstates it.` };
  throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}

const REVERSED = Status.CANCELLED_MID_TERM;
const KIND_STAYS = { el: 'Το είδος της πρόσθετης πράξης δεν αλλάζει.', en: 'The kind of an amendment cannot be changed.' };
